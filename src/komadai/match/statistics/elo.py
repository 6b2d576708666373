"""Elo from scores, with error bars."""

from __future__ import annotations

from dataclasses import dataclass
from math import erf, inf, log, log10, sqrt
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from komadai.match.statistics.pairs import Pentanomial

Z_95: Final = 1.959963984540054
"""The half-width of the 95 % interval of a normal distribution, in standard deviations."""

NORMALIZED: Final = 800 / log(10)
"""Normalized Elo is this number times the distance of the score from ½ in standard deviations of a game. For
small differences without draws it is equal to logistic Elo."""


def elo_of_score(score: float) -> float:
    """The Elo difference at which this score (0 to 1) is expected; infinite at either end."""
    if score <= 0:
        return -inf
    if score >= 1:
        return inf
    return -400 * log10(1 / score - 1)


def score_of_elo(elo: float) -> float:
    """The expected score of a player stronger by ``elo``: 0.64 for 100 Elo."""
    return float(1 / (1 + 10 ** (-elo / 400)))


@dataclass(frozen=True, slots=True)
class Estimate:
    """An estimate of the difference in strength from pairs of games, with 95 % bounds."""

    elo: float
    """Logistic Elo: the difference that gives the expected score."""
    low: float
    high: float
    normalized: float
    """Normalized Elo: it determines how many games are needed to show the difference."""
    normalized_error: float
    superiority: float
    """The likelihood of superiority (LOS) of the first engine."""

    @property
    def error(self) -> float:
        """Half the width of the 95 % interval."""
        return (self.high - self.low) / 2


def estimate(pairs: Pentanomial) -> Estimate | None:
    """Elo from pairs of games, None without any.

    The error is that of the mean of the pairs' scores (central limit theorem), converted to Elo. If all pairs
    had the same score, the variance is estimated as if there were one more, different pair.
    """
    number = pairs.pairs
    if not number:
        return None
    mean, variance = pairs.mean, pairs.variance
    if variance == 0:
        variance = 0.25 / (number + 1)
    deviation = sqrt(variance / number)
    normalized = (mean - 0.5) / sqrt(2 * variance) * NORMALIZED
    return Estimate(
        elo_of_score(mean),
        elo_of_score(mean - Z_95 * deviation),
        elo_of_score(mean + Z_95 * deviation),
        normalized,
        Z_95 * NORMALIZED / sqrt(2 * number),
        (1 + erf((mean - 0.5) / deviation / sqrt(2))) / 2,
    )
