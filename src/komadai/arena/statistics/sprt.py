"""The sequential probability ratio test on pairs of games.

Tests whether the difference is elo1 rather than elo0. The test continues until the logarithm of the
likelihood ratio leaves the interval from log(β/(1-α)) to log((1-β)/α) (Wald 1945). Only the mean of the
distribution of results is given by elo0 or elo1, so the likelihoods are those of the most likely
distributions with that mean: the generalized ratio (GSPRT). For logistic Elo the mean is fixed; for
normalized Elo its distance from ½ in standard deviations.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from math import log, sqrt
from typing import TYPE_CHECKING, Final, Literal

from komadai.arena.statistics.elo import NORMALIZED, score_of_elo
from komadai.arena.statistics.pairs import SCORES
from komadai.errors import RangeError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from komadai.arena.statistics.pairs import Pentanomial

_CLOSE: Final = 1e-12
_ROUNDS: Final = 200
_MAX_ELO: Final = 1000.0
_DEVIATIONS: Final = (
    *(10 ** (-6 + number / 5) for number in range(22)),  # up to 0.016: nearly all games drawn
    *(0.02 * 1.17**number for number in range(21)),  # up to 0.46
    0.5 + _CLOSE,
)
"""The grid for the standard deviation of a pair's score, which is at most 0.5."""


@dataclass(frozen=True, slots=True)
class SprtState:
    """The state of a test."""

    llr: float
    lower: float
    upper: float

    @property
    def decision(self) -> Literal["H0", "H1"] | None:
        """``"H1"``: at least elo1; ``"H0"``: at most elo0; None: the test continues."""
        if self.llr >= self.upper:
            return "H1"
        return "H0" if self.llr <= self.lower else None


@dataclass(frozen=True, slots=True)
class Sprt:
    """The hypotheses of a test and its error probabilities.

    ``alpha`` is the probability of accepting elo1 if elo0 is true, ``beta`` that of accepting elo0 if elo1
    is. Raises RangeError unless elo0 < elo1 (both within ±1000) and 0 < alpha, beta < 0.5.
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05
    model: Literal["logistic", "normalized"] = "logistic"

    def __post_init__(self) -> None:
        if not -_MAX_ELO <= self.elo0 < self.elo1 <= _MAX_ELO:
            raise RangeError(
                f"elo0, elo1: expected the smaller one first, both within ±{_MAX_ELO:g}, "
                f"got {self.elo0:g}, {self.elo1:g}"
            )
        for name in ("alpha", "beta"):
            if not 0 < getattr(self, name) < 0.5:
                raise RangeError(f"{name}: expected a chance between 0 and 0.5, got {getattr(self, name):g}")
        if self.model not in ("logistic", "normalized"):
            raise RangeError(f"model: expected logistic or normalized, got {self.model!r}")

    @property
    def lower(self) -> float:
        """The bound below which elo0 is accepted."""
        return log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        """The bound above which elo1 is accepted."""
        return log((1 - self.beta) / self.alpha)

    def state(self, pairs: Pentanomial) -> SprtState:
        """The state of the test after these pairs."""
        return SprtState(self.llr(pairs), self.lower, self.upper)

    def llr(self, pairs: Pentanomial) -> float:
        """The logarithm of the generalized likelihood ratio; 0 without any pairs."""
        if not pairs.pairs:
            return 0.0
        seen = pairs.smoothed()
        if self.model == "logistic":
            less, more = (most_likely_with_mean(seen, score_of_elo(e)) for e in (self.elo0, self.elo1))
        else:
            # A pair's deviation is that of a game divided by √2.
            less, more = (
                most_likely_with_ratio(seen, e / NORMALIZED * sqrt(2)) for e in (self.elo0, self.elo1)
            )
        return pairs.pairs * sum(p * log(b / a) for p, a, b in zip(seen, less, more, strict=True))


def most_likely_with_mean(
    seen: Sequence[float], mean: float, values: Sequence[float] = SCORES
) -> tuple[float, ...]:
    """The distribution over ``values`` with this mean under which the observed shares are most likely.

    By Lagrange: each share becomes p / (1 + x (value - mean)), with the x that gives the mean. The
    shares are all above 0, the mean lies between the least and the largest value.
    """
    return _tilted(seen, [value - mean for value in values])


def most_likely_with_ratio(
    seen: Sequence[float], ratio: float, values: Sequence[float] = SCORES, centre: float = 0.5
) -> tuple[float, ...]:
    """The same for a given (mean - centre) / deviation. The values lie between 0 and 1.

    The condition is not linear in the shares. But if the deviation were known the mean would be, too, and at
    the solution the condition may be replaced by its linear part there. So each deviation leads to a
    distribution, and the solution is among those that have the deviation they came from. Far from what was
    seen there may be several: hence not from step to step, but by a look at all of them.
    """

    def from_deviation(deviation: float) -> tuple[float, tuple[float, ...]] | None:
        """The excess of the variance over its target, and the shares; None without a solution."""
        mean = centre + ratio * deviation
        # The derivative of (mean - centre - ratio · deviation) by each share, less a constant such that
        # its mean under the solution is the condition itself.
        slopes = [
            value - centre - ratio * (deviation / 2 + (value - mean) ** 2 / (2 * deviation))
            for value in values
        ]
        if not min(slopes) < 0 < max(slopes):
            return None
        shares = _tilted(seen, slopes)
        variance = sum(p * (value - mean) ** 2 for p, value in zip(shares, values, strict=True))
        return variance - deviation**2, shares

    found: list[tuple[float, ...]] = []
    tried = [(each, from_deviation(each)) for each in _DEVIATIONS]
    for (low, at_low), (high, at_high) in pairwise(tried):
        if at_low is not None and at_high is not None and at_low[0] * at_high[0] <= 0:
            found += _between(from_deviation, low, high, at_low[0] > 0)
    return max(found, key=lambda shares: sum(p * log(q) for p, q in zip(seen, shares, strict=True)))


def _between(
    from_deviation: Callable[[float], tuple[float, tuple[float, ...]] | None],
    low: float,
    high: float,
    falls: bool,
) -> list[tuple[float, ...]]:
    """The shares with the target variance, by bisection; none in a gap."""
    while (tried := from_deviation(middle := (low + high) / 2)) is not None:
        excess, shares = tried
        if excess == 0 or high - low <= _CLOSE * high:
            return [shares]
        if (excess > 0) == falls:
            low = middle
        else:
            high = middle
    return []


def _tilted(seen: Sequence[float], slopes: Sequence[float]) -> tuple[float, ...]:
    """The shares p / (1 + x·slope) whose slopes are 0 on average. Slopes of both signs are needed."""
    least, most = min(slopes), max(slopes)
    low, high = -1 / most, -1 / least
    # The sum of p·slope / (1 + x·slope) falls from +∞ to -∞ between the two: Newton's method, with
    # bisection if a step leaves the interval.
    x = 0.0
    for _ in range(_ROUNDS):
        parts = [slope / (1 + x * slope) for slope in slopes]
        value = sum(p * part for p, part in zip(seen, parts, strict=True))
        if value > 0:
            low = x
        else:
            high = x
        step = value / sum(p * part * part for p, part in zip(seen, parts, strict=True))
        following = x + step if low < x + step < high else (low + high) / 2
        if abs(following - x) <= _CLOSE * abs(x):
            break
        x = following
    return tuple(p / (1 + x * slope) for p, slope in zip(seen, slopes, strict=True))
