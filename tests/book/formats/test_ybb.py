"""YaneuraOu's binary format."""

from __future__ import annotations

import io
from pathlib import Path
from struct import pack

import pytest

from komadai import Board, Move
from komadai.book import BookEntry, BookError, BookMove, ordered
from komadai.book.entry import position_key
from komadai.book.formats import ybb
from komadai.book.formats.ybb import YbbBook
from tests.book.samples import entries

START = "58a451220ceb67227e9653221caf447824c22b119e53221ceb6f223e9651220c"


def book_file(made: list[BookEntry], folder: Path) -> Path:
    path = folder / "book.ybb"
    with path.open("wb") as file:
        ybb.write(made, file)
    return path


def test_a_file_is_a_head_positions_and_moves(tmp_path: Path) -> None:
    """The bytes are those that YaneuraOu writes for this position and these moves."""
    moves = [("2g2f", 63, 27), ("7g7f", 20, 25), ("5g5f", -32, 23), ("2h7h", -55, 22), ("3g3f", -74, 18)]
    entry = BookEntry(
        position_key(Board()),
        tuple(BookMove(Move.from_usi(usi), score=score, depth=depth) for usi, score, depth in moves),
    )
    data = b"YANE-BINBOOK-V1\0" + pack("<QQ", 1, 1) + bytes.fromhex(START) + pack("<QHH", 0, 1, 5)
    data += bytes.fromhex("8e073f001b003b1e14001900" + "2915e0ff1700" + "3d08c9ff1600" + "170cb6ff1200")
    path = book_file([entry], tmp_path)
    assert path.read_bytes() == data
    with YbbBook(path) as book:
        assert list(book) == [entry]


def test_every_position_is_found(tmp_path: Path) -> None:
    made = list(ordered(entries(1000)))
    with YbbBook(book_file(made, tmp_path)) as book:
        assert len(book) == 1000
        assert {each.place for each in book} == {each.place for each in made}
        for each in made:
            found = book.entry(f"{each.place} 1")
            assert found is not None
            assert found.number == each.number
            known = any(one.score or one.depth for one in each.moves)
            assert [(one.move, one.score, one.depth) for one in found.moves] == [
                (one.move, one.score or 0, one.depth or 0) if known else (one.move, None, None)
                for one in each.moves
            ]
        assert book.entry("4k4/9/9/9/9/9/9/9/4K4 b - 1") is None


def test_a_position_may_be_looked_up_during_an_iteration(tmp_path: Path) -> None:
    made = list(ordered(entries(20)))
    with YbbBook(book_file(made, tmp_path)) as book:
        for each in book:
            assert book.get(each.sfen) == each.moves


def test_promotions_and_drops_have_their_own_bits(tmp_path: Path) -> None:
    board = Board("4k4/9/9/9/9/9/9/1B7/4K4 b RBGSNLP 1")
    moves = [Move.from_usi(usi) for usi in ("8h2b+", "8h2b", "P*5e", "R*5e", "G*5e", "B*5e")]
    made = BookEntry(position_key(board), tuple(BookMove(each, score=1, depth=2) for each in moves))
    file = io.BytesIO()
    ybb.write([made], file)
    path = tmp_path / "book.ybb"
    path.write_bytes(file.getvalue())
    values = [int.from_bytes(file.getvalue()[at : at + 2], "little") for at in range(76, 76 + 36, 6)]
    assert values[0] == 1 << 15 | 70 << 7 | 10
    assert values[2:] == [1 << 14 | kind << 7 | 40 for kind in (1, 6, 7, 5)]
    with YbbBook(path) as book:
        assert [each.move for each in book.get(board)] == moves


def test_a_book_without_depths_is_read(tmp_path: Path) -> None:
    path = tmp_path / "book.ybb"
    head = b"YANE-BINBOOK-V1\0" + pack("<QQ", 1, 0) + bytes.fromhex(START) + pack("<QHH", 0, 1, 1)
    path.write_bytes(head + pack("<Hh", 60 << 7 | 59, -8))
    with YbbBook(path) as book:
        assert book.get(Board()) == (BookMove(Move.from_usi("7g7f"), score=-8),)


@pytest.mark.parametrize(
    ("count", "offset", "moves", "sentence"),
    [
        (1 << 62, 0, 1, "byte 16: expected 4611686018427387904 positions of 44 bytes; the file ends before"),
        (1, 1 << 40, 1, "byte 64: expected at most 593 moves within the file"),
        (1, 0, 60000, "byte 64: expected at most 593 moves within the file"),
    ],
)
def test_huge_counts_are_refused(count: int, offset: int, moves: int, sentence: str, tmp_path: Path) -> None:
    path = tmp_path / "book.ybb"
    head = b"YANE-BINBOOK-V1\0" + pack("<QQ", count, 1) + bytes.fromhex(START)
    path.write_bytes(head + pack("<QHH", offset, 1, moves) + bytes(6))
    with pytest.raises(BookError) as caught, YbbBook(path) as book:
        book.get(Board())
    assert str(caught.value).startswith(sentence)
