"""The problems the server gives out, and which comes next."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from random import Random
from typing import Final

from komadai.ratings.glicko import Rating
from komadai.tsume.problems import Problem

_NEAREST: Final = 12
"""The next problem is one of so many that are nearest in strength: not always the same one."""
_DEVIATION: Final = 200.0
"""How far a rating guessed from the measured difficulty may be off: some two ranks either way, so that the
first people who try a problem move it soon."""
_GIVEN: Final = 470.0
_FOR_A_BIT: Final = 60.0
"""So that the middle problem of each length lies at the rank that problem books name for the length, on the
scale of the engine's levels (12 kyu 680, 8 kyu 1000, 5 kyu 1240, 1 kyu 1620, 1 dan 1740)."""


def first_rating(problem: Problem) -> Rating:
    """What a problem is worth before anyone has tried it, from its score, which is a number of bits.

    The middle ones of the packaged problems are at about 680 (mate in 1), 970 (3), 1210 (5), 1460 (7),
    1650 (9) and 1820 (11). It is a guess by length and choices, not measured on people.
    """
    return Rating(_GIVEN + _FOR_A_BIT * problem.difficulty.score, _DEVIATION)


class ProblemCatalog:
    """Problems by name and by length."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self._by_id = {problem.id: problem for problem in problems}
        self.lengths: Final = dict(sorted(Counter(each.plies for each in self._by_id.values()).items()))
        """How many there are of each length."""

    def get(self, id: str) -> Problem | None:
        """The problem of this name."""
        return self._by_id.get(id)

    def rating(self, problem: Problem, tried: Mapping[str, Rating]) -> Rating:
        """What a problem is worth, given what those are worth that someone has tried."""
        return tried.get(problem.id) or first_rating(problem)

    def choose(
        self,
        level: float,
        plies: int | None,
        seen: Collection[str],
        tried: Mapping[str, Rating],
        chance: Random,
    ) -> Problem | None:
        """A problem near this level, one not seen yet if there is any; None if none has this length."""
        fitting = [each for each in self._by_id.values() if plies is None or each.plies == plies]
        fresh = [each for each in fitting if each.id not in seen] or fitting
        fresh.sort(key=lambda each: abs(self.rating(each, tried).rating - level))
        return chance.choice(fresh[:_NEAREST]) if fresh else None
