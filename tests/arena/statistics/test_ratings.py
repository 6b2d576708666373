"""Rating lists, against textbook values, slower ways to compute them, and games drawn by lot."""

from __future__ import annotations

import random
from itertools import combinations, permutations
from math import exp, log, log10, sqrt

import pytest

from komadai.arena.statistics.ratings import GameScore, RatingList, rate
from komadai.errors import RangeError

UNIT = 400 / log(10)


def elo(ratings: RatingList) -> dict[str, float]:
    return {each.name: each.elo for each in ratings.ratings}


def lots(
    chance: random.Random, truth: dict[str, float], rounds: int, advantage: float = 0.0, draws: float = 0.0
) -> list[GameScore]:
    """A round robin drawn by lot; a share of the games is drawn, the expected points stay the same."""
    games = []
    for number in range(rounds):
        for black, white in permutations(truth, 2):
            expected = 1 / (1 + 10 ** (-(truth[black] - truth[white] + advantage) / 400))
            drawn = min(draws, 2 * min(expected, 1 - expected))
            lot = chance.random()
            points = 0.5 if lot < drawn else float(lot < drawn + expected - drawn / 2)
            games.append(GameScore(black, white, points, (number, min(black, white), max(black, white))))
    return games


def test_three_wins_and_a_loss_are_190_elo() -> None:
    games = [GameScore("a", "b", 1)] * 3 + [GameScore("a", "b", 0)]
    found = elo(rate(games, advantage=0))
    assert found["a"] - found["b"] == pytest.approx(400 * log10(3))
    assert found["a"] + found["b"] == pytest.approx(0)


def test_the_error_of_two_players_is_that_of_a_proportion() -> None:
    # 300 of 400 on its own: the score's error √(p(1-p)/n), carried over to Elo.
    games = [GameScore("a", "b", 1)] * 300 + [GameScore("a", "b", 0)] * 100
    found = rate(games, anchors={"b": 0}, advantage=0)
    by_hand = 1.959964 * UNIT / sqrt(400 * 0.75 * 0.25)
    assert found.ratings[0].error == pytest.approx(by_hand, rel=0.01)
    assert found.ratings[1].error == 0


def test_draws_make_the_error_smaller_but_move_nothing() -> None:
    decided = [GameScore("a", "b", 1)] * 60 + [GameScore("a", "b", 0)] * 40
    drawn = [GameScore("a", "b", 1)] * 20 + [GameScore("a", "b", 0.5)] * 80
    first, second = rate(decided, anchors={"b": 0}, advantage=0), rate(drawn, anchors={"b": 0}, advantage=0)
    assert first.ratings[0].elo == pytest.approx(second.ratings[0].elo)
    assert second.ratings[0].error < first.ratings[0].error / 2
    assert second.draws == 0.8


def slowly(games: list[GameScore]) -> dict[str, float]:
    """Zermelo's own way (1929): the strengths proportional to what they must be, again and again."""
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
    games = lots(random.Random(5), truth, 6, draws=0.2)
    assert rate(games).bounded
    assert elo(rate(games, advantage=0)) == pytest.approx(slowly(games), abs=1e-6)


def likelihood(games: list[GameScore], ratings: dict[str, float], advantage: float) -> float:
    total = 0.0
    for black, white, points, _ in games:
        expected = 1 / (1 + exp(-(ratings[black] - ratings[white] + advantage) / UNIT))
        total += points * log(expected) + (1 - points) * log(1 - expected)
    return total


def test_with_the_advantage_of_the_first_move_nothing_nearby_is_more_likely() -> None:
    truth = {"a": 0.0, "b": 100.0, "c": -50.0, "d": 20.0}
    games = lots(random.Random(9), truth, 8, advantage=60, draws=0.1)
    found = rate(games)
    best = likelihood(games, elo(found), found.advantage)
    chance = random.Random(1)
    for _ in range(400):
        near = {name: value + chance.gauss(0, 3) for name, value in elo(found).items()}
        assert likelihood(games, near, found.advantage + chance.gauss(0, 3)) < best


def test_black_has_scored_what_the_advantage_lets_black_expect() -> None:
    games = lots(random.Random(3), {"a": 0.0, "b": 150.0, "c": 60.0}, 10, advantage=40)
    found = rate(games)
    ratings = elo(found)
    expected = sum(
        1 / (1 + exp(-(ratings[black] - ratings[white] + found.advantage) / UNIT))
        for black, white, _, _ in games
    )
    assert expected == pytest.approx(sum(game.points for game in games))


def test_the_error_bars_are_as_wide_as_the_ratings_scatter() -> None:
    """The same tournament again and again: the standard deviation of a rating is the error it is given."""
    truth = {"a": 0.0, "b": 60.0, "c": 120.0, "d": -90.0}
    chance = random.Random(17)
    found = [rate(lots(chance, truth, 30, advantage=30, draws=0.3)) for _ in range(200)]
    for name in truth:
        values = [elo(each)[name] for each in found]
        mean = sum(values) / len(values)
        scatter = sqrt(sum((value - mean) ** 2 for value in values) / (len(values) - 1))
        told = [r.error / 1.959964 for each in found for r in each.ratings if r.name == name]
        assert sum(told) / len(told) == pytest.approx(scatter, rel=0.15)
    advantages = [each.advantage for each in found]
    mean = sum(advantages) / len(advantages)
    scatter = sqrt(sum((value - mean) ** 2 for value in advantages) / (len(advantages) - 1))
    assert mean == pytest.approx(30, abs=4)
    assert found[0].advantage_error / 1.959964 == pytest.approx(scatter, rel=0.2)


