"""Counts the contents of a backup."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

COUNTED: Final = ("guests", "games", "events")
"""The tables whose rows are counted."""


@dataclass(frozen=True, slots=True)
class Contents:
    """The revision of the tables, and the number of guests, games and events of games."""

    revision: str
    guests: int
    games: int
    events: int
