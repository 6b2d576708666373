"""The results of counting games, as immutable values that can be converted to JSON.

Rates are fractions of 1. A win rate (勝率) is the share of wins among decided games: draws and games
without a result are not counted.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

PERCENTILES: Final = (5, 25, 75, 95)
_Z: Final = 1.959963984540054
"""The 97.5 % point of the normal distribution, for an interval of 95 %."""


def wilson(wins: int, games: int) -> tuple[float, float] | None:
    """The 95 % interval (Wilson's score) of a win rate; None without any game.

    >>> low, high = wilson(48, 100)
    >>> f"{low:.3f}–{high:.3f}"
    '0.385–0.577'
    """
    if not games:
        return None
    rate = wins / games
    middle = (rate + _Z**2 / (2 * games)) / (1 + _Z**2 / games)
    half = _Z / (1 + _Z**2 / games) * math.sqrt(rate * (1 - rate) / games + _Z**2 / (4 * games**2))
    return max(0.0, middle - half), min(1.0, middle + half)


class _Figures:
    """A value class whose fields are numbers, texts, or objects of such classes."""

    __slots__ = ()

    def to_dict(self) -> dict[str, Any]:
        """Every field by its name, as values that JSON can hold."""
        return {each.name: _plain(getattr(self, each.name)) for each in fields(self)}  # type: ignore[arg-type]


def _plain(value: object) -> object:
    if isinstance(value, _Figures):
        return value.to_dict()
    if isinstance(value, tuple):
        return [_plain(each) for each in value]
    return value


@dataclass(frozen=True, slots=True)
class Results(_Figures):
    """The results. In handicap games Black is the receiver (shitate), White the giver (uwate)."""

    black: int = 0
    """Games that Black won."""
    white: int = 0
    """Games that White won."""
    draws: int = 0
    """Games that ended without a winner: sennichite, jishogi, the move limit."""
    unfinished: int = 0
    """Games that were interrupted or have no result in the record."""

    @property
    def games(self) -> int:
        return self.black + self.white + self.draws + self.unfinished

    @property
    def black_rate(self) -> float | None:
        """Black's share of the decided games; None if there are none."""
        decided = self.black + self.white
        return self.black / decided if decided else None

    @property
    def interval(self) -> tuple[float, float] | None:
        """The 95 % interval of :attr:`black_rate`, by Wilson's score."""
        return wilson(self.black, self.black + self.white)

    def to_dict(self) -> dict[str, Any]:
        """The fields, and ``games``, ``black_rate`` and ``interval``."""
        interval = self.interval
        return {
            "games": self.games,
            **_Figures.to_dict(self),
            "black_rate": self.black_rate,
            "interval": None if interval is None else list(interval),
        }


@dataclass(frozen=True, slots=True)
class HandicapResults(_Figures):
    """The results of one handicap."""

    handicap: str
    """The key of a :class:`komadai.Handicap`."""
    results: Results


@dataclass(frozen=True, slots=True)
class Termination(_Figures):
    """The number of games that ended in one way."""

    termination: str | None
    """The key of a :class:`komadai.Termination`; None if the record does not give it."""
    games: int


@dataclass(frozen=True, slots=True)
class Opening(_Figures):
    """The games that begin with the same moves."""

    moves: tuple[str, ...]
    """In USI: ``("7g7f", "3c3d")``."""
    share: float
    """The share among the games with the same moves before it; for a first move, among all even games."""
    results: Results


@dataclass(frozen=True, slots=True)
class Distribution(_Figures):
    """The distribution of whole numbers."""

    count: int
    mean: float
    deviation: float
    """The standard deviation of these numbers (of a population, not the estimate from a sample)."""
    least: int
    median: float
    most: int
    percentiles: tuple[tuple[int, int], ...]
    """Pairs such as (5, n), for 5, 25, 75 and 95: at least 5 % of the numbers are n or less."""
    histogram: tuple[tuple[int, int], ...]
    """Pairs (number, count), in the order of the numbers."""

    @classmethod
    def of(cls, counts: Mapping[int, int]) -> Distribution | None:
        """The distribution of numbers, each with its count; None if there are none."""
        histogram = tuple(sorted((value, count) for value, count in counts.items() if count))
        if not histogram:
            return None
        count = sum(each for _, each in histogram)
        total = sum(value * each for value, each in histogram)
        squares = sum(value * value * each for value, each in histogram)
        upper = _ranked(histogram, count // 2 + 1)
        lower = upper if count % 2 else _ranked(histogram, count // 2)
        return cls(
            count=count,
            mean=total / count,
            # Whole numbers are exact until the root.
            deviation=math.sqrt(squares * count - total * total) / count,
            least=histogram[0][0],
            median=(lower + upper) / 2,
            most=histogram[-1][0],
            percentiles=tuple((part, _ranked(histogram, -(-part * count // 100))) for part in PERCENTILES),
            histogram=histogram,
        )

    def percentile(self, part: int) -> int:
        """One of :attr:`percentiles`. Raises KeyError for a part that is not among them."""
        return dict(self.percentiles)[part]


def _ranked(histogram: tuple[tuple[int, int], ...], rank: int) -> int:
    """The number with this rank (from 1) in ascending order."""
    for value, count in histogram:
        rank -= count
        if rank <= 0:
            return value
    raise IndexError(rank)


@dataclass(frozen=True, slots=True)
class GameReference(_Figures):
    """A game, and a ply of it."""

    file: str
    number: int
    """Its number in the file, from 1."""
    black: str
    white: str
    plies: int


@dataclass(frozen=True, slots=True)
class LegalMoves(_Figures):
    """The number of legal moves in the positions of games (the branching factor)."""

    positions: Distribution
    """The distribution over all positions in which a legal move was played."""
    by_ply: tuple[tuple[int, float], ...]
    """Before ply 1, 2, 3 …: (the number of games that reached it, the mean number of legal moves)."""
    most_in: GameReference
    """The first game with the largest number; its ``plies`` is the ply after that position."""


@dataclass(frozen=True, slots=True)
class MoveKinds(_Figures):
    """Counts of moves by kind. One move may be of several kinds."""

    moves: int
    captures: int
    drops: int
    promotions: int
    checks: int


@dataclass(frozen=True, slots=True)
class Times(_Figures):
    """The time spent, in milliseconds, from the records that have times."""

    games: int
    """Games with the time of at least one move."""
    moves: int
    mean_ms: float
    """The mean for a move."""
    longest_ms: int
    longest_in: GameReference
    """Its ``plies`` is the ply of the move that took the longest."""
    black_ms: float
    """Black's mean time for a whole game."""
    white_ms: float


@dataclass(frozen=True, slots=True)
class Statistics(_Figures):
    """Statistics of games. Attributes are None if there was nothing to count."""

    games: int
    results: Results
    """The results of all games."""
    even: Results
    handicaps: tuple[HandicapResults, ...]
    """The most frequent first; even games are not among them."""
    other_starts: Results
    """The results of games that start from any other position."""
    terminations: tuple[Termination, ...]
    """The most frequent first."""
    plies: Distribution | None
    longest: GameReference | None
    """The first of the longest games."""
    shortest: GameReference | None
    openings: tuple[Opening, ...]
    """Openings of even games: each line followed by its continuations, the most frequent first."""
    legal_moves: LegalMoves | None
    kinds: MoveKinds
    times: Times | None
    with_warnings: int
    """Games whose record does not follow its format."""
    with_illegal_moves: int
    repeated: int
    """Games with the same start and moves as another counted game; games without moves are left out."""