def test_pairs_that_openings_decide_are_seen_by_the_error() -> None:
    # Black wins every game: after 50 pairs all that is known is known exactly.
    games = [
        GameScore(black, white, 1.0, pair) for pair in range(50) for black, white in (("a", "b"), ("b", "a"))
    ]
    games += [GameScore("a", "b", 0.0, 99), GameScore("b", "a", 0.0, 99)]
    paired = rate(games, anchors={"a": 0}, advantage=0)
    alone = rate([game._replace(pair=None) for game in games], anchors={"a": 0}, advantage=0)
    assert paired.ratings[1].name == "b"
    assert paired.ratings[1].error < alone.ratings[1].error / 5


def test_anchors_stay_where_they_are_and_the_others_are_told_from_them() -> None:
    games = lots(random.Random(2), {"a": 0.0, "b": 100.0, "c": 200.0}, 40)
    free, anchored = elo(rate(games)), rate(games, anchors={"b": 1500})
    assert elo(anchored)["b"] == pytest.approx(1500)
    assert elo(anchored)["c"] - 1500 == pytest.approx(free["c"] - free["b"])
    both = elo(rate(games, anchors={"a": 0, "c": 500}))
    assert both["a"] == 0
    assert both["c"] == pytest.approx(500)
    assert 0 < both["b"] < 500


def test_the_list_is_sorted_and_says_how_likely_each_is_above_the_next() -> None:
    found = rate(lots(random.Random(4), {"a": 0.0, "b": 300.0, "c": 310.0}, 30))
    assert [each.elo for each in found.ratings] == sorted((e.elo for e in found.ratings), reverse=True)
    first, second, last = found.ratings
    assert last.name == "a"
    assert last.above_next is None
    assert second.above_next is not None
    assert second.above_next > 0.999
    assert first.above_next is not None
    assert 0.5 <= first.above_next < 0.999


def test_who_wins_everything_has_a_finite_rating_that_is_marked() -> None:
    games = [GameScore("a", "b", 1), GameScore("b", "a", 0), GameScore("b", "c", 1), GameScore("c", "b", 0.5)]
    found = rate(games)
    assert not found.bounded
    assert all(abs(each.elo) < 1000 for each in found.ratings)
    assert found.ratings[0].name == "a"


def error_of_difference(found: RatingList) -> float:
    """Of two players: their average is held, so each moves by half of the difference."""
    return 2 * found.ratings[0].error


@pytest.mark.parametrize("games", [6, 20, 100, 1000])
def test_who_wins_everything_may_be_far_stronger_still_however_many_games_there_are(games: int) -> None:
    won = [GameScore("ab"[n % 2], "ba"[n % 2], 1.0 - n % 2, n // 2) for n in range(games)]
    found = rate(won, advantage=0)
    assert not found.bounded
    assert error_of_difference(found) > 500
    # A draw or two are less than that, and tell more.
    drawn = [*won, GameScore("a", "b", 0.5, "x"), GameScore("b", "a", 0.5, "x")]
    assert error_of_difference(rate(drawn, advantage=0)) < error_of_difference(found)


def test_the_more_pairs_end_alike_the_less_the_next_one_may_tell_but_never_nothing() -> None:
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
def test_where_black_wins_all_or_loses_all_the_advantage_has_no_bound(points: float) -> None:
    found = rate([GameScore(x, y, points, n) for n in range(4) for x, y in ("ab", "ba")])
    assert not found.bounded
    assert 200 < abs(found.advantage) < 1500
    assert found.advantage_error > 500
    assert [each.elo for each in found.ratings] == pytest.approx([0, 0])


def test_who_has_no_opponents_in_common_cannot_be_compared() -> None:
    with pytest.raises(RangeError, match="opponents in common"):
        rate([GameScore("a", "b", 0.5), GameScore("c", "d", 0.5)])


@pytest.mark.parametrize("game", [GameScore("a", "a", 1), GameScore("a", "b", 1.5)])
def test_a_game_that_is_none_is_refused(game: GameScore) -> None:
    with pytest.raises(RangeError):
        rate([game])


def test_many_players_are_rated_in_no_time() -> None:
    names = [f"player {number}" for number in range(30)]
    chance = random.Random(8)
    games = [
        GameScore(black, white, chance.choice((0.0, 0.5, 1.0)), number)
        for number, pair in enumerate(combinations(names, 2))
        for black, white in (pair, pair[::-1])
    ]
    found = rate(games)
    assert len(found.ratings) == 30
    assert sum(each.elo for each in found.ratings) == pytest.approx(0, abs=1e-6)
