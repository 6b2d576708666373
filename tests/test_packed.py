"""PSV and HCPE: records of training data as other programs read and write them."""

from __future__ import annotations

import random
import struct
import subprocess
import sys

import pytest

from komadai import BLACK, WHITE, Board, Color, Move, PackedPositionError, RangeError
from komadai.packed import HCP_DTYPE, HCPE_DTYPE, PSV_DTYPE, EvaluatedPosition, read_hcpe, read_psv


def records(count: int) -> list[EvaluatedPosition]:
    rng = random.Random(count)
    board = Board()
    made = []
    for _ in range(count):
        move = rng.choice(board.legal_moves)
        winner: Color | None = rng.choice([BLACK, WHITE, None])
        made.append(EvaluatedPosition(board.copy(), rng.randint(-(1 << 15), (1 << 15) - 1), move, winner))
        board.push(move)
        if board.is_game_over():
            board.reset()
    return made


def test_records_survive_both_formats() -> None:
    made = records(300)
    assert list(read_psv(b"".join(each.to_psv() for each in made))) == made
    assert list(read_hcpe(b"".join(each.to_hcpe() for each in made))) == made
    assert [each.board.move_number for each in read_psv(made[7].to_psv())] == [8]


def test_the_fields_of_psv_stand_where_yaneuraou_has_them() -> None:
    record = EvaluatedPosition(Board("startpos moves 7g7f"), -123, Move.from_usi("3c3d"), BLACK)
    data = record.to_psv()
    assert data[:32] == record.board.pack()
    # int16 score, uint16 move, uint16 gamePly, int8 game_result (from the side to move), one byte unused
    assert data[32:] == struct.pack("<hHHbB", -123, Move.from_usi("3c3d").psv, 2, -1, 0)


def test_the_fields_of_hcpe_stand_where_apery_has_them() -> None:
    for winner, result in ((BLACK, 1), (WHITE, 2), (None, 0)):
        record = EvaluatedPosition(Board("startpos moves 7g7f"), 55, Move.from_usi("3c3d"), winner)
        data = record.to_hcpe()
        assert data[:32] == record.board.pack_hcp()
        # int16 eval, uint16 bestMove16, int8 gameResult, one byte unused
        assert data[32:] == struct.pack("<hHbB", 55, Move.from_usi("3c3d").csa16, result, 0)


def test_how_a_game_ended_may_stand_in_the_high_bits_of_gameresult() -> None:
    data = bytearray(records(1)[0].to_hcpe())
    data[36] = 4 | 2
    assert EvaluatedPosition.from_hcpe(bytes(data)).winner is WHITE


def test_no_move_is_the_number_0() -> None:
    record = EvaluatedPosition(Board(), 0, None, None)
    assert record.to_psv()[34:36] == record.to_hcpe()[34:36] == b"\0\0"
    assert EvaluatedPosition.from_psv(record.to_psv()).move is None
    assert EvaluatedPosition.from_hcpe(record.to_hcpe()).move is None


def test_what_does_not_fit_or_is_damaged_is_refused() -> None:
    good = records(1)[0]
    for score in (-32769, 32768):
        for write in (good._replace(score=score).to_psv, good._replace(score=score).to_hcpe):
            with pytest.raises(RangeError, match="score"):
                write()
    for read, data in ((read_psv, good.to_psv()), (read_hcpe, good.to_hcpe())):
        with pytest.raises(PackedPositionError, match="bytes"):
            list(read(data + data[:5]))
        with pytest.raises(PackedPositionError, match="move"):
            list(read(data[:34] + b"\x7f\x7f" + data[36:]))
    with pytest.raises(PackedPositionError, match="game_result"):
        list(read_psv(good.to_psv()[:38] + b"\x02\0"))
    with pytest.raises(PackedPositionError, match="gameResult"):
        list(read_hcpe(good.to_hcpe()[:36] + b"\x03\0"))


def test_numpy_reads_the_records_by_their_dtypes() -> None:
    numpy = pytest.importorskip("numpy")
    made = records(50)
    psv = numpy.frombuffer(b"".join(each.to_psv() for each in made), PSV_DTYPE)
    hcpe = numpy.frombuffer(b"".join(each.to_hcpe() for each in made), HCPE_DTYPE)
    assert (psv.dtype.itemsize, hcpe.dtype.itemsize, numpy.dtype(HCP_DTYPE).itemsize) == (40, 38, 32)
    assert psv["score"].tolist() == hcpe["eval"].tolist() == [each.score for each in made]
    assert psv["gamePly"].tolist() == [each.board.move_number for each in made]
    for i, each in enumerate(made):
        assert Board.unpack(psv["sfen"][i].tobytes()) == each.board
        assert Board.unpack_hcp(hcpe["hcp"][i].tobytes()) == each.board
        assert Move.from_psv(psv["move"][i]) is Move.from_csa16(hcpe["bestMove16"][i]) is each.move
    assert list(read_psv(psv.tobytes())) == made


def test_numpy_is_not_imported() -> None:
    code = "import komadai.packed, sys; sys.exit('numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_cshogi_has_the_same_dtypes() -> None:
    numpy = pytest.importorskip("numpy")
    cshogi = pytest.importorskip("cshogi", reason="cshogi, a peer, is installed for benchmarks only")
    assert numpy.dtype(cshogi.PackedSfenValue) == numpy.dtype(PSV_DTYPE)
    assert numpy.dtype(cshogi.HuffmanCodedPosAndEval) == numpy.dtype(HCPE_DTYPE)
    assert numpy.dtype(cshogi.HuffmanCodedPos) == numpy.dtype(HCP_DTYPE)
