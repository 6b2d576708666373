"""Lines from a pipe, each at once when it has come, and none so long that it fills the memory."""

from __future__ import annotations

from collections.abc import Callable, Iterator

LONGEST = 1 << 20
"""Bytes: a game of a hundred thousand moves fits. What is longer is no line of USI."""
_CHUNK = 1 << 16


def lines(read: Callable[[int], bytes]) -> Iterator[str | None]:
    """The lines that ``read`` (as ``os.read`` of a file) brings; None in place of one that is too long."""
    line = bytearray()
    too_long = False
    while chunk := read(_CHUNK):
        *ended, rest = chunk.split(b"\n")
        for part in ended:
            too_long = too_long or len(line) + len(part) > LONGEST
            yield None if too_long else (bytes(line) + part).decode(errors="replace")
            line.clear()
            too_long = False
        too_long = too_long or len(line) + len(rest) > LONGEST
        if too_long:
            line.clear()
        else:
            line += rest
    if line or too_long:
        yield None if too_long else line.decode(errors="replace")
