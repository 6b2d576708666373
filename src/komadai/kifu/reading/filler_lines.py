"""Skips long runs of blank or one-character lines in linear time: a megabyte may hold half a million.

A run of one-character lines without a meaning in the format is reported as one warning.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from komadai.messages import Message

if TYPE_CHECKING:
    from komadai.kifu.diagnostics import Report

_FEWEST: Final = 32
"""The minimum length of a run; fewer lines are reported one by one."""
_BLANK: Final = re.compile(r"\s*\n")


def blank(text: str, at: int) -> int:
    """The end of the blank lines that begin at this start of a line."""
    match = _BLANK.match(text, at) if text[at : at + 1].isspace() else None
    return match.end() if match else at


class FillerLines:
    """Finds runs of one-character lines in texts of a format."""

    def __init__(self, meaningful: str) -> None:
        """``meaningful`` are the characters that have a meaning in this format on a line of their own."""
        self.pattern: Final = rf"(?:[^\s{re.escape(meaningful)}]\n){{{_FEWEST},}}"
        """Matches a run at the beginning of a line."""
        self._run = re.compile(self.pattern)

    def lines(self, text: str, at: int) -> int:
        """The number of lines in the run that begins at this start of a line; 0 if none does."""
        # Most lines are longer, which this test finds quickly.
        if text[at + 1 : at + 2] != "\n" or text[at + 3 : at + 4] != "\n":
            return 0
        match = self._run.match(text, at)
        return (match.end() - at) // 2 if match else 0


def report_lines(report: Report, count: int, *, line: int, text: str) -> None:
    """Reports ``count`` lines of one character as one warning; ``line`` is the number of the first."""
    report.add(Message("filler-lines", {"count": count}, "left-out"), line=line, column=1, text=text)
