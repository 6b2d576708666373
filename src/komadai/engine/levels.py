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
    looked ahead. ``overlook`` is the chance, per thousand, not to see a move at all, its own
    or the opponent's; ``noise`` the spread, in centipawns, by which a judged move may be
    misjudged. ``resigns`` says whether it gives up a lost game: a beginner's opponent lets
    itself be mated.
    """

    level: int
    name_en: str
    name_ja: str
    rating: int
    depth: int
    nodes: int | None
    overlook: int
    noise: int
    resigns: bool


LEVELS: tuple[Level, ...] = (
    Level(1, "15 kyu", "15級", 440, 1, 200, 600, 600, False),
    Level(2, "13 kyu", "13級", 600, 1, 200, 450, 400, False),
    Level(3, "12 kyu", "12級", 680, 1, 400, 350, 250, False),
    Level(4, "11 kyu", "11級", 760, 2, 800, 300, 200, False),
    Level(5, "10 kyu", "10級", 840, 2, 1500, 240, 160, True),
    Level(6, "9 kyu", "9級", 920, 2, 2500, 190, 130, True),
    Level(7, "8 kyu", "8級", 1000, 3, 4000, 150, 110, True),
    Level(8, "7 kyu", "7級", 1080, 3, 6000, 120, 90, True),
    Level(9, "6 kyu", "6級", 1160, 4, 8000, 90, 75, True),
    Level(10, "5 kyu", "5級", 1240, 4, 12000, 70, 60, True),
    Level(11, "4 kyu", "4級", 1320, 5, 20000, 50, 50, True),
    Level(12, "3 kyu", "3級", 1410, 6, 40000, 30, 40, True),
    Level(13, "2 kyu", "2級", 1510, 8, 80000, 15, 25, True),
    Level(14, "1 kyu", "1級", 1620, 12, 200000, 5, 10, True),
    Level(15, "1 dan", "初段", 1740, 64, None, 0, 0, True),
)


def level(number: int) -> Level:
    """The level of this number, 1 to 15. Raises ValueError."""
    if not 1 <= number <= len(LEVELS):
        raise ValueError(f"level: expected a number from 1 to {len(LEVELS)}, got {number}")
    return LEVELS[number - 1]
