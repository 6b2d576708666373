"""Ranks: 15 kyu to 8 dan by rating, the grades of the European federation, and the professional scale.

The bounds of `AMATEUR` are those of lishogi (modules/rating, Rank.scala), which start at 400 and are 75
points wide at first; those of `FESA` are the grades of the Federation of European Shogi Associations
(its Elo system, fesashogi.eu).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

SETTLED_DEVIATION: Final = 110.0
"""A rank is shown at this deviation of the rating or less."""
UNSETTLED: Final = "?"

_KANJI: Final = "初二三四五六七八九"


@dataclass(frozen=True, slots=True, order=True)
class Rank:
    """A kyu or dan grade. Grades of one scale are ordered by strength."""

    grade: int
    """1 dan is 0, 2 dan 1; 1 kyu is −1, 15 kyu −15."""

    @classmethod
    def kyu(cls, number: int) -> Rank:
        """The kyu grade of this number, at least 1."""
        return cls(-number)

    @classmethod
    def dan(cls, number: int) -> Rank:
        """The dan grade of this number, at least 1."""
        return cls(number - 1)

    @property
    def english(self) -> str:
        """Such as "3 kyu" or "1 dan"."""
        return f"{-self.grade} kyu" if self.grade < 0 else f"{self.grade + 1} dan"

    @property
    def japanese(self) -> str:
        """Such as 3級, 初段 or 二段."""
        return f"{-self.grade}級" if self.grade < 0 else f"{_KANJI[self.grade]}段"


@dataclass(frozen=True, slots=True)
class RankTable:
    """The lowest rating of each rank of a scale, the lowest rank first."""

    name: str
    bounds: tuple[tuple[Rank, int], ...]

    def rank(self, rating: float) -> Rank:
        """The rank of a rating. Below the lowest bound it is the lowest rank."""
        lowest = self.bounds[0][0]
        return next((rank for rank, bound in reversed(self.bounds) if rating >= bound), lowest)

    def settled_rank(self, rating: float, deviation: float) -> Rank | None:
        """The rank, or None while the deviation is above SETTLED_DEVIATION."""
        return self.rank(rating) if deviation <= SETTLED_DEVIATION else None

    def lowest_rating(self, rank: Rank) -> int:
        """The rating at which a rank begins. Raises KeyError for a rank that the scale does not have."""
        return dict(self.bounds)[rank]


def _bounds(lowest: Rank, ratings: str) -> tuple[tuple[Rank, int], ...]:
    return tuple((Rank(lowest.grade + at), int(rating)) for at, rating in enumerate(ratings.split()))


AMATEUR: Final = RankTable(
    "amateur",
    _bounds(
        Rank.kyu(15),
        "400 475 550 625 700 775 850 925 1000 1075 1150 1225 1300 1375 1450 "
        "1550 1650 1750 1850 1975 2125 2275 2500",
    ),
)
"""15 kyu to 8 dan."""

FESA: Final = RankTable(
    "fesa",
    _bounds(
        Rank.kyu(15),
        "400 480 560 640 720 800 880 960 1040 1120 1200 1280 1360 1460 1560 1680 1800 1920 2080 2240 2440",
    ),
)
"""15 kyu to 6 dan, as an event may choose."""

PROFESSIONAL: Final[tuple[Rank, ...]] = tuple(Rank(grade) for grade in range(-6, 9))
"""The professional scale: 6 kyu to 3 dan in the training school (奨励会), then 4 to 9 dan."""

PROFESSIONAL_OFFSETS: Final[Mapping[str, tuple[Rank, Rank]]] = MappingProxyType(
    {
        "school": (Rank.dan(4), Rank.kyu(6)),
        "hare": (Rank.dan(6), Rank.dan(4)),
    }
)
"""Two opinions of which amateur rank equals which professional one; they contradict each other.

``school``: the lowest grade of the training school, 6 kyu, is that of an amateur 4 dan. ``hare`` (R. Hare): a
professional 4 dan is an amateur 6 dan."""


def professional(rank: Rank, offset: str = "school") -> Rank | None:
    """The professional rank that equals an amateur one, grade by grade from the offset's pair.

    None outside the professional scale. Raises KeyError for an unknown offset.
    """
    amateur, equal = PROFESSIONAL_OFFSETS[offset]
    same = Rank(equal.grade + rank.grade - amateur.grade)
    return same if same in PROFESSIONAL else None
