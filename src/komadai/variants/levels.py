"""The fifteen levels of the engine for variants.

As in :mod:`komadai.engine.levels` a level limits the depth of the search and how often it overlooks a move.
The levels of the variants have no ratings: there are no rated players to measure them against.
"""

from __future__ import annotations

from dataclasses import dataclass

from komadai.errors import EngineUsageError

__all__ = ["LEVELS", "Level", "level"]


@dataclass(frozen=True, slots=True)
class Level:
    """One level.

    ``depth`` is the depth of the search in plies (0: no limit), ``nodes`` the limit of positions (0: none),
    ``exchanges`` the number of captures searched beyond the depth (-1: all). ``overlook`` is the probability,
    per thousand, of overlooking a move of either side; ``noise`` the largest random error of the evaluation,
    in centipawns. The lowest levels overlook most captures and checks, so that a child can win.
    """

    number: int
    depth: int
    nodes: int
    exchanges: int
    overlook: int
    noise: int


LEVELS: tuple[Level, ...] = (
    Level(1, 1, 2_000, 0, 768, 1500),
    Level(2, 1, 2_000, 0, 675, 1000),
    Level(3, 1, 2_000, 0, 562, 700),
    Level(4, 1, 3_000, 0, 430, 480),
    Level(5, 1, 3_000, 1, 350, 300),
    Level(6, 2, 5_000, 2, 250, 200),
    Level(7, 3, 5_000, 2, 180, 150),
    Level(8, 4, 10_000, -1, 76, 70),
    Level(9, 5, 20_000, -1, 27, 35),
    Level(10, 6, 40_000, -1, 10, 17),
    Level(11, 8, 80_000, -1, 6, 13),
    Level(12, 10, 150_000, -1, 5, 11),
    Level(13, 12, 250_000, -1, 0, 4),
    Level(14, 16, 500_000, -1, 0, 4),
    Level(15, 0, 0, -1, 0, 0),
)


def level(number: int) -> Level:
    """The level with this number, 1 to 15. Raises EngineUsageError (a ValueError)."""
    if not 1 <= number <= len(LEVELS):
        raise EngineUsageError(f"level: expected a number from 1 to {len(LEVELS)}, got {number}")
    return LEVELS[number - 1]
