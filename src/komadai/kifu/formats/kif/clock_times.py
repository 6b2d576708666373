"""The times of a move in KIF: ``( 0:12/00:03:45)``, the time spent and the total time of the side."""

from __future__ import annotations

import re
from typing import Final

_TIME: Final = "[0-9０-９:： .]"
_TIMES: Final = re.compile(rf"[(（]\s*+({_TIME}{{1,20}}?)\s*+(?:[/／]\s*+({_TIME}{{0,20}}?)\s*+)?[)）]", re.A)


def find_times(text: str) -> re.Match[str] | None:
    """The first times in a text: group 1 is the time spent, group 2 the total, which may be missing."""
    match = _TIMES.search(text)
    # Without a colon it is no time but an origin such as (77).
    while match and ":" not in match[0] and "：" not in match[0]:
        match = _TIMES.search(text, match.end())
    return match


def without_repetition(text: str, times: re.Match[str]) -> str:
    """The text without the same times at its start: some programs write them twice."""
    while (again := _TIMES.match(text)) and _are_equal(times, again):
        text = text[again.end() :].strip()
    return text


def _are_equal(times: re.Match[str], other: re.Match[str]) -> bool:
    """Whether two times are equal; the other one may lack the total."""
    if seconds(times[1]) != seconds(other[1]):
        return False
    return not (other[2] or "").strip() or seconds(other[2]) == seconds(times[2] or "")


def seconds(text: str) -> float | None:
    """``0:12``, ``00:00:12`` or ``1:02.5`` in seconds; None if it is no time."""
    value = 0.0
    try:
        for part in text.replace(" ", "").replace("：", ":").split(":"):
            value = value * 60 + float(part)
    except ValueError:
        return None
    return value
