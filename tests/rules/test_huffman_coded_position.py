"""HuffmanCodedPos, the 32 bytes of Apery, dlshogi and cshogi: as cshogi 1.1.0 writes them."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from komadai import HANDICAPS, Board, PackedPositionError

SAMPLES: dict[str, str] = json.loads(
    (Path(__file__).parents[1] / "data" / "hcp_positions.json").read_text("utf-8")
)


@pytest.mark.parametrize(("sfen", "hexadecimal"), SAMPLES.items(), ids=range(len(SAMPLES)))
def test_positions_are_packed_as_cshogi_packs_them(sfen: str, hexadecimal: str) -> None:
    board, data = Board(sfen), bytes.fromhex(hexadecimal)
    assert board.pack_hcp() == data
    assert Board.unpack_hcp(data) == board


def test_every_position_of_a_game_comes_back() -> None:
    rng = random.Random(3)
    for handicap in HANDICAPS:
        board = Board.handicap(handicap)
        for _ in range(60):
            assert Board.unpack_hcp(board.pack_hcp()) == board
            if board.is_game_over():
                break
            board.push(rng.choice(board.legal_moves))


def test_what_cannot_be_packed_is_refused() -> None:
    for sfen in ("9/9/9/9/9/9/9/9/9 b - 1", "4k4/9/9/9/9/9/9/9/9 b - 1"):
        with pytest.raises(PackedPositionError, match="king"):
            Board(sfen).pack_hcp()
    with pytest.raises(PackedPositionError):
        Board("4k4/4R4/9/9/9/9/9/9/4K4 b - 1", validate=False).pack_hcp()
    for data in (b"", bytes(31), bytes(33), bytes(32), b"\xff" * 32):
        with pytest.raises(PackedPositionError):
            Board.unpack_hcp(data)
    with pytest.raises(TypeError):
        Board.unpack_hcp("x" * 32)  # type: ignore[arg-type]


def test_damaged_bytes_are_refused_or_are_another_position() -> None:
    rng = random.Random(5)
    good = [bytes.fromhex(each) for each in SAMPLES.values()]
    for _ in range(20_000):
        data = bytearray(rng.choice(good))
        for _ in range(rng.randint(1, 3)):
            data[rng.randrange(32)] ^= 1 << rng.randrange(8)
        try:
            board = Board.unpack_hcp(bytes(data))
        except PackedPositionError:
            continue
        assert board.problems() == []
        assert Board.unpack_hcp(board.pack_hcp()) == board
