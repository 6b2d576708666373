"""Glicko-2 ratings: strength, its uncertainty, and its volatility.

M. E. Glickman, "Example of the Glicko-2 system" (2013, revised 2022), the steps numbered as there. The
caller chooses the length of a rating period; the server uses one attempt at one problem.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import exp, hypot, log, pi, sqrt
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

SCALE: Final = 173.7178
"""Rating points in one unit of the paper's own scale."""
TAU: Final = 0.5
"""The constraint on changes of the volatility; the paper suggests 0.3 to 1.2."""
MAX_DEVIATION: Final = 350.0
"""The deviation of a player without results."""
_CENTRE: Final = 1500.0
_CLOSE: Final = 1e-6


@dataclass(frozen=True, slots=True)
class Rating:
    """A rating: with a probability of 95 % the true strength is within two deviations of it."""

    rating: float = 1500.0
    deviation: float = MAX_DEVIATION
    volatility: float = 0.06


@dataclass(frozen=True, slots=True)
class Score:
    """One result: the opponent, and 1 for a win, 0 for a loss, 0.5 for a draw."""

    opponent: Rating
    points: float


def rated(player: Rating, scores: Sequence[Score], periods: float = 1.0) -> Rating:
    """The rating after these results. ``periods`` is the number of rating periods since the last ones (0 or
    more), by which the deviation grows first. Without results it only grows."""
    phi = player.deviation / SCALE
    if not scores:
        phi = _widened(phi, player.volatility, periods)
        return Rating(player.rating, min(phi * SCALE, MAX_DEVIATION), player.volatility)
    mu = (player.rating - _CENTRE) / SCALE
    inverse_v = surplus = 0.0  # step 3 and 4
    for score in scores:
        weight = _g(score.opponent.deviation / SCALE)
        expected = _expected(mu, (score.opponent.rating - _CENTRE) / SCALE, weight)
        inverse_v += weight**2 * expected * (1 - expected)
        surplus += weight * (score.points - expected)
    sigma = _volatility(player.volatility, phi, 1 / inverse_v, surplus / inverse_v)
    before = _widened(phi, sigma, periods)
    phi = 1 / sqrt(1 / before**2 + inverse_v)  # step 7
    mu += phi**2 * surplus
    return Rating(mu * SCALE + _CENTRE, min(phi * SCALE, MAX_DEVIATION), sigma)


def chance(player: Rating, opponent: Rating) -> float:
    """The player's expected score, 0 to 1."""
    both = hypot(player.deviation, opponent.deviation) / SCALE
    return _expected(player.rating / SCALE, opponent.rating / SCALE, _g(both))


def _g(phi: float) -> float:
    return 1 / sqrt(1 + 3 * (phi / pi) ** 2)


def _expected(mu: float, other: float, weight: float) -> float:
    return 1 / (1 + exp(-weight * (mu - other)))


def _widened(phi: float, sigma: float, periods: float) -> float:
    """Step 6 in every period. A period without results ends with it, and its deviation is capped; in the last
    one the results come first."""
    if periods > 1:
        phi = min(sqrt(phi**2 + (periods - 1) * sigma**2), MAX_DEVIATION / SCALE)
        periods = 1.0
    return sqrt(phi**2 + periods * sigma**2)


def _volatility(sigma: float, phi: float, v: float, delta: float) -> float:
    """Step 5, by the Illinois variant of regula falsi."""
    start = log(sigma**2)

    def f(x: float) -> float:
        over = exp(x) * (delta**2 - phi**2 - v - exp(x)) / (2 * (phi**2 + v + exp(x)) ** 2)
        return over - (x - start) / TAU**2

    low = start
    if delta**2 > phi**2 + v:
        high = log(delta**2 - phi**2 - v)
    else:
        steps = 1
        while f(start - steps * TAU) < 0:
            steps += 1
        high = start - steps * TAU
    at_low, at_high = f(low), f(high)
    while abs(high - low) > _CLOSE:
        between = low + (low - high) * at_low / (at_high - at_low)
        at_between = f(between)
        if at_between * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = between, at_between
    return exp(low / 2)
