"""Packed positions: the 32 bytes of training data."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from komadai import HANDICAPS, Board, PackedPositionError, SfenError
from tests.reference import SET, Position
from tests.rules.positions import MATSURI, MOST_MOVES, START, positions, random_position

SAMPLES = Path(__file__).parents[1] / "data" / "packed_positions.json"


@pytest.mark.parametrize(("sfen", "packed"), json.loads(SAMPLES.read_text()).items())
def test_the_bytes_are_those_of_other_programs(sfen: str, packed: str) -> None:
    assert Board(sfen).pack().hex() == packed
    assert Board.unpack(bytes.fromhex(packed)) == Board(sfen)


def missing(position: Position) -> int:
    """The number of the forty pieces that are neither on the board nor in hand."""
    on_hand = sum(sum(hand.values()) for hand in position.hands.values())
    return sum(SET.values()) + 2 - len(position.board) - on_hand


@given(positions(both_kings=True))
def test_a_packed_position_unpacks_to_the_same_position(position: Position) -> None:
    board = Board(position.sfen())
    if position.king("b") is None or position.king("w") is None:
        with pytest.raises(PackedPositionError):
            board.pack()
        return
    packed = board.pack()
    assert len(packed) == 32
    assert Board.unpack(packed) == board
    assert Board.unpack(packed).key == board.key


def test_handicap_starts_unpack_to_the_same_position() -> None:
    for handicap in HANDICAPS:
        board = Board(handicap.sfen)
        assert Board.unpack(board.pack()) == board


def test_every_position_of_a_random_game_unpacks_to_the_same_position() -> None:
    dice = random.Random(7)
    board = Board()
    while board.ply < 300 and board.legal_moves:
        assert Board.unpack(board.pack()).sfen().split()[:3] == board.sfen().split()[:3]
        board.push(dice.choice(board.legal_moves))


def test_positions_that_cannot_be_packed() -> None:
    without_a_king = "4k4/9/9/9/9/9/9/9/9 b RBGSNLP3g3n17p 1"
    with pytest.raises(PackedPositionError):
        Board(without_a_king).pack()
    with pytest.raises(PackedPositionError):
        Board("4k2k1/9/9/9/9/9/9/9/4K4 b - 1", validate=False).pack()


@given(st.binary(min_size=32, max_size=32))
def test_any_32_bytes_are_a_position_or_raise_an_error_of_the_library(data: bytes) -> None:
    try:
        board = Board.unpack(data)
    except (PackedPositionError, SfenError):
        return
    assert Board.unpack(board.pack()) == board
    assert Position.from_sfen(board.sfen()).wrong() == []


@given(positions(both_kings=True), st.integers(0, 255))
def test_one_flipped_bit_gives_a_position_or_an_error_of_the_library(position: Position, bit: int) -> None:
    if position.king("b") is None or position.king("w") is None:
        return
    data = bytearray(Board(position.sfen()).pack())
    data[bit // 8] ^= 1 << bit % 8
    try:
        board = Board.unpack(bytes(data))
    except (PackedPositionError, SfenError):
        return
    assert Position.from_sfen(board.sfen()).wrong() == []


@pytest.mark.parametrize("size", [0, 1, 31, 33, 64])
def test_positions_have_32_bytes(size: int) -> None:
    with pytest.raises(PackedPositionError):
        Board.unpack(bytes(size))


def test_thousands_of_positions_pack_as_in_cshogi() -> None:
    cshogi = pytest.importorskip("cshogi", reason="cshogi, a peer, is installed for benchmarks only")
    numpy = pytest.importorskip("numpy")
    theirs = cshogi.Board()
    dice = random.Random(8)
    compared = 0
    sfens = [START, MATSURI, MOST_MOVES]
    while compared < 3000:
        if compared % 3:
            board = Board()
            for _ in range(dice.randint(0, 150)):
                if not board.legal_moves:
                    break
                board.push(dice.choice(board.legal_moves))
            sfen = board.sfen()
        else:
            position = random_position(dice)
            if position.king("b") is None or position.king("w") is None or missing(position):
                sfen = dice.choice(sfens)
            else:
                sfen = position.sfen()
        theirs.set_sfen(sfen)
        packed = numpy.zeros(1, cshogi.PackedSfen)
        theirs.to_psfen(packed)
        assert Board(sfen).pack() == packed.tobytes(), sfen
        compared += 1
