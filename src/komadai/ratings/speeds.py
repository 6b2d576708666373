"""The speed of a game: which of a player's ratings it changes.

It follows from the time that a side is expected to use: the main time, 60 increments, and 25 times each
period of byoyomi.
"""

from __future__ import annotations

from typing import Final, Literal

Speed = Literal["bullet", "blitz", "rapid", "classical", "correspondence"]

SPEEDS: Final[tuple[Speed, ...]] = ("bullet", "blitz", "rapid", "classical", "correspondence")
INCREMENT_MOVES: Final = 60
BYOYOMI_MOVES: Final = 25
_UPPER_S: Final[tuple[tuple[Speed, int], ...]] = (("bullet", 180), ("blitz", 480), ("rapid", 1500))


def expected_seconds(main_s: float, increment_s: float = 0, byoyomi_s: float = 0, periods: int = 1) -> float:
    """The time that a side is expected to use in a game with these settings, in seconds."""
    return main_s + INCREMENT_MOVES * increment_s + BYOYOMI_MOVES * byoyomi_s * periods


def speed_of(main_s: float, increment_s: float = 0, byoyomi_s: float = 0, periods: int = 1) -> Speed:
    """The speed of a live game: bullet below 180 s, blitz below 480 s, rapid below 1,500 s, else classical.

    Arguments as for `expected_seconds`.
    """
    seconds = expected_seconds(main_s, increment_s, byoyomi_s, periods)
    return next((speed for speed, upper in _UPPER_S if seconds < upper), "classical")
