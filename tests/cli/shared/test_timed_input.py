"""Lines typed by a person, with a time limit."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from komadai.cli.shared.timed_input import Lines


@pytest.fixture
def pipe() -> Iterator[tuple[int, int]]:
    read, write = os.pipe()
    yield read, write
    os.close(read)


def test_lines_typed_at_once_are_returned_one_by_one(pipe: tuple[int, int]) -> None:
    lines = Lines(pipe[0])
    os.write(pipe[1], "7g7f\r\n▲2六歩\nre".encode())
    assert lines.read() == "7g7f"
    assert lines.read(0.0) == "▲2六歩"
    assert lines.read(0.01) is None
    os.write(pipe[1], b"sign")
    os.close(pipe[1])
    assert lines.read() == "resign"
    with pytest.raises(EOFError):
        lines.read()


def test_a_character_may_arrive_in_pieces_or_be_invalid(pipe: tuple[int, int]) -> None:
    lines = Lines(pipe[0])
    pawn = "歩".encode()
    os.write(pipe[1], pawn[:1])
    assert lines.read(0.01) is None
    os.write(pipe[1], pawn[1:] + b"\n\xff\n")
    assert lines.read() == "歩"
    assert lines.read() == "�"
    os.close(pipe[1])
