"""Counts of pairs of games by their points (pentanomial statistics)."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING, Final

from komadai.errors import RangeError

if TYPE_CHECKING:
    from collections.abc import Iterable

SCORES: Final = (0.0, 0.25, 0.5, 0.75, 1.0)
"""The average score of a game in a pair of 0, ½, 1, 1½ and 2 points."""


@dataclass(frozen=True, slots=True)
class Pentanomial:
    """How many pairs ended with 0, ½, 1, 1½ and 2 points for the first engine.

    >>> Pentanomial((1, 0, 2, 0, 1)).mean
    0.5
    """

    counts: tuple[int, int, int, int, int] = (0, 0, 0, 0, 0)

    def __post_init__(self) -> None:
        if len(self.counts) != 5 or any(count < 0 for count in self.counts):
            raise RangeError(f"counts: expected five numbers of 0 or more, got {self.counts!r}")

    @classmethod
    def of(cls, pairs: Iterable[tuple[float, float]]) -> Pentanomial:
        """Counts pairs of two game results (0, ½ or 1 each)."""
        counts = [0] * 5
        for first, second in pairs:
            counts[round(2 * (first + second))] += 1
        return cls((counts[0], counts[1], counts[2], counts[3], counts[4]))

    @property
    def pairs(self) -> int:
        """The number of pairs; there are twice as many games."""
        return sum(self.counts)

    @property
    def mean(self) -> float:
        """The average score of a game, 0 to 1. Raises ZeroDivisionError without a pair."""
        return sum(count * score for count, score in zip(self.counts, SCORES, strict=True)) / self.pairs

    @property
    def variance(self) -> float:
        """The variance of a pair's average score around the mean."""
        mean = self.mean
        return (
            sum(count * (score - mean) ** 2 for count, score in zip(self.counts, SCORES, strict=True))
            / self.pairs
        )

    @property
    def game_deviation(self) -> float:
        """The standard deviation of a game's score if games were independent, from the variance of the
        pairs."""
        return sqrt(2 * self.variance)

    def smoothed(self, minimum: float = 1e-3) -> tuple[float, ...]:
        """The share of each result; a result that never occurred counts as ``minimum`` pairs.

        A result that has not occurred is not impossible. Without this, likelihoods have no maximum.
        """
        counts = [max(float(count), minimum) for count in self.counts]
        whole = sum(counts)
        return tuple(count / whole for count in counts)
