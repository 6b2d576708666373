"""Glicko-2 gives what its author's own example gives, and moves the way it should."""

from __future__ import annotations

import math
import random

import pytest

from komadai.ratings.glicko import MAX_DEVIATION, Rating, Score, chance, rated

STEADY = Rating(1500, 200, 0.06)


def test_the_papers_own_example() -> None:
    results = [
        Score(Rating(1400, 30), 1),
        Score(Rating(1550, 100), 0),
        Score(Rating(1700, 300), 0),
    ]
    after = rated(STEADY, results)
    assert after.rating == pytest.approx(1464.06, abs=0.01)
    assert after.deviation == pytest.approx(151.52, abs=0.01)
    assert after.volatility == pytest.approx(0.05999, abs=0.00001)


def test_who_does_not_play_keeps_the_rating_but_it_grows_uncertain() -> None:
    after = rated(STEADY, [], periods=100)
    assert after.rating == STEADY.rating
    assert STEADY.deviation < after.deviation <= MAX_DEVIATION
    assert rated(STEADY, [], periods=1e9).deviation == pytest.approx(MAX_DEVIATION)


def test_a_win_raises_a_loss_lowers_and_both_make_surer() -> None:
    won, lost = (rated(STEADY, [Score(STEADY, points)], periods=0) for points in (1, 0))
    assert lost.rating < STEADY.rating < won.rating
    assert max(won.deviation, lost.deviation) < STEADY.deviation


def test_a_win_against_the_stronger_is_worth_more() -> None:
    easy, hard = (rated(STEADY, [Score(Rating(points, 50), 1)]) for points in (1200, 1800))
    assert easy.rating < hard.rating


def test_results_nobody_expected_end_and_make_the_rating_livelier() -> None:
    stunned = rated(Rating(1000, 40, 0.06), [Score(Rating(2800, 30), 1)] * 20)
    assert stunned.volatility > 0.06


def test_the_chance_is_even_between_equals_and_symmetric() -> None:
    assert chance(STEADY, STEADY) == 0.5
    other = Rating(1650, 80)
    assert chance(STEADY, other) + chance(other, STEADY) == pytest.approx(1)
    assert chance(STEADY, other) < 0.5


def by_the_paper(player: Rating, scores: list[Score], periods: int) -> Rating:
    """The paper's steps one after the other for each period, with step 5 by bisection.

    A deviation is never larger than MAX_DEVIATION at the end of a period.
    """
    mu, phi, sigma = (player.rating - 1500) / 173.7178, player.deviation / 173.7178, player.volatility
    largest = MAX_DEVIATION / 173.7178
    for _ in range(periods - 1):
        phi = min(math.hypot(phi, sigma), largest)
    opponents = [
        ((each.opponent.rating - 1500) / 173.7178, each.opponent.deviation / 173.7178) for each in scores
    ]
    weights = [1 / math.sqrt(1 + 3 * other**2 / math.pi**2) for _, other in opponents]
    expected = [
        1 / (1 + math.exp(-weight * (mu - other)))
        for weight, (other, _) in zip(weights, opponents, strict=True)
    ]
    v = 1 / sum(weight**2 * e * (1 - e) for weight, e in zip(weights, expected, strict=True))
    gains = [weight * (each.points - e) for weight, each, e in zip(weights, scores, expected, strict=True)]
    delta = v * sum(gains)

    def f(x: float) -> float:
        grown = phi**2 + v + math.exp(x)
        return math.exp(x) * (delta**2 - grown) / (2 * grown**2) - (x - math.log(sigma**2)) / 0.5**2

    below, above = -50.0, 10.0
    for _ in range(200):
        middle = (below + above) / 2
        below, above = (middle, above) if f(middle) > 0 else (below, middle)
    sigma = math.exp(below / 2)
    star = math.hypot(phi, sigma)
    phi = 1 / math.sqrt(1 / star**2 + 1 / v)
    mu += phi**2 * sum(gains)
    return Rating(173.7178 * mu + 1500, min(173.7178 * phi, MAX_DEVIATION), sigma)


@pytest.mark.parametrize("deviations", [(30, 110), (300, 350), (350, 350)])
@pytest.mark.parametrize("periods", [1, 2, 40])
def test_uncertain_and_volatile_players_are_rated_as_the_paper_has_it(
    deviations: tuple[float, float], periods: int
) -> None:
    chance = random.Random(periods)

    def anyone(volatility: float) -> Rating:
        return Rating(chance.uniform(600, 2600), chance.uniform(*deviations), volatility)

    for _ in range(60):
        # The steps between the first and the last period have the volatility of before, which hardly changes.
        player = anyone(chance.uniform(0.02, 0.2) if periods == 1 else 0.001)
        scores = [Score(anyone(0.06), chance.choice([0, 0.5, 1])) for _ in range(chance.randint(1, 6))]
        after, right = rated(player, scores, periods), by_the_paper(player, scores, periods)
        assert after.rating == pytest.approx(right.rating, abs=0.01)
        assert after.deviation == pytest.approx(right.deviation, abs=0.01)
        assert after.volatility == pytest.approx(right.volatility, abs=1e-6)


def test_a_long_absence_makes_a_rating_no_less_sure_than_that_of_a_player_without_results() -> None:
    """Else one win after years would add thousands of points."""
    stronger = [Score(Rating(2500, 50), 1)]
    absent = rated(Rating(1000, 60, 0.06), stronger, periods=1e6)
    new = rated(Rating(1000, MAX_DEVIATION, 0.06), stronger)
    assert absent.rating == pytest.approx(new.rating, abs=1)
