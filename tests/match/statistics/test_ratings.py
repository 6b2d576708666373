"""Rating lists, compared with textbook values, slower algorithms and simulated games."""

from __future__ import annotations

import random
from itertools import combinations, permutations
from math import exp, log, log10, sqrt

import pytest

from komadai.errors import RangeError
from komadai.match.statistics.ratings import GameScore, RatingList, rate

UNIT = 400 / log(10)


def elo(ratings: RatingList) -> dict[str, float]:
    return {each.name: each.elo for each in ratings.ratings}


def simulated(
    rng: random.Random, truth: dict[str, float], rounds: int, advantage: float = 0.0, draws: float = 0.0
) -> list[GameScore]:
    """The games of a simulated round robin. ``draws`` is the share of drawn games; it does not change the
    expected points."""
    games = []
    for game_round in range(rounds):
        for black, white in permutations(truth, 2):
            expected = 1 / (1 + 10 ** (-(truth[black] - truth[white] + advantage) / 400))
            drawn = min(draws, 2 * min(expected, 1 - expected))
            number = rng.random()
            points = 0.5 if number < drawn else float(number < drawn + expected - drawn / 2)
            games.append(GameScore(black, white, points, (game_round, min(black, white), max(black, white))))
    return games


def test_three_wins_and_a_loss_are_190_elo() -> None:
    games = [GameScore("a", "b", 1)] * 3 + [GameScore("a", "b", 0)]
    found = elo(rate(games, advantage=0))
    assert found["a"] - found["b"] == pytest.approx(400 * log10(3))
    assert found["a"] + found["b"] == pytest.approx(0)


def test_the_error_of_two_players_is_that_of_a_proportion() -> None:
    # 300 wins in 400 independent games: the error √(p(1-p)/n) of the score, converted to Elo.
    games = [GameScore("a", "b", 1)] * 300 + [GameScore("a", "b", 0)] * 100
    found = rate(games, anchors={"b": 0}, advantage=0)
    by_hand = 1.959964 * UNIT / sqrt(400 * 0.75 * 0.25)
    assert found.ratings[0].error == pytest.approx(by_hand, rel=0.01)
    assert found.ratings[1].error == 0


def test_draws_make_the_error_smaller_but_do_not_change_the_ratings() -> None:
    decided = [GameScore("a", "b", 1)] * 60 + [GameScore("a", "b", 0)] * 40
    drawn = [GameScore("a", "b", 1)] * 20 + [GameScore("a", "b", 0.5)] * 80
    first, second = rate(decided, anchors={"b": 0}, advantage=0), rate(drawn, anchors={"b": 0}, advantage=0)
    assert first.ratings[0].elo == pytest.approx(second.ratings[0].elo)
    assert second.ratings[0].error < first.ratings[0].error / 2
    assert second.draws == 0.8


def by_iteration(games: list[GameScore]) -> dict[str, float]:
    """Zermelo's iteration (1929)."""
    names = sorted({name for game in games for name in game[:2]})
    points = dict.fromkeys(names, 0.0)
    met: dict[tuple[str, str], int] = {}
    for black, white, score, _ in games:
        points[black] += score
        points[white] += 1 - score
        for pair in ((black, white), (white, black)):
            met[pair] = met.get(pair, 0) + 1
    strength = dict.fromkeys(names, 1.0)
    for _ in range(20_000):
        strength = {
            a: points[a] / sum(met[a, b] / (strength[a] + strength[b]) for b in names if (a, b) in met)
            for a in names
        }
    logs = {name: log(value) * UNIT for name, value in strength.items()}
    mean = sum(logs.values()) / len(logs)
    return {name: value - mean for name, value in logs.items()}


def test_the_ratings_are_those_of_zermelos_iteration() -> None:
    truth = {"a": 0.0, "b": 80.0, "c": 150.0, "d": -60.0, "e": 300.0}
    games = simulated(random.Random(5), truth, 6, draws=0.2)
    assert rate(games).bounded
    assert elo(rate(games, advantage=0)) == pytest.approx(by_iteration(games), abs=1e-6)


