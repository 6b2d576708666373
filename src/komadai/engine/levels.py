"""The fifteen levels of our engine, from a beginner who knows the moves to 1 dan.

A level says how far the engine looks and how often it misses something, never how long
it pretends to think. Strength between neighbours is measured; see docs/engine.md.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Level:
    """One level.

    ``nodes`` bounds the search (None: all the clock allows), ``depth`` is the number of plies
    looked ahead, ``exchanges`` how many captures beyond that (None: all). ``overlook`` is the chance, per thousand, not to see a move at all, its own
    or the opponent's; ``noise`` the spread, in centipawns, by which a judged move may be
    misjudged. ``resigns`` says whether it gives up a lost game: a beginner's opponent lets
    itself be mated.
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

    def sight(self) -> dict[str, int]:
        """What the native search is told of this level."""
        return {
            "depth": self.depth,
            "nodes": self.nodes or 0,
            "exchanges": -1 if self.exchanges is None else self.exchanges,
            "overlook": self.overlook,
            "noise": self.noise,
        }


LEVELS: tuple[Level, ...] = (
    Level(1, "15 kyu", "15級", 440, 1, 0, 2000, 600, 600, False),
    Level(2, "13 kyu", "13級", 600, 1, 0, 2000, 450, 400, False),
    Level(3, "12 kyu", "12級", 680, 1, 1, 2000, 350, 250, False),
    Level(4, "11 kyu", "11級", 760, 2, 1, 4000, 300, 200, False),
    Level(5, "10 kyu", "10級", 840, 2, 2, 4000, 240, 160, True),
    Level(6, "9 kyu", "9級", 920, 2, None, 6000, 190, 130, True),
    Level(7, "8 kyu", "8級", 1000, 3, None, 8000, 150, 110, True),
    Level(8, "7 kyu", "7級", 1080, 3, None, 10000, 120, 90, True),
    Level(9, "6 kyu", "6級", 1160, 4, None, 15000, 90, 75, True),
    Level(10, "5 kyu", "5級", 1240, 4, None, 20000, 70, 60, True),
    Level(11, "4 kyu", "4級", 1320, 5, None, 30000, 50, 50, True),
    Level(12, "3 kyu", "3級", 1410, 6, None, 50000, 30, 40, True),
    Level(13, "2 kyu", "2級", 1510, 8, None, 90000, 15, 25, True),
    Level(14, "1 kyu", "1級", 1620, 12, None, 200000, 5, 10, True),
    Level(15, "1 dan", "初段", 1740, 119, None, None, 0, 0, True),
)


def level(number: int) -> Level:
    """The level of this number, 1 to 15. Raises ValueError."""
    if not 1 <= number <= len(LEVELS):
        raise ValueError(f"level: expected a number from 1 to {len(LEVELS)}, got {number}")
    return LEVELS[number - 1]
