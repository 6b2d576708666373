"""The line that is being read, with the lines from which it branches."""

from __future__ import annotations

import random

import pytest

from komadai.kifu.reading.variation_stack import VariationStack


def test_all_accesses_give_the_same_line() -> None:
    chance = random.Random(3)
    lines: VariationStack[int] = VariationStack()
    expected: list[list[int]] = [[]]
    for value in range(3000):
        match chance.choice(["append", "append", "begin", "end"]):
            case "append":
                lines.append(value)
                expected[-1] = [*expected[-1], value]
            case "begin":
                ply = chance.randint(lines.start, lines.ply + 1)
                lines.begin(ply)
                expected.append(expected[-1][: ply - 1])
            case _ if lines.depth:
                lines.end()
                expected.pop()
        line = expected[-1]
        assert lines.ply == len(line)
        assert lines.depth == len(expected) - 1
        assert [lines[ply] for ply in range(1, lines.ply + 1)] == line
        assert lines.tip == (line[-1] if line else None)
        count = chance.randint(0, len(line))
        assert lines.last(count) == line[len(line) - count :]


def test_accesses_beyond_the_line_are_errors() -> None:
    lines: VariationStack[str] = VariationStack()
    lines.append("first")
    for ask in (lambda: lines[0], lambda: lines[2], lambda: lines.last(2), lambda: lines.begin(3)):
        with pytest.raises(IndexError):
            ask()
    with pytest.raises(IndexError, match="no variation"):
        lines.end()
