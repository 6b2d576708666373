"""The handicap that a line names: ``Two-piece handicap``, ``Handicap: Rook and left lance``."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from komadai.errors import UnknownHandicapError
from komadai.handicap import Handicap

_HANDICAP: Final = re.compile(r"([\w-]+(?: (?:and )?[\w-]+)?)[ -]handicap", re.I)
_HEADER: Final = re.compile(r"\s*handicap\s*:\s*(\S.*)", re.I)
_LONGEST: Final = 200
"""Longer lines, in characters, are prose."""


@lru_cache(maxsize=64)
def handicap_in(line: str) -> Handicap | None:
    """The handicap that a line names; None if it names none."""
    if len(line) > _LONGEST:
        return None
    header = _HEADER.fullmatch(line)
    named = [header[1]] if header else []
    for match in _HANDICAP.finditer(line):
        named += [match[1], match[1].split(" ")[-1]]
    return next(filter(None, map(_named, named)), None)


def handicap_line(line: str) -> Handicap | None:
    """The handicap that is all that a line holds, as ``Handicap: Rook``, ``Rook handicap`` or ``Two pieces:
    Rook and bishop``; None for any other line."""
    if len(line) > _LONGEST:
        return None
    header = _HEADER.fullmatch(line)
    return _named(header[1] if header else line.strip())


def _named(name: str) -> Handicap | None:
    try:
        return Handicap.named(name)
    except UnknownHandicapError:
        return None
