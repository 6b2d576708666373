"""The moves that single texts of KIF and KI2 mean in a position."""

from __future__ import annotations

import pytest

from komadai import Board, Move
from komadai.kifu.formats.kif.moves import Meaning, by_words, numbered
from komadai.messages import Message

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
def test_a_numbered_move_has_its_origin(what: str, usi: str) -> None:
    assert numbered(what, Board(), None) == Meaning(Move.from_usi(usi))


def test_a_move_comes_with_the_problem_of_its_text() -> None:
    board = Board()
    assert numbered("７六銀(77)", board, None) == Meaning(
        Move.from_usi("7g7f"), Message("move-other-piece", {"piece": "pawn"}, "piece-moved")
    )
    assert numbered("７六歩", board, None) == Meaning(Move.from_usi("7g7f"), Message("move-without-origin"))
    assert numbered("同　歩(77)", board, None) == Meaning(
        None, Message("move-without-previous-square", action="left-out")
    )
    assert numbered("５五金(00)", board, None) == Meaning(Move.from_usi("G*5e"))


def test_the_same_square_is_the_one_of_the_move_before() -> None:
    assert numbered("同　角成(88)", Board(), AFTER) == Meaning(Move.from_usi("8h3d+"))


def test_words_distinguish_moves() -> None:
    assert by_words("▲５八金右", Board(), None) == Meaning(Move.from_usi("4i5h"))
    assert by_words("５八金左", Board(), None) == Meaning(Move.from_usi("6i5h"))
    assert by_words("５八金", Board(), None).move is None
    problem = by_words("５八金", Board(), None).problem
    assert problem is not None
    assert problem.code == "move-no-such-because"
    assert problem.startswith("no such move here (could be ")


@pytest.mark.parametrize("what", ["投了", "", "千日手"])
def test_other_words_are_no_moves(what: str) -> None:
    assert numbered(what, Board(), None) == Meaning() == by_words(what, Board(), None)
