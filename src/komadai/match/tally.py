"""Counts the games of a match: results, colours, pairs, faults."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from komadai.match.statistics import Pentanomial, estimate

if TYPE_CHECKING:
    from komadai.match.statistics import Estimate
    from komadai.match.task import Result


@dataclass(slots=True)
class Tally:
    """The counts of a match of two engines. The score is that of the engine named ``first``."""

    first: str
    second: str
    wins: int = 0
    draws: int = 0
    losses: int = 0
    by_color: list[list[int]] = field(default_factory=lambda: [[0, 0, 0], [0, 0, 0]])
    """Wins, draws and losses of the first engine as Black and as White."""
    faults: dict[str, Counter[str]] = field(default_factory=dict)
    """For each engine, the number of faults of each kind."""
    excused: Counter[str] = field(default_factory=Counter)
    """For each engine, the number of moves that were late only because the machine delayed it."""
    endings: Counter[str] = field(default_factory=Counter)
    """How games ended: the keys of terminations, and of adjudications as ``adjudicated: score``."""
    plies: int = 0
    seconds: float = 0.0
    _open: dict[int, float] = field(default_factory=dict)
    """The first engine's points in the first game of each pair whose second game is not over."""
    _pairs: list[int] = field(default_factory=lambda: [0] * 5)

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses

    @property
    def score(self) -> float:
        """The first engine's points."""
        return self.wins + self.draws / 2

    @property
    def pairs(self) -> Pentanomial:
        """The complete pairs."""
        a, b, c, d, e = self._pairs
        return Pentanomial((a, b, c, d, e))

    @property
    def estimate(self) -> Estimate | None:
        """Elo from the complete pairs; None before the first."""
        return estimate(self.pairs)

    def add(self, result: Result) -> None:
        """Counts a game."""
        as_white = result.white == self.first
        points = 1 - result.points if as_white else result.points
        kind = {1.0: 0, 0.5: 1, 0.0: 2}[points]
        self.wins += kind == 0
        self.draws += kind == 1
        self.losses += kind == 2
        self.by_color[as_white][kind] += 1
        before = self._open.pop(result.pair, None)
        if before is None:
            self._open[result.pair] = points
        else:
            self._pairs[round(2 * (before + points))] += 1
        if result.culprit is not None and result.fault is not None:
            self.faults.setdefault(result.culprit, Counter())[result.fault] += 1
        for name, count in zip((result.black, result.white), result.excused, strict=True):
            if count:
                self.excused[name] += count
        word = result.outcome.termination.value
        self.endings[f"adjudicated: {result.adjudication}" if result.adjudication else word] += 1
        self.plies += result.plies
        self.seconds += result.seconds