def likelihood(games: list[GameScore], ratings: dict[str, float], advantage: float) -> float:
    total = 0.0
    for black, white, points, _ in games:
        expected = 1 / (1 + exp(-(ratings[black] - ratings[white] + advantage) / UNIT))
        total += points * log(expected) + (1 - points) * log(1 - expected)
    return total


def test_with_the_advantage_of_the_first_move_no_ratings_nearby_are_more_likely() -> None:
    truth = {"a": 0.0, "b": 100.0, "c": -50.0, "d": 20.0}
    games = simulated(random.Random(9), truth, 8, advantage=60, draws=0.1)
    found = rate(games)
    best = likelihood(games, elo(found), found.advantage)
    rng = random.Random(1)
    for _ in range(400):
        near = {name: value + rng.gauss(0, 3) for name, value in elo(found).items()}
        assert likelihood(games, near, found.advantage + rng.gauss(0, 3)) < best


def test_the_expected_score_of_black_with_the_advantage_is_the_actual_score() -> None:
    games = simulated(random.Random(3), {"a": 0.0, "b": 150.0, "c": 60.0}, 10, advantage=40)
    found = rate(games)
    ratings = elo(found)
    expected = sum(
        1 / (1 + exp(-(ratings[black] - ratings[white] + found.advantage) / UNIT))
        for black, white, _, _ in games
    )
    assert expected == pytest.approx(sum(game.points for game in games))


def test_error_bars_match_the_scatter_of_the_ratings_of_repeated_tournaments() -> None:
    """The standard deviation of a rating over simulated tournaments is the error that the list reports."""
    truth = {"a": 0.0, "b": 60.0, "c": 120.0, "d": -90.0}
    rng = random.Random(17)
    found = [rate(simulated(rng, truth, 30, advantage=30, draws=0.3)) for _ in range(200)]
    for name in truth:
        values = [elo(each)[name] for each in found]
        mean = sum(values) / len(values)
        scatter = sqrt(sum((value - mean) ** 2 for value in values) / (len(values) - 1))
        reported = [r.error / 1.959964 for each in found for r in each.ratings if r.name == name]
        assert sum(reported) / len(reported) == pytest.approx(scatter, rel=0.15)
    advantages = [each.advantage for each in found]
    mean = sum(advantages) / len(advantages)
    scatter = sqrt(sum((value - mean) ** 2 for value in advantages) / (len(advantages) - 1))
    assert mean == pytest.approx(30, abs=4)
    assert found[0].advantage_error / 1.959964 == pytest.approx(scatter, rel=0.2)


def test_errors_take_into_account_that_openings_decide_both_games_of_a_pair() -> None:
    # Black wins every game, so every pair has the same score.
    games = [
        GameScore(black, white, 1.0, pair) for pair in range(50) for black, white in (("a", "b"), ("b", "a"))
    ]
    games += [GameScore("a", "b", 0.0, 99), GameScore("b", "a", 0.0, 99)]
    paired = rate(games, anchors={"a": 0}, advantage=0)
    alone = rate([game._replace(pair=None) for game in games], anchors={"a": 0}, advantage=0)
    assert paired.ratings[1].name == "b"
    assert paired.ratings[1].error < alone.ratings[1].error / 5


def test_anchors_keep_their_ratings_and_the_other_ratings_are_relative_to_them() -> None:
    games = simulated(random.Random(2), {"a": 0.0, "b": 100.0, "c": 200.0}, 40)
    free, anchored = elo(rate(games)), rate(games, anchors={"b": 1500})
    assert elo(anchored)["b"] == pytest.approx(1500)
    assert elo(anchored)["c"] - 1500 == pytest.approx(free["c"] - free["b"])
    both = elo(rate(games, anchors={"a": 0, "c": 500}))
    assert both["a"] == 0
    assert both["c"] == pytest.approx(500)
    assert 0 < both["b"] < 500


