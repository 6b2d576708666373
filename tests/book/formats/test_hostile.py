"""Truncated, randomly changed and malicious files: an answer or a BookError, in short time."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import pytest

from komadai import Board, KomadaiError
from komadai.book import FORMATS, BookEntry, BookError, save
from komadai.book import open as open_book
from komadai.book.formats.sbk.protobuf import put_bytes, put_number, put_varint
from tests.book.samples import entries

HEAD = b"#YANEURAOU-DB2016 1.00\n"
START = b"sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1\n"


def use_everything(path: Path, made: list[BookEntry]) -> None:
    """Calls everything that a book offers; only BookError may be raised."""
    try:
        with open_book(path) as book:
            for each in [*made[:3], *made[-3:]]:
                for one in book.get(each.sfen, flipped=True):
                    assert one.move in Board(each.sfen).legal_moves
            for count, _ in enumerate(book):
                if count > 2000:
                    break
    except BookError as error:
        told = str(error)
    else:
        told = "nothing wrong"
    assert told


@pytest.fixture(scope="module")
def valid_entries() -> list[BookEntry]:
    return sorted(entries(60, seed=4), key=lambda each: each.place)


def cut(data: bytes, rng: random.Random) -> bytes:
    return data[: rng.randrange(len(data))]


def changed(data: bytes, rng: random.Random) -> bytes:
    changed = bytearray(data)
    for _ in range(rng.randint(1, 8)):
        changed[rng.randrange(len(data))] = rng.choice((0, 10, 32, 127, 128, 255, rng.randrange(256)))
    return bytes(changed)


def moved(data: bytes, rng: random.Random) -> bytes:
    one, other = sorted(rng.sample(range(len(data)), 2))
    return data[:one] + data[other:] + data[one:other]


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("harm", [cut, changed, moved], ids=lambda each: each.__name__)
def test_a_damaged_file_is_read_or_raises_book_error(
    format: str, harm: Callable[[bytes, random.Random], bytes], valid_entries: list[BookEntry], tmp_path: Path
) -> None:
    path = tmp_path / "book"
    save(valid_entries, path, format=format)
    data = path.read_bytes()
    for seed in range(80):
        path.write_bytes(harm(data, random.Random(seed)))
        use_everything(path, valid_entries)


@pytest.mark.parametrize(
    "data",
    [
        HEAD,
        HEAD + START,
        HEAD + START * 3,
        HEAD + START + b"7g7f none 99999999999999999999999 1 1\n",
        HEAD + START + "7g7f none ３ ３ ３\n".encode(),
        HEAD + b"sfen " + b"9" * 60_000 + b" b - 1\n7g7f\n",
        HEAD + START + b"7g7f " + b"#" * 60_000 + b"\n",
        HEAD + b"#" * 200_000,
        HEAD + START + b"7g7f\n" * 200_000,
        HEAD + b"sfen 9/9/9/9/9/9/9/9/9 b - 1\n7g7f\n",
        HEAD + b"sfen 9/9/9/9/9/9/9/9/9 b 99999999999P 1\n7g7f\n",
        b"\x1a\xff\xff\xff\xff\xff\xff\xff\xff\x7f",
        b"\x0a\x00" * 100_000,
        put_bytes(3, b"") * 100_000,
        put_bytes(3, put_bytes(9, put_number(1, 16807543) + put_number(4, 0)) * 20_000),
        put_bytes(3, put_bytes(7, b"9/9/9/9/9/9/9/9/9 b - 1")),
        b"\x1a" + put_varint(1 << 63),
        b"YANE-BINBOOK-V1\0" + b"\xff" * 16,
        b"YANE-BINBOOK-V1\0" + bytes(16),
        bytes(16) * 5000,
        b"\xff\x7f" * 8,
    ],
    ids=lambda data: repr(data[:30]) + str(len(data)),
)
def test_malicious_files_are_handled_in_short_time(
    data: bytes, valid_entries: list[BookEntry], tmp_path: Path
) -> None:
    path = tmp_path / "book"
    path.write_bytes(data)
    use_everything(path, valid_entries)


def test_two_thousand_fully_connected_states_are_enumerated(tmp_path: Path) -> None:
    moves = b"".join(
        put_bytes(9, put_number(1, 16807543) + put_number(3, 1) + put_number(4, each)) for each in range(50)
    )
    path = tmp_path / "book.sbk"
    path.write_bytes(put_bytes(3, moves) * 2000)
    with open_book(path) as book:
        assert len(list(book)) == 1


def test_looking_up_an_invalid_position_finds_nothing(valid_entries: list[BookEntry], tmp_path: Path) -> None:
    path = tmp_path / "book.db"
    save(valid_entries, path)
    with open_book(path) as book, pytest.raises(KomadaiError, match="position"):
        book.get("hello")


def test_a_file_that_becomes_shorter_while_it_is_open(valid_entries: list[BookEntry], tmp_path: Path) -> None:
    for format in FORMATS:
        path = tmp_path / format
        save(valid_entries, path, format=format)
        with open_book(path) as book:
            with path.open("r+b") as file:
                file.truncate(path.stat().st_size // 3)
            for each in valid_entries:
                try:
                    book.get(each.sfen)
                except BookError as error:
                    assert str(error)  # noqa: PT017 (an answer is right, too)
