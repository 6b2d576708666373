"""The encoding of a record is detected from its bytes."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from komadai import KomadaiError, kifu
from komadai.kifu import FORMATS, Report
from komadai.kifu.reading.encoding import decode
from tests.kifu.trees import random_tree, shape

RECORD = kifu.write(random_tree(3), "kif")
ENCODINGS = ("utf-8", "utf-8-sig", "cp932", "euc_jp", "iso2022_jp", "utf-16", "utf-32")


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_every_encoding_and_line_end(encoding: str, end: str) -> None:
    game = kifu.read(RECORD.replace("\n", end).encode(encoding))
    assert shape(game) == shape(random_tree(3))
    assert game.warnings == []


def test_a_short_text_is_enough_to_detect_the_encoding() -> None:
    for encoding in ("cp932", "euc_jp", "utf-8"):
        assert decode("先手：中原".encode(encoding), Report()).text == "先手：中原"


def test_undecodable_bytes_are_reported() -> None:
    data = RECORD.encode() + b"*\xff\xfe\n"
    game = kifu.read(data)
    assert game.warnings[0].line == RECORD.count("\n") + 1
    assert game.warnings[0].column == 2
    assert "utf-8" in game.warnings[0].message


def test_nul_characters_are_removed_with_a_warning() -> None:
    game = kifu.read(b"\0" + RECORD.encode())
    assert shape(game) == shape(random_tree(3))
    assert "NUL" in game.warnings[0].message


READERS = [key for key, each in FORMATS.items() if each.can_read]


@pytest.mark.parametrize("key", [None, *READERS])
@given(data=st.binary(max_size=400))
@settings(max_examples=150)
def test_any_bytes_raise_only_errors_of_the_package(key: str | None, data: bytes) -> None:
    with suppress(KomadaiError):
        list(kifu.read_all(data, key))


@pytest.mark.parametrize("key", READERS)
@given(seed=st.integers(0, 20), cuts=st.lists(st.tuples(st.integers(0, 5000), st.binary(max_size=6))))
@settings(max_examples=60)
def test_damaged_files_raise_only_errors_of_the_package(
    key: str, seed: int, cuts: list[tuple[int, bytes]]
) -> None:
    writer = FORMATS[key].write
    data = (writer(random_tree(seed)) if writer else RECORD).encode()
    for place, piece in cuts:
        place %= len(data) + 1
        data = data[:place] + piece + data[place + len(piece) // 2 :]
    with suppress(KomadaiError):
        list(kifu.read_all(data, key))


@pytest.mark.parametrize("key", READERS)
@pytest.mark.parametrize(
    "piece",
    [
        b"\n",
        b" ",
        b"1 ",
        b"(",
        b"\xff",
        b"*\n",
        b"\x1b$B",
        "変化：1手\n1 ▲７六歩(77)\n".encode(),
        b"+7776FU\n",
        b"[{",
    ],
)
def test_a_long_text_without_line_ends_is_read_in_linear_time(key: str, piece: bytes) -> None:
    """A reader in quadratic time would exceed the time limit of tests."""
    data = piece * (300_000 // len(piece))
    with suppress(KomadaiError):
        for _ in kifu.parse(data, kifu.GameBuilder(), key):
            pass


@pytest.mark.parametrize("piece", ["\n", " ", "\t", " \n", "[ ", "1 ", "~", "P-7f ", "{\n"])
def test_the_format_of_any_text_is_detected_in_linear_time(piece: str) -> None:
    kifu.detect(piece * 300_000)
