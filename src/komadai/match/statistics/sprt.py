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

from komadai.errors import RangeError
from komadai.match.statistics.elo import NORMALIZED, score_of_elo
from komadai.match.statistics.pairs import SCORES

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from komadai.match.statistics.pairs import Pentanomial

_TOLERANCE: Final = 1e-12
_MAX_ITERATIONS: Final = 200
_MAX_ELO: Final = 1000.0
_DEVIATIONS: Final = (
    *(10 ** (-6 + number / 5) for number in range(22)),  # up to 0.016: nearly all games drawn
    *(0.02 * 1.17**number for number in range(21)),  # up to 0.46
    0.5 + _TOLERANCE,
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
                raise RangeError(
                    f"{name}: expected a probability between 0 and 0.5, got {getattr(self, name):g}"
                )
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
        observed = pairs.smoothed()
        if self.model == "logistic":
            h0, h1 = (most_likely_with_mean(observed, score_of_elo(e)) for e in (self.elo0, self.elo1))
        else:
            # A pair's deviation is that of a game divided by √2.
            h0, h1 = (
                most_likely_with_ratio(observed, e / NORMALIZED * sqrt(2)) for e in (self.elo0, self.elo1)
            )
        return pairs.pairs * sum(p * log(b / a) for p, a, b in zip(observed, h0, h1, strict=True))


def most_likely_with_mean(
    observed: Sequence[float], mean: float, values: Sequence[float] = SCORES
) -> tuple[float, ...]:
    """The distribution over ``values`` with this mean under which the observed shares are most likely.

    By the method of Lagrange multipliers: each share p becomes p / (1 + x (value - mean)), where x is the
    number that gives this mean. All shares must be above 0, and the mean between the smallest and the largest
    value.
    """
    return _tilted(observed, [value - mean for value in values])


def most_likely_with_ratio(
    observed: Sequence[float], ratio: float, values: Sequence[float] = SCORES, centre: float = 0.5
) -> tuple[float, ...]:
    """The same for a given (mean - centre) / deviation. The values must lie between 0 and 1.

    The condition is not linear in the shares, unless the ratio is 0. But a deviation determines the mean, and
    at the solution the condition can be replaced by its linearization. So each deviation leads to one
    distribution, and a solution is one whose own deviation is the one it was computed from. Far from the
    observed shares there may be several solutions, and an iteration may end at the wrong one. So a grid of
    deviations is searched for all of them, and the most likely one is returned.
    """
    if ratio == 0:
        return most_likely_with_mean(observed, centre, values)

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
        shares = _tilted(observed, slopes)
        variance = sum(p * (value - mean) ** 2 for p, value in zip(shares, values, strict=True))
        return variance - deviation**2, shares

    found: list[tuple[float, ...]] = []
    tried = [(each, from_deviation(each)) for each in _DEVIATIONS]
    for (low, at_low), (high, at_high) in pairwise(tried):
        if at_low is not None and at_high is not None and at_low[0] * at_high[0] <= 0:
            found += _between(from_deviation, low, high, at_low[0] > 0)
    return max(found, key=lambda shares: sum(p * log(q) for p, q in zip(observed, shares, strict=True)))


def _between(
    from_deviation: Callable[[float], tuple[float, tuple[float, ...]] | None],
    low: float,
    high: float,
    is_falling: bool,
) -> list[tuple[float, ...]]:
    """The shares with the target variance, by bisection; none if some deviation between has no solution."""
    while (tried := from_deviation(middle := (low + high) / 2)) is not None:
        excess, shares = tried
        if excess == 0 or high - low <= _TOLERANCE * high:
            return [shares]
        if (excess > 0) == is_falling:
            low = middle
        else:
            high = middle
    return []


def _tilted(observed: Sequence[float], slopes: Sequence[float]) -> tuple[float, ...]:
    """The shares p / (1 + x·slope) for which the mean of the slopes is 0. Slopes of both signs are needed."""
    low, high = -1 / max(slopes), -1 / min(slopes)
    # The sum of p·slope / (1 + x·slope) falls from +∞ to -∞ between the two: Newton's method, with
    # bisection if a step leaves the interval.
    x = 0.0
    for _ in range(_MAX_ITERATIONS):
        parts = [slope / (1 + x * slope) for slope in slopes]
        value = sum(p * part for p, part in zip(observed, parts, strict=True))
        if value > 0:
            low = x
        else:
            high = x
        step = value / sum(p * part * part for p, part in zip(observed, parts, strict=True))
        next_x = x + step if low < x + step < high else (low + high) / 2
        if abs(next_x - x) <= _TOLERANCE * abs(x):
            break
        x = next_x
    return tuple(p / (1 + x * slope) for p, slope in zip(observed, slopes, strict=True))
