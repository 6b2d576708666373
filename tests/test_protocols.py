"""Boards and moves of variants are used through protocols; those of the ordinary game satisfy them."""

from __future__ import annotations

import inspect

import pytest

from komadai import Board, Move
from komadai.protocols import BoardLike, MoveLike


def last_square(board: BoardLike[Move]) -> int | None:
    """A function that a type checker accepts for a Board, because Board satisfies the protocol."""
    last = board.peek()
    return None if last is None else last.to_square


def test_a_board_and_a_move_satisfy_the_protocols() -> None:
    board: BoardLike[Move] = Board("startpos moves 7g7f")
    move: MoveLike = Move.from_usi("7g7f")
    assert isinstance(board, BoardLike)
    assert isinstance(move, MoveLike)
    assert last_square(board.copy()) == move.to_square


@pytest.mark.parametrize("thing", [3, "startpos", Move.from_usi("7g7f"), [Board()]])
def test_other_things_are_no_boards(thing: object) -> None:
    assert not isinstance(thing, BoardLike)


def test_a_small_variant_may_satisfy_them() -> None:
    class OneMove:
        from_square, to_square, promotion, drop = 0, 1, False, None

        def usi(self) -> str:
            return "1a1b"

    assert isinstance(OneMove(), MoveLike)


@pytest.mark.parametrize("protocol", [BoardLike, MoveLike])
def test_every_member_of_a_protocol_is_explained(protocol: type) -> None:
    for name, member in vars(protocol).items():
        if not name.startswith("_"):
            assert inspect.getdoc(member), name
