"""Handicaps and strength: which one fits a difference of ranks, and how many points each is worth.

The keys are those of `komadai.handicap.Handicap`.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from komadai.ratings.ranks import Rank

EVEN: Final = "even"

RATED_OFFSETS: Final[Mapping[str, int]] = MappingProxyType(
    {
        EVEN: 0,
        "lance": 100,
        "bishop": 200,
        "rook": 250,
        "rook-lance": 350,
        "two-piece": 450,
        "four-piece": 550,
        "five-piece": 750,
        "six-piece": 1000,
    }
)
"""The rating points that each handicap makes up for: the table of the Mind Sports Olympiad 2000, which the
shogi-l mailing list quotes (14 July 2009). Games with any other handicap are not rated."""

PROPOSED: Final[tuple[tuple[int, str], ...]] = (
    (10, "six-piece"),
    (8, "four-piece"),
    (6, "two-piece"),
    (5, "rook-lance"),
    (4, "rook"),
    (3, "bishop"),
    (2, "lance"),
)
"""The handicap from each difference of ranks on, as in the dojo of the Japan Shogi Association in Tokyo.

With a difference of one the weaker player is Black in an even game."""


def proposed(stronger: Rank, weaker: Rank) -> str:
    """The handicap for a game between these ranks, in any order."""
    difference = abs(stronger.grade - weaker.grade)
    return next((handicap for least, handicap in PROPOSED if difference >= least), EVEN)


def is_rated(handicap: str) -> bool:
    """Whether games with this handicap change ratings."""
    return handicap in RATED_OFFSETS
