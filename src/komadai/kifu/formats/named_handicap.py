"""The handicap that a line of a Western text names: ``Two-piece handicap``."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from komadai.errors import UnknownHandicapError
from komadai.handicap import Handicap

_HANDICAP: Final = re.compile(r"([\w-]+(?: (?:and )?[\w-]+)?)[ -]handicap", re.I)
_LONGEST: Final = 200
"""Longer lines, in characters, are prose."""


@lru_cache(maxsize=64)
def handicap_in(line: str) -> Handicap | None:
    """The handicap that a line names; None if it names none."""
    if len(line) > _LONGEST:
        return None
    for match in _HANDICAP.finditer(line):
        for name in (match[1], match[1].split(" ")[-1]):
            try:
                return Handicap.named(name)
            except UnknownHandicapError:
                continue
    return None
