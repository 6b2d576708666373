"""Glicko-2 gives what its author's own example gives, and moves the way it should."""

from __future__ import annotations

import pytest

from komadai.ratings.glicko import WIDEST, Rating, Score, chance, rated

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
    assert STEADY.deviation < after.deviation <= WIDEST
    assert rated(STEADY, [], periods=1e9).deviation == pytest.approx(WIDEST)


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
