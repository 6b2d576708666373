"""The accuracy of moves and games, by the formula that was fitted to results of shogi games."""

from __future__ import annotations

import pytest

from komadai.study.game_review.accuracy import game_accuracy, move_accuracy


@pytest.mark.parametrize(
    ("loss", "expected"),
    # 100 * exp(-0.020 * d), at d = 0, 5, 10, 20, 50, 100 percentage points
    [(-0.1, 100.0), (0.0, 100.0), (0.05, 90.48), (0.1, 81.87), (0.2, 67.03), (0.5, 36.79), (1.0, 13.53)],
)
def test_the_accuracy_of_a_move_falls_with_the_win_rate_it_loses(loss: float, expected: float) -> None:
    assert move_accuracy(loss) == pytest.approx(expected, abs=0.005)


def test_a_game_without_losses_is_100_for_both() -> None:
    assert game_accuracy([0.0] * 4, [0, 1, 0, 1]) == (100.0, 100.0)


def test_a_side_without_moves_has_no_accuracy() -> None:
    assert game_accuracy([0.0], [0]) == (100.0, None)
    assert game_accuracy([], []) == (None, None)


def test_the_accuracy_of_a_side_is_the_mean_of_its_moves() -> None:
    black, white = game_accuracy([0.0, 0.02, 0.2, 0.02, 0.1, 0.0], [0, 1, 0, 1, 0, 1])
    assert black == pytest.approx((100.0 + 67.03 + 81.87) / 3, abs=0.005)
    assert white == pytest.approx((96.08 + 96.08 + 100.0) / 3, abs=0.005)
