"""Which move a text of a KIF or KI2 record means, apart from any record."""

from __future__ import annotations

import pytest

from komadai import Board, Move
from komadai.kifu.formats.kif.moves import Meant, numbered, told_apart

AFTER = Move.from_usi("3c3d")


@pytest.mark.parametrize(
    ("what", "usi"),
    [
        ("７六歩(77)", "7g7f"),
        ("▲７六　歩(77)", "7g7f"),
        ("76歩（７７）", "7g7f"),
        ("３三角成(88)", "8h3c+"),
        ("５五歩打", "P*5e"),
    ],
)
def test_a_numbered_move_says_whence_it_comes(what: str, usi: str) -> None:
    assert numbered(what, Board(), None) == Meant(Move.from_usi(usi))


def test_what_is_odd_is_told_with_the_move() -> None:
    board = Board()
    assert numbered("７六銀(77)", board, None) == Meant(
        Move.from_usi("7g7f"), "the piece on this square is a pawn; it was moved"
    )
    assert numbered("７六歩", board, None) == Meant(
        Move.from_usi("7g7f"), "expected the square the piece comes from"
    )
    assert numbered("同　歩(77)", board, None) == Meant(None, "同 without a move before; left out")
    assert numbered("５五金(00)", board, None) == Meant(Move.from_usi("G*5e"))


def test_the_same_square_is_the_one_of_the_move_before() -> None:
    assert numbered("同　角成(88)", Board(), AFTER) == Meant(Move.from_usi("8h3d+"))


def test_words_tell_moves_apart() -> None:
    assert told_apart("▲５八金右", Board(), None) == Meant(Move.from_usi("4i5h"))
    assert told_apart("５八金左", Board(), None) == Meant(Move.from_usi("6i5h"))
    assert told_apart("５八金", Board(), None).move is None
    assert told_apart("５八金", Board(), None).problem.startswith("no such move here (could be ")


@pytest.mark.parametrize("what", ["投了", "", "千日手"])
def test_other_words_are_no_moves(what: str) -> None:
    assert numbered(what, Board(), None) == Meant() == told_apart(what, Board(), None)
