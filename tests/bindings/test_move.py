"""Moves are values: each move is one object."""

from __future__ import annotations

import copy
import gc
import pickle
import sys

import pytest

from komadai import (
    ArgumentTypeError,
    InvalidMoveError,
    InvalidPieceError,
    InvalidSquareError,
    Move,
    PieceType,
    square,
)


def every_move() -> list[Move]:
    moves = []
    for value in range(1 << 15):
        try:
            moves.append(Move.from_int(value))
        except InvalidMoveError:
            continue
    return moves


def test_there_are_as_many_moves_as_two_squares_and_seven_drops_allow() -> None:
    assert len(every_move()) == 81 * 80 * 2 + 81 * 7


def test_every_move_survives_its_text_and_its_number() -> None:
    for move in every_move():
        assert Move.from_usi(move.usi()) is move
        assert Move.from_int(int(move)) is move


def test_the_same_move_is_the_same_object() -> None:
    move = Move.from_usi("8h2b+")
    assert Move.normal(square("8h"), square("2b"), True) is move
    assert Move.normal(square("8h"), square("2b")) is not move
    assert Move.dropping(PieceType.PAWN, square("5e")) is Move.from_usi("P*5e")


@pytest.mark.parametrize("protocol", range(2, pickle.HIGHEST_PROTOCOL + 1))
def test_copies_and_pickles_are_the_same_object(protocol: int) -> None:
    for text in ("7g7f", "8h2b+", "R*5e"):
        move = Move.from_usi(text)
        assert pickle.loads(pickle.dumps(move, protocol)) is move
        assert copy.copy(move) is move
        assert copy.deepcopy([move])[0] is move


def test_a_move_on_the_board_has_a_start_and_no_drop() -> None:
    move = Move.from_usi("8h2b+")
    assert (move.from_square, move.to_square) == (square("8h"), square("2b"))
    assert (move.drop, move.promotion) == (None, True)


def test_a_drop_has_a_piece_type_and_no_start() -> None:
    move = Move.from_usi("G*5e")
    assert (move.from_square, move.to_square) == (None, square("5e"))
    assert (move.drop, move.promotion) == (PieceType.GOLD, False)


def test_a_move_prints_as_usi() -> None:
    move = Move.from_usi("8h2b+")
    assert str(move) == f"{move}" == move.usi() == "8h2b+"
    assert eval(repr(move)) is move


def test_moves_can_be_matched_by_their_parts() -> None:
    match Move.from_usi("P*5e"):
        case Move(drop=PieceType.PAWN, to_square=to):
            assert to == square("5e")
        case _:
            pytest.fail("a pawn drop did not match")


def test_equality_and_hash_are_those_of_the_object() -> None:
    a, b = Move.from_usi("7g7f"), Move.from_usi("7g7f+")
    assert a == Move.from_usi("7g7f")
    assert a != b
    assert a != object()
    assert len({a, b, Move.from_usi("7g7f")}) == 2


@pytest.mark.parametrize(
    "text",
    ["", "7g", "7g7", "7g7g", "7g7z", "0a1a", "7g7f++", "7g7f ", " 7g7f", "K*5e", "p*5e", "P*5e+", "P*0e",
     "７g7f", "7G7F", "resign", "7g7f\0", "\ud800", "7g7f" * 1000],
)  # fmt: skip
def test_texts_that_are_no_move_are_refused(text: str) -> None:
    with pytest.raises(InvalidMoveError):
        Move.from_usi(text)


@pytest.mark.parametrize("value", [-1, 0, 1 << 14, 1 << 15, 1 << 16, 1 << 100, -(1 << 100), 127, 60 * 129])
def test_numbers_that_are_no_move_are_refused(value: int) -> None:
    with pytest.raises(InvalidMoveError):
        Move.from_int(value)


def test_parts_that_make_no_move_are_refused() -> None:
    with pytest.raises(InvalidMoveError):
        Move.normal(3, 3)
    with pytest.raises(InvalidSquareError):
        Move.normal(81, 3)
    with pytest.raises(InvalidSquareError):
        Move.dropping(PieceType.PAWN, -1)
    with pytest.raises(InvalidMoveError):
        Move.dropping(PieceType.KING, 3)
    with pytest.raises(InvalidMoveError):
        Move.dropping(PieceType.PRO_PAWN, 3)
    with pytest.raises(InvalidPieceError):
        Move.dropping(99, 3)  # type: ignore[arg-type]


