"""The accuracy of moves and games, by the formula that was fitted to results of shogi games."""

from __future__ import annotations

from math import exp

import pytest

from komadai.score import KOMADAI_WIN_RATE, Score, WinRateModel
from komadai.study.game_review.accuracy import WinRates, flattened, game_accuracy, move_accuracy


@pytest.mark.parametrize("cp", [-3000, -700, -40, 0, 300, 1000, 2500])
def test_the_flatter_curve_has_a_scale_2_3_times_as_large(cp: int) -> None:
    flatter = WinRateModel(2.3 * KOMADAI_WIN_RATE.scale)
    assert flattened(Score(cp).win_rate(KOMADAI_WIN_RATE)) == pytest.approx(Score(cp).win_rate(flatter))


def test_what_is_certain_stays_certain() -> None:
    assert [flattened(win) for win in (0.0, 0.5, 1.0)] == [0.0, 0.5, 1.0]


@pytest.mark.parametrize(
    ("before", "after"), [(0, 0), (0, 200), (100, 0), (0, -500), (1500, 500), (300, -2000), (-900, -1200)]
)
def test_the_accuracy_of_a_move_falls_with_the_score_it_loses(before: int, after: int) -> None:
    best, played = (1 / (1 + exp(-cp / 1196)) for cp in (before, after))  # the curve is written out
    expected = 100 * exp(-0.020 * 100 * max(0.0, best - played))
    wins = WinRates(*(Score(cp).win_rate(KOMADAI_WIN_RATE) for cp in (before, after)))
    assert move_accuracy(wins) == pytest.approx(expected)


def test_a_mate_thrown_away_costs_more_than_half_of_the_accuracy() -> None:
    assert move_accuracy(WinRates(1.0, 0.5)) == pytest.approx(100 * exp(-1))
    assert move_accuracy(WinRates(1.0, 0.0)) == pytest.approx(100 * exp(-2))


def test_a_game_without_losses_is_100_for_both() -> None:
    assert game_accuracy((ply % 2, WinRates(0.4, 0.4)) for ply in range(4)) == (100.0, 100.0)


def test_a_side_without_moves_has_no_accuracy() -> None:
    assert game_accuracy([(0, WinRates(0.5, 0.5))]) == (100.0, None)
    assert game_accuracy([]) == (None, None)


def test_the_accuracy_of_a_side_is_the_mean_of_its_moves() -> None:
    even, lost = WinRates(0.5, 0.5), WinRates(1.0, 0.0)
    black, white = game_accuracy([(0, even), (1, even), (0, lost), (1, even)])
    assert black == pytest.approx((100.0 + 100 * exp(-2)) / 2)
    assert white == 100.0
