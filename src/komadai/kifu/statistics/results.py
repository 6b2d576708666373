"""The results of counting games, as values that cannot be changed and that JSON can hold.

Rates are fractions of 1. A win rate (勝率) is that of the games somebody won: draws and games without a
result are left out of it.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

PERCENTILES: Final = (5, 25, 75, 95)
_Z: Final = 1.959963984540054
"""The normal distribution's 97.5 % point: what lies within is 95 %."""


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
    """A value class whose fields are numbers, texts, or such classes in their turn."""

    __slots__ = ()

    def to_dict(self) -> dict[str, Any]:
        """What JSON can hold: every field by its name."""
        return {each.name: _plain(getattr(self, each.name)) for each in fields(self)}  # type: ignore[arg-type]


def _plain(value: object) -> object:
    if isinstance(value, _Figures):
        return value.to_dict()
    if isinstance(value, tuple):
        return [_plain(each) for each in value]
    return value


@dataclass(frozen=True, slots=True)
class Results(_Figures):
    """Who won. In handicap games Black is the receiver (shitate), White the giver (uwate)."""

    black: int = 0
    """Games that Black won."""
    white: int = 0
    """Games that White won."""
    draws: int = 0
    """Played out without a winner: sennichite, jishogi, the move limit."""
    unfinished: int = 0
    """Interrupted, or the record does not say."""

    @property
    def games(self) -> int:
        return self.black + self.white + self.draws + self.unfinished

    @property
    def black_rate(self) -> float | None:
        """Black's share of the games that somebody won; None if nobody won any."""
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
    """How often games ended in one way."""

    termination: str | None
    """The key of a :class:`komadai.Termination`; None where the record does not say."""
    games: int


@dataclass(frozen=True, slots=True)
class Opening(_Figures):
    """The games that begin with the same moves."""

    moves: tuple[str, ...]
    """In USI: ``("7g7f", "3c3d")``."""
    share: float
    """Of the games with the same moves but the last; of all even games for a first move."""
    results: Results


@dataclass(frozen=True, slots=True)
class Distribution(_Figures):
    """How whole numbers are spread."""

    count: int
    mean: float
    deviation: float
    """The standard deviation (of these numbers, not estimated for others)."""
    least: int
    median: float
    most: int
    percentiles: tuple[tuple[int, int], ...]
    """(5, the least number that at least 5 % do not exceed), and so for 25, 75 and 95."""
    histogram: tuple[tuple[int, int], ...]
    """(number, how often), by number."""

    @classmethod
    def of(cls, counts: Mapping[int, int]) -> Distribution | None:
        """The distribution of numbers that occur so often; None if there are none."""
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
            # With whole numbers nothing is lost before the root.
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
    """The number at this place (from 1) when all are put in order."""
    for value, count in histogram:
        rank -= count
        if rank <= 0:
            return value
    raise IndexError(rank)


@dataclass(frozen=True, slots=True)
class GameReference(_Figures):
    """Which game is meant."""

    file: str
    number: int
    """Of the games in the file, from 1."""
    black: str
    white: str
    plies: int


@dataclass(frozen=True, slots=True)
class LegalMoves(_Figures):
    """How many legal moves there were where a move was played (the branching factor)."""

    positions: Distribution
    """Of the numbers of legal moves, over all positions in which a legal move was played."""
    by_ply: tuple[tuple[int, float], ...]
    """(games that came so far, mean number of legal moves) before ply 1, 2, 3 …"""
    most_in: GameReference
    """A game with the most; its ``plies`` is the ply that followed."""


@dataclass(frozen=True, slots=True)
class MoveKinds(_Figures):
    """What the moves were. One move may be several of these."""

    moves: int
    captures: int
    drops: int
    promotions: int
    checks: int


@dataclass(frozen=True, slots=True)
class Times(_Figures):
    """The time spent, in milliseconds, where records say so."""

    games: int
    """With the time of one move at least."""
    moves: int
    mean_ms: float
    """Per move."""
    longest_ms: int
    longest_in: GameReference
    """Its ``plies`` is the ply of the longest thought."""
    black_ms: float
    """Black's time for a whole game, on average."""
    white_ms: float


@dataclass(frozen=True, slots=True)
class Statistics(_Figures):
    """What games have in common. None where there was nothing to count."""

    games: int
    results: Results
    """Of all games."""
    even: Results
    handicaps: tuple[HandicapResults, ...]
    """The most frequent first; even games are not among them."""
    other_starts: Results
    """Of games that start from any other position."""
    terminations: tuple[Termination, ...]
    """The most frequent first."""
    plies: Distribution | None
    longest: GameReference | None
    """The first of the longest games."""
    shortest: GameReference | None
    openings: tuple[Opening, ...]
    """Of even games: each first move followed by the answers to it, and so on; the most frequent first."""
    legal_moves: LegalMoves | None
    kinds: MoveKinds
    times: Times | None
    with_warnings: int
    """Games whose record deviates from its format."""
    with_illegal_moves: int
    repeated: int
    """Games with the start and the moves of another one that was counted (games without moves are not)."""