def test_wrong_types_are_type_errors() -> None:
    for wrong in (None, 3, b"7g7f", ["7g7f"], Move.from_usi("7g7f")):
        with pytest.raises(TypeError):
            Move.from_usi(wrong)  # type: ignore[arg-type]
    for other in (None, 3.0, "3", b"3"):
        with pytest.raises(TypeError):
            Move.from_int(other)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        Move()
    with pytest.raises(TypeError):
        Move.normal(1)  # type: ignore[call-arg]
    with pytest.raises(TypeError):
        Move.normal(1, 2, True, 4)  # type: ignore[call-arg]
    with pytest.raises(TypeError):
        Move.normal(1, 2, promote=True)  # type: ignore[call-arg]
    with pytest.raises(TypeError):
        Move.normal(1, 2, to_square=3)  # type: ignore[misc]


def test_a_move_cannot_be_changed() -> None:
    move = Move.from_usi("7g7f")
    with pytest.raises(AttributeError):
        move.to_square = 3  # type: ignore[misc]
    with pytest.raises(AttributeError):
        move.comment = "good"  # type: ignore[attr-defined]
    with pytest.raises(TypeError):
        Move.usi = None  # type: ignore[method-assign, assignment]


def test_no_class_can_be_made_from_move() -> None:
    with pytest.raises(TypeError):
        type("Faster", (Move,), {})


def test_a_move_outlives_every_reference_to_it() -> None:
    for _ in range(1000):
        Move.from_usi("7g7f")
    gc.collect()
    assert Move.from_usi("7g7f").usi() == "7g7f"
    assert sys.getrefcount(Move.from_usi("7g7f")) > 1 << 28


# -- the 16 bits of other programs


@pytest.mark.parametrize(
    ("usi", "psv", "csa16"),
    [
        # Values that cshogi 1.1.0 gives (move16, move16_to_psv).
        ("7g7f", 0x1E3B, 0x1E3B),
        ("8h2b+", 0xA30A, 0x630A),
        ("P*5e", 0x40A8, 0x28A8),
        ("R*5e", 0x4328, 0x2B28),
        ("G*1a", 0x4380, 0x2B80),
        ("9a9i", 0x2450, 0x2450),
    ],
)
def test_moves_have_the_numbers_of_other_programs(usi: str, psv: int, csa16: int) -> None:
    move = Move.from_usi(usi)
    assert (move.psv, move.csa16) == (psv, csa16)
    assert Move.from_psv(psv) is Move.from_csa16(csa16) is move


def test_every_move_survives_the_numbers_of_other_programs() -> None:
    for move in every_move():
        assert Move.from_psv(move.psv) is move
        assert Move.from_csa16(move.csa16) is move
    for read, numbers in (
        (Move.from_psv, {move.psv for move in every_move()}),
        (Move.from_csa16, {move.csa16 for move in every_move()}),
    ):
        assert len(numbers) == len(every_move())
        for value in [*range(-2, 1 << 16), 1 << 16, 1 << 40, 1 << 70]:
            if value not in numbers:
                with pytest.raises(InvalidMoveError):
                    read(value)
        with pytest.raises(ArgumentTypeError):
            read("7g7f")  # type: ignore[arg-type]


def test_a_mirrored_move_goes_between_the_mirrored_squares() -> None:
    assert Move.from_usi("7g7f").mirror() is Move.from_usi("3c3d")
    assert Move.from_usi("7g7f").mirror_files() is Move.from_usi("3g3f")
    assert Move.from_usi("P*5e").mirror() is Move.from_usi("P*5e").mirror_files() is Move.from_usi("P*5e")
    assert Move.from_usi("8h2b+").mirror() is Move.from_usi("2b8h+")
    for move in every_move():
        assert move.mirror().mirror() is move.mirror_files().mirror_files() is move
