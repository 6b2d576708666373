"""Patterns on the wire: which of them are a way to ask for one position."""

from __future__ import annotations

import pytest

from komadai import Board
from komadai.errors import DatabaseError
from komadai.server.positions.pattern import PositionPattern

START = """
l n s g k g s n l
_ r _ _ _ _ _ b _
p p p p p p p p p
_ _ _ _ _ _ _ _ _
_ _ _ _ _ _ _ _ _
_ _ _ _ _ _ _ _ _
P P P P P P P P P
_ B _ _ _ _ _ R _
L N S G K G S N L
"""
WILD = ". . . . . . . . .\n"


def lines(*numbers: int) -> PositionPattern:
    """The ranks with these numbers of the start position."""
    ranks = START.strip().splitlines(keepends=True)
    return PositionPattern("".join(each if at + 1 in numbers else WILD for at, each in enumerate(ranks)))


@pytest.mark.parametrize("ranks", [range(1, 10), (1, 2, 3), (7, 8, 9), (1, 3, 7, 9), (4, 5, 6)])
def test_half_of_the_pieces_or_of_the_empty_squares_describe_a_position(ranks: range) -> None:
    assert lines(*ranks).describes(Board())


@pytest.mark.parametrize("ranks", [(), (7,), (8, 9), (1, 9), (4, 5)])
def test_less_does_not(ranks: tuple[int, ...]) -> None:
    assert not lines(*ranks).describes(Board())


def test_a_pattern_describes_no_position_that_it_does_not_fit() -> None:
    board = Board()
    board.push_usi("7g7f")
    assert not PositionPattern(START).describes(board)
    assert not PositionPattern(START + "turn: white").describes(Board())


def test_what_it_also_fits_is_not_described() -> None:
    """The images of a position are compared one by one."""
    board = Board("4k4/9/9/9/9/9/9/9/3GK4 b - 1")
    rows = "_ _ _ _ k _ _ _ _\n" + "_ _ _ _ _ _ _ _ _\n" * 7 + "_ _ _ G K _ _ _ _\n"
    assert PositionPattern(rows + "mirror: yes").describes(board)
    assert not PositionPattern(rows + "mirror: yes").describes(board.mirror_files())


def test_what_is_no_pattern_describes_nothing() -> None:
    assert not PositionPattern("nonsense").describes(Board())
    with pytest.raises(DatabaseError):
        PositionPattern("nonsense").pattern()
