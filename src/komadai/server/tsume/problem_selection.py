"""Selects the next mate problem for a guest."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from random import Random
from typing import Final

from komadai.ratings.glicko import Rating
from komadai.tsume.problems import Problem

CANDIDATES: Final = 12
"""The next problem is chosen at random among this number of problems with the nearest ratings."""
_DEVIATION: Final = 200.0
"""The deviation of an estimated rating, about two ranks: the first attempts change the rating much."""
_BASE_RATING: Final = 470.0
_RATING_PER_BIT: Final = 60.0
"""Chosen so that the median problem of each length has the rank that problem books name for the length, on
the scale of the engine's levels (12 kyu 680, 8 kyu 1000, 5 kyu 1240, 1 kyu 1620, 1 dan 1740)."""


def first_rating(problem: Problem) -> Rating:
    """The estimated rating of a problem that nobody has tried, from its difficulty in bits.

    The medians of the packaged problems are at about 680 (mate in 1), 970 (3), 1210 (5), 1460 (7),
    1650 (9) and 1820 (11). The estimate is not calibrated with players.
    """
    return Rating(_BASE_RATING + _RATING_PER_BIT * problem.difficulty.score, _DEVIATION)


class ProblemCatalog:
    """The problems by id and by length."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self._by_id = {problem.id: problem for problem in problems}
        self.lengths: Final = dict(sorted(Counter(each.plies for each in self._by_id.values()).items()))
        """The number of problems of each length."""

    def get(self, id: str) -> Problem | None:
        """The problem with this id, or None."""
        return self._by_id.get(id)

    def of_day(self, day: int, plies: int) -> Problem:
        """The problem of a length for a day. The order is that of the ids, which are hashes."""
        fitting = sorted(id for id, each in self._by_id.items() if each.plies == plies)
        return self._by_id[fitting[day % len(fitting)]]

    def rating(self, problem: Problem, tried: Mapping[str, Rating]) -> Rating:
        """The rating of a problem: that in ``tried``, else the estimate."""
        return tried.get(problem.id) or first_rating(problem)

    def choose(
        self,
        level: float,
        plies: int | None,
        seen: Collection[str],
        tried: Mapping[str, Rating],
        rng: Random,
    ) -> Problem | None:
        """A random problem near this level, if possible one not seen yet; None if none has this length."""
        fitting = [each for each in self._by_id.values() if plies is None or each.plies == plies]
        fresh = [each for each in fitting if each.id not in seen] or fitting
        fresh.sort(key=lambda each: abs(self.rating(each, tried).rating - level))
        return rng.choice(fresh[:CANDIDATES]) if fresh else None
