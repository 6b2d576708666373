"""The fifteen levels of the engine Komadai, from a beginner to 1 dan.

A level limits the depth of the search and how often it overlooks a move; it never waits in order to seem
slower. The difference between neighbouring levels is measured; see docs/engine.md.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypedDict

from komadai.errors import EngineUsageError


class SkillSettings(TypedDict):
    """The arguments of ``Search.go`` that a level sets."""

    depth: int
    nodes: int
    exchanges: int
    overlook: int
    noise: int


@dataclass(frozen=True, slots=True)
class Level:
    """One level.

    ``depth`` is the depth of the search in plies, ``exchanges`` the number of captures searched beyond it
    (None: all), ``nodes`` the limit of nodes (None: only the clock limits). ``overlook`` is the probability,
    per thousand, of overlooking a move of either side; ``noise`` the spread of random errors of the
    evaluation, in centipawns. ``resigns``: whether it resigns a lost game; against beginners it plays on to
    the mate.
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

    def skill(self) -> SkillSettings:
        """The level as arguments of ``Search.go``."""
        return {
            "depth": self.depth,
            "nodes": self.nodes or 0,
            "exchanges": -1 if self.exchanges is None else self.exchanges,
            "overlook": self.overlook,
            "noise": self.noise,
        }

    sight = skill
    """The former name of :meth:`skill`."""


LEVELS: tuple[Level, ...] = (
    Level(1, "15 kyu", "15級", 440, 1, 0, 5_000, 768, 1680, False),
    Level(2, "13 kyu", "13級", 600, 1, 0, 5_000, 675, 1060, False),
    Level(3, "12 kyu", "12級", 680, 1, 0, 5_000, 562, 742, False),
    Level(4, "11 kyu", "11級", 760, 1, 0, 5_000, 430, 485, False),
    Level(5, "10 kyu", "10級", 840, 1, 1, 5_000, 350, 300, True),
    Level(6, "9 kyu", "9級", 920, 1, 2, 5_000, 250, 200, True),
    Level(7, "8 kyu", "8級", 1000, 3, 2, 10_000, 180, 147, True),
    Level(8, "7 kyu", "7級", 1080, 4, None, 10_000, 76, 69, True),
    Level(9, "6 kyu", "6級", 1160, 5, None, 20_000, 27, 35, True),
    Level(10, "5 kyu", "5級", 1240, 7, None, 100_000, 10, 17, True),
    Level(11, "4 kyu", "4級", 1320, 8, None, 150_000, 6, 13, True),
    Level(12, "3 kyu", "3級", 1410, 10, None, 200_000, 5, 11, True),
    Level(13, "2 kyu", "2級", 1510, 11, None, 250_000, 0, 4, True),
    Level(14, "1 kyu", "1級", 1620, 14, None, 300_000, 0, 4, True),
    Level(15, "1 dan", "初段", 1740, 119, None, None, 0, 0, True),
)

VARIED_PLIES = 12
"""For how many moves of a game the option OpeningVariety changes evaluations."""
VARIED_NOISE = 8
"""By how many centipawns."""


def level(number: int) -> Level:
    """The level with this number, 1 to 15. Raises EngineUsageError (a ValueError)."""
    if not 1 <= number <= len(LEVELS):
        raise EngineUsageError(f"level: expected a number from 1 to {len(LEVELS)}, got {number}")
    return LEVELS[number - 1]
