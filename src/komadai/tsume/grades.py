"""A graded course of mate problems: 18 grades, by length and difficulty."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from komadai.tsume.problems import Problem, problems

GRADES: Final = MappingProxyType({1: 3, 3: 5, 5: 4, 7: 3, 9: 2, 11: 1})
"""The number of grades of each length in plies; 18 in all."""
SELECTION: Final = 24
"""The number of problems that a grade asks for: these stand for the whole grade."""


@dataclass(frozen=True, slots=True)
class Grade:
    """The problems of one length with about the same difficulty."""

    kyu: int
    """From 18, the first grade, to 1, the last. No measure of playing strength."""
    plies: int
    problems: tuple[Problem, ...]
    """The easiest first."""

    @property
    def selection(self) -> tuple[Problem, ...]:
        """Problems from the easiest to the hardest, evenly spread: at most `SELECTION`."""
        count, last = min(SELECTION, len(self.problems)), len(self.problems) - 1
        return tuple(self.problems[round(at * last / max(count - 1, 1))] for at in range(count))


def grades(given: Iterable[Problem] | None = None) -> list[Grade]:
    """The grades from 18 kyu to 1 kyu: each length in equal parts, the easiest first.

    ``given`` are the problems (None: those of the package), the shortest first, then the easiest.

    >>> for grade in grades()[:4]:
    ...     print(grade.kyu, grade.plies)
    18 1
    17 1
    16 1
    15 3
    """
    pool = problems() if given is None else list(given)
    found: list[Grade] = []
    kyu = sum(GRADES.values())
    for plies, parts in GRADES.items():
        all_of = [problem for problem in pool if problem.plies == plies]
        for part in range(parts):
            first, end = (len(all_of) * at // parts for at in (part, part + 1))
            found.append(Grade(kyu, plies, tuple(all_of[first:end])))
            kyu -= 1
    return found
