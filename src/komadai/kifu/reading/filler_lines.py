"""Lines that say nothing, one below the other, passed over at once: a megabyte holds a million of them.

Blank lines; and lines of a single character, for many of which no format has a meaning: they are told as one.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from komadai.messages import Message

if TYPE_CHECKING:
    from komadai.kifu.diagnostics import Report

_FEWEST: Final = 32
"""So many are noise; fewer are told each for itself."""
_BLANK: Final = re.compile(r"\s*\n")


def blank(text: str, at: int) -> int:
    """Where the blank lines end that begin at this place in a text, where a line begins."""
    match = _BLANK.match(text, at) if text[at : at + 1].isspace() else None
    return match.end() if match else at


class Noise:
    """Lines of a single character in a format's texts."""

    def __init__(self, kept: str) -> None:
        """``kept`` are the characters that the format has a meaning for where they stand alone."""
        self.pattern = rf"(?:[^\s{re.escape(kept)}]\n){{{_FEWEST},}}"
        """Matches them at the beginning of a line."""
        self._run = re.compile(self.pattern)

    def lines(self, text: str, at: int) -> int:
        """How many of them begin at this place in a text, where a line begins."""
        # Most lines are longer: that is fast to see.
        if text[at + 1 : at + 2] != "\n" or text[at + 3 : at + 4] != "\n":
            return 0
        match = self._run.match(text, at)
        return (match.end() - at) // 2 if match else 0


def report_lines(report: Report, count: int, *, line: int, text: str) -> None:
    """Reports ``count`` lines of one character as one warning; ``line`` is the number of the first."""
    report.add(Message("filler-lines", {"count": count}, "left-out"), line=line, column=1, text=text)
