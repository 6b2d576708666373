"""board.legal_moves is an immutable sequence."""

from __future__ import annotations

import pickle
import random
import sys
from collections.abc import Sequence

import pytest

from komadai import Board, InvalidMoveError, InvalidSquareError, LegalMoves, Move, PieceType


def test_the_start_has_thirty_moves() -> None:
    moves = Board().legal_moves
    assert len(moves) == len(list(moves)) == len(set(moves)) == 30
    assert Move.from_usi("7g7f") in moves
    assert Move.from_usi("7g7e") not in moves


def test_other_objects_are_not_in_the_sequence() -> None:
    moves = Board().legal_moves
    for other in (None, 3, moves, object()):
        assert other not in moves


def test_a_text_may_stand_for_a_move() -> None:
    moves = Board().legal_moves
    assert "7g7f" in moves  # type: ignore[comparison-overlap]
    assert "7g7e" not in moves  # type: ignore[comparison-overlap]
    assert moves[moves.index("7g7f")] is Move.from_usi("7g7f")
    assert (moves.count("7g7f"), moves.count("7g7e")) == (1, 0)
    for text in ("76歩", "P-7f", "", "\ud800"):
        with pytest.raises(InvalidMoveError):
            text in moves  # type: ignore[comparison-overlap] # noqa: B015
        with pytest.raises(InvalidMoveError):
            moves.index(text)


def test_legal_moves_are_a_sequence() -> None:
    moves = Board().legal_moves
    as_list = list(moves)
    assert isinstance(moves, Sequence)
    assert moves[0] is as_list[0]
    assert moves[-1] is as_list[-1]
    assert moves[3:7] == as_list[3:7]
    assert moves[::-2] == as_list[::-2]
    assert moves[50:] == []
    assert list(reversed(moves)) == as_list[::-1]
    assert moves.index(as_list[7]) == 7
    assert moves.count(as_list[7]) == 1
    assert moves.count(Move.from_usi("1a1b")) == 0
    assert random.choice(moves) in moves


def test_an_index_beyond_the_moves_raises() -> None:
    moves = Board().legal_moves
    for index in (30, -31, 1 << 40):
        with pytest.raises(IndexError):
            moves[index]
    with pytest.raises(IndexError):
        moves[1 << 100]
    with pytest.raises(TypeError):
        moves["7g7f"]  # type: ignore[call-overload]
    with pytest.raises(ValueError, match="1a1b"):
        moves.index(Move.from_usi("1a1b"))
    with pytest.raises(ValueError, match="not a legal move"):
        moves.index(3)


def test_the_sequence_does_not_change_with_the_board() -> None:
    board = Board()
    moves = board.legal_moves
    before = list(moves)
    board.push(before[0])
    assert list(moves) == before
    del board
    assert list(moves) == before


def test_a_sequence_equals_a_list_or_tuple_of_the_same_moves() -> None:
    moves = Board().legal_moves
    assert moves == Board().legal_moves
    assert moves == list(moves)
    assert list(moves) == moves
    assert moves == tuple(moves)
    assert moves != list(moves)[1:]
    assert moves != list(moves)[::-1]
    assert moves != [0] * 30
    assert moves != 3
    with pytest.raises(TypeError):
        moves < moves  # type: ignore[operator] # noqa: B015
    with pytest.raises(TypeError):
        hash(moves)


def test_a_sequence_without_moves_is_false() -> None:
    mated = Board("8k/8G/8P/9/9/9/9/9/4K4 w - 1")
    assert len(mated.legal_moves) == 0
    assert not mated.legal_moves
    assert list(mated.legal_moves) == []


def test_a_sequence_cannot_be_constructed_or_changed() -> None:
    moves = Board().legal_moves
    with pytest.raises(TypeError):
        LegalMoves()
    with pytest.raises(TypeError):
        moves[0] = moves[1]  # type: ignore[index]
    with pytest.raises(TypeError):
        del moves[0]  # type: ignore[attr-defined]
    with pytest.raises(TypeError):
        pickle.dumps(moves)


def test_an_iterator_knows_its_length() -> None:
    iterator = iter(Board().legal_moves)
    assert iterator.__length_hint__() == 30  # type: ignore[attr-defined]
    for _ in range(30):
        next(iterator)
    assert iterator.__length_hint__() == 0  # type: ignore[attr-defined]
    for _ in range(3):
        with pytest.raises(StopIteration):
            next(iterator)


def test_the_repr_lists_the_moves() -> None:
    assert repr(Board("8k/8G/8P/9/9/9/9/9/4K4 w - 1").legal_moves) == "<LegalMoves []>"
    assert "Move.from_usi('7g7f')" in repr(Board().legal_moves)


def test_no_reference_leaks() -> None:
    board = Board()
    moves = board.legal_moves
    references = sys.getrefcount(moves)
    for _ in range(100):
        iterator = iter(moves)
        next(iterator)
        list(moves)
        moves[2:5]
        repr(moves)
        assert moves == list(moves)
    del iterator
    assert sys.getrefcount(moves) == references


def test_the_moves_to_a_square_are_the_legal_moves_that_go_there() -> None:
    rng, board = random.Random(5), Board()
    for _ in range(300):
        moves = list(board.legal_moves)
        if not moves:
            break
        for square in range(81):
            here = board.legal_moves_to(square)
            assert sorted(here, key=int) == sorted((m for m in moves if m.to_square == square), key=int)
            assert [m.drop is None for m in here] == sorted((m.drop is None for m in here), reverse=True)
            for kind in PieceType:
                of_kind = [m for m in here if (m.drop or _kind_on(board, m.from_square)) is kind]
                assert board.legal_moves_to(square, piece_type=kind) == of_kind
        board.push(rng.choice(moves))


def _kind_on(board: Board, square: int | None) -> PieceType:
    piece = None if square is None else board.piece_at(square)
    assert piece is not None
    return piece.type


def test_there_are_no_moves_to_a_square_that_does_not_exist() -> None:
    with pytest.raises(ValueError, match="81"):
        Board().legal_moves_to(81)
    with pytest.raises(ValueError, match="PieceType"):
        Board().legal_moves_to(0, 15)  # type: ignore[arg-type]
    with pytest.raises(InvalidSquareError):
        Board().legal_moves_to("7j")
