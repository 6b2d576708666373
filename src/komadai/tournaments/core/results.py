"""Results of games, and the points that they bring."""

from __future__ import annotations

from typing import Final, Literal

Result = Literal["black", "white", "draw", "black-walkover", "white-walkover", "neither"]
"""The winner. A walkover (不戦勝) is won without a game; ``neither``: both lose without a game."""
Bye = Literal["full", "half", "zero"]
"""A round without an opponent: a bye of one point, half a point or none, as asked for by the player."""

BYE_POINTS: Final[dict[Bye, float]] = {"full": 1.0, "half": 0.5, "zero": 0.0}
POINTS: Final[dict[Result, tuple[float, float]]] = {
    "black": (1.0, 0.0),
    "white": (0.0, 1.0),
    "draw": (0.5, 0.5),
    "black-walkover": (1.0, 0.0),
    "white-walkover": (0.0, 1.0),
    "neither": (0.0, 0.0),
}
"""The points of Black and White."""
PLAYED: Final[frozenset[Result | None]] = frozenset({"black", "white", "draw"})
"""The results of games that were played."""
