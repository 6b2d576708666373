"""The fifteen levels of our engine, from a beginner who knows the moves to 1 dan.

A level says how far the engine looks and how often it misses something, never how long
it pretends to think. Strength between neighbours is measured; see docs/engine.md.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypedDict

from komadai.errors import EngineUsageError


class Sight(TypedDict):
    """What the native search is told of a level (see ``Search.go``)."""

    depth: int
    nodes: int
    exchanges: int
    overlook: int
    noise: int


@dataclass(frozen=True, slots=True)
class Level:
    """One level.

    ``depth`` is the number of plies looked ahead, ``exchanges`` how many captures beyond that
    (None: all), ``nodes`` bounds the whole (None: all the clock allows). ``overlook`` is the
    chance, per thousand, not to see a move at all, its own or the opponent's; ``noise`` the
    spread, in centipawns, by which a position may be misjudged. ``resigns`` says whether it
    gives up a lost game: a beginner's opponent lets itself be mated.
    """

    level: int
    name_en: str
    name_ja: str
    rating: int
    depth: int
    exchanges: int | None
    nodes: int | None
    overlook: int
    noise: int
    resigns: bool

    def sight(self) -> Sight:
        """What the native search is told."""
        return {
            "depth": self.depth,
            "nodes": self.nodes or 0,
            "exchanges": -1 if self.exchanges is None else self.exchanges,
            "overlook": self.overlook,
            "noise": self.noise,
        }


LEVELS: tuple[Level, ...] = (
    Level(1, "15 kyu", "15級", 440, 1, 0, 5_000, 768, 1680, False),
    Level(2, "13 kyu", "13級", 600, 1, 0, 5_000, 675, 1060, False),
    Level(3, "12 kyu", "12級", 680, 1, 0, 5_000, 562, 742, False),
    Level(4, "11 kyu", "11級", 760, 1, 0, 5_000, 430, 485, False),
    Level(5, "10 kyu", "10級", 840, 1, 1, 5_000, 350, 300, True),
    Level(6, "9 kyu", "9級", 920, 1, 2, 5_000, 250, 200, True),
    Level(7, "8 kyu", "8級", 1000, 2, 2, 10_000, 180, 147, True),
    Level(8, "7 kyu", "7級", 1080, 2, None, 10_000, 76, 69, True),
    Level(9, "6 kyu", "6級", 1160, 3, None, 20_000, 27, 35, True),
    Level(10, "5 kyu", "5級", 1240, 5, None, 100_000, 10, 17, True),
    Level(11, "4 kyu", "4級", 1320, 7, None, 150_000, 6, 13, True),
    Level(12, "3 kyu", "3級", 1410, 9, None, 200_000, 5, 11, True),
    Level(13, "2 kyu", "2級", 1510, 10, None, 250_000, 0, 4, True),
    Level(14, "1 kyu", "1級", 1620, 13, None, 300_000, 0, 4, True),
    Level(15, "1 dan", "初段", 1740, 119, None, None, 0, 0, True),
)


def level(number: int) -> Level:
    """The level of this number, 1 to 15. Raises EngineUsageError (a ValueError)."""
    if not 1 <= number <= len(LEVELS):
        raise EngineUsageError(f"level: expected a number from 1 to {len(LEVELS)}, got {number}")
    return LEVELS[number - 1]
