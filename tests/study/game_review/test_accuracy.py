"""The accuracy of moves and games, by the formula of lichess."""

from __future__ import annotations

import pytest

from komadai.study.game_review.accuracy import game_accuracy, move_accuracy


@pytest.mark.parametrize(
    ("loss", "expected"),
    # 103.1668 * exp(-0.04354 * d) - 3.1669 + 1, at d = 0, 5, 10, 20, 50 percentage points
    [(0.0, 100.0), (0.05, 80.82), (0.1, 64.58), (0.2, 41.01), (0.5, 9.53), (1.0, 0.0)],
)
def test_the_accuracy_of_a_move_falls_with_the_win_rate_it_loses(loss: float, expected: float) -> None:
    assert move_accuracy(loss) == pytest.approx(expected, abs=0.05)


def test_a_game_without_losses_is_100_for_both() -> None:
    assert game_accuracy([0.5] * 5, [0.0] * 4, [0, 1, 0, 1]) == (100.0, 100.0)


def test_a_side_without_moves_has_no_accuracy() -> None:
    assert game_accuracy([0.5, 0.5], [0.0], [0]) == (100.0, None)
    assert game_accuracy([0.5], [], []) == (None, None)


def test_the_accuracy_of_a_game_is_between_those_of_its_moves() -> None:
    wins = [0.5, 0.52, 0.5, 0.3, 0.32, 0.31, 0.3]
    black, white = game_accuracy(wins, [0.0, 0.02, 0.2, 0.02, 0.01, 0.0], [0, 1, 0, 1, 0, 1])
    assert black is not None
    assert white is not None
    assert move_accuracy(0.2) < black < 100
    assert black < white
