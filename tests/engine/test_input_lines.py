"""What comes through the pipe, line by line."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from komadai.engine import input_lines
from komadai.engine.input_lines import lines


def split(chunks: list[bytes]) -> list[str | None]:
    waiting = [chunk for chunk in chunks if chunk] + [b""]
    return list(lines(lambda size: waiting.pop(0)))


@given(st.binary(max_size=60), st.lists(st.integers(0, 60), max_size=6))
def test_however_the_bytes_arrive_the_lines_are_the_same(text: bytes, cuts: list[int]) -> None:
    at = [0, *sorted(min(cut, len(text)) for cut in cuts), len(text)]
    chunks = [text[a:b] for a, b in pairwise(at)]
    *ended, rest = text.split(b"\n")
    expected = [*ended, rest] if rest else ended
    assert split(chunks) == [line.decode(errors="replace") for line in expected]


def test_a_line_without_an_end_does_not_fill_the_memory() -> None:
    endless = [b"x" * 65536] * (input_lines.LONGEST // 65536 + 3)
    assert split([b"usi\n", *endless, b"yy\nisready\nquit"]) == ["usi", None, "isready", "quit"]
    assert split([*endless]) == [None]
    assert split([b"x" * (input_lines.LONGEST + 1) + b"\nstop\n"]) == [None, "stop"]