def test_the_list_is_sorted_and_has_the_likelihood_that_each_is_stronger_than_the_next() -> None:
    found = rate(simulated(random.Random(4), {"a": 0.0, "b": 300.0, "c": 310.0}, 30))
    assert [each.elo for each in found.ratings] == sorted((e.elo for e in found.ratings), reverse=True)
    first, second, last = found.ratings
    assert last.name == "a"
    assert last.above_next is None
    assert second.above_next is not None
    assert second.above_next > 0.999
    assert first.above_next is not None
    assert 0.5 <= first.above_next < 0.999


def test_a_player_that_wins_every_game_has_a_finite_rating_marked_as_unbounded() -> None:
    games = [GameScore("a", "b", 1), GameScore("b", "a", 0), GameScore("b", "c", 1), GameScore("c", "b", 0.5)]
    found = rate(games)
    assert not found.bounded
    assert all(abs(each.elo) < 1000 for each in found.ratings)
    assert found.ratings[0].name == "a"


def error_of_difference(found: RatingList) -> float:
    """Of two players: their average is fixed, so the error of each is half of that of the difference."""
    return 2 * found.ratings[0].error


@pytest.mark.parametrize("games", [6, 20, 100, 1000])
def test_the_error_is_large_if_one_player_wins_every_game(games: int) -> None:
    won = [GameScore("ab"[n % 2], "ba"[n % 2], 1.0 - n % 2, n // 2) for n in range(games)]
    found = rate(won, advantage=0)
    assert not found.bounded
    assert error_of_difference(found) > 500
    # Two draws lower the rating and bound it.
    drawn = [*won, GameScore("a", "b", 0.5, "x"), GameScore("b", "a", 0.5, "x")]
    assert error_of_difference(rate(drawn, advantage=0)) < error_of_difference(found)


def test_the_error_falls_with_the_number_of_equal_pairs_but_never_to_0() -> None:
    errors = []
    for pairs in (4, 16, 64):
        drawn = [GameScore(x, y, 0.5, n) for n in range(pairs) for x, y in ("ab", "ba")]
        found = rate(drawn)
        assert [each.elo for each in found.ratings] == pytest.approx([0, 0])
        errors.append(error_of_difference(found))
        assert found.advantage_error > 0
    assert errors[0] > 2 * errors[1] > 4 * errors[2] > 0
    assert errors[0] > 150
    three = [
        GameScore(x, y, 0.5, (min(x, y), max(x, y))) for x, y in ("ab", "ba", "ac", "ca", "bc", "cb") * 2
    ]
    assert all(each.error > 20 for each in rate(three).ratings)


@pytest.mark.parametrize("points", [1.0, 0.0])
def test_the_advantage_is_unbounded_if_black_wins_or_loses_every_game(points: float) -> None:
    found = rate([GameScore(x, y, points, n) for n in range(4) for x, y in ("ab", "ba")])
    assert not found.bounded
    assert 200 < abs(found.advantage) < 1500
    assert found.advantage_error > 500
    assert [each.elo for each in found.ratings] == pytest.approx([0, 0])


def test_players_without_opponents_in_common_cannot_be_compared() -> None:
    with pytest.raises(RangeError, match="opponents in common"):
        rate([GameScore("a", "b", 0.5), GameScore("c", "d", 0.5)])


@pytest.mark.parametrize("game", [GameScore("a", "a", 1), GameScore("a", "b", 1.5)])
def test_invalid_games_are_refused(game: GameScore) -> None:
    with pytest.raises(RangeError):
        rate([game])


def test_thirty_players_are_rated() -> None:
    names = [f"player {number}" for number in range(30)]
    rng = random.Random(8)
    games = [
        GameScore(black, white, rng.choice((0.0, 0.5, 1.0)), number)
        for number, pair in enumerate(combinations(names, 2))
        for black, white in (pair, pair[::-1])
    ]
    found = rate(games)
    assert len(found.ratings) == 30
    assert sum(each.elo for each in found.ratings) == pytest.approx(0, abs=1e-6)
