"""How a side played, in numbers."""

from __future__ import annotations

import pytest

from komadai import Board
from komadai.study.game_review.style import Style, styles


def of(position: str, moves: str, clash: int | None = None) -> tuple[Style | None, Style | None]:
    board = Board(position)
    boards = [board.copy()]
    for usi in moves.split():
        board.push_usi(usi)
        boards.append(board.copy())
    return styles(boards, board.history, [0.5] * len(boards), clash)


def test_moves_that_check_capture_or_reach_the_last_ranks_are_attacks() -> None:
    # A quiet move, a drop with check in the last ranks.
    black, white = of("4k4/9/9/9/9/9/9/9/4K4 b G 1", "5i5h 5a4a G*4b", None)
    assert black is not None
    assert white is not None
    assert black.attack == 50
    assert black.drops == 50
    assert (white.attack, white.drops) == (0, 0)


def test_only_moves_from_the_first_clash_on_count() -> None:
    black, _ = of("4k4/9/9/9/9/9/9/9/4K4 b G 1", "5i5h 5a4a G*4b", 3)
    assert black is not None
    assert black.attack == 100


def test_the_defence_is_the_generals_within_two_squares_of_the_king() -> None:
    black, white = of("4k4/9/9/9/9/9/9/3SGG3/4K3S b - 1", "5i6i")
    assert black is not None
    assert black.defence == 75  # the silver on 1i is too far away
    assert white is None


def test_a_game_without_changes_of_the_win_rate_has_the_least_sharpness() -> None:
    black, _ = of("4k4/9/9/9/9/9/9/9/4K4 b G 1", "5i5h 5a4a G*4b")
    assert black is not None
    assert black.sharpness == pytest.approx(100 * 0.5 / 12)


def test_a_game_without_moves_has_no_style() -> None:
    assert of("4k4/9/9/9/9/9/9/9/4K4 b G 1", "") == (None, None)
