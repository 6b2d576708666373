"""A guest's way through the graded course, as pure values: what is solved, what is due, what is next."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from typing import Final

import msgspec

from komadai.ratings.glicko import Rating
from komadai.server.repetition import Repetition, reviewed
from komadai.server.tsume.problem_selection import first_rating
from komadai.server.tsume.progress import Attempt, SolverProgress
from komadai.tsume.grades import Grade


class ProblemCard(Repetition, frozen=True, kw_only=True):
    """A problem that a guest has missed, and when it is due again; a row of ``tsume_cards``."""

    guest_id: str
    problem: str


class CourseGrade:
    """A grade with the ids of its problems, which are computed once."""

    def __init__(self, grade: Grade) -> None:
        self.kyu: Final = grade.kyu
        self.plies: Final = grade.plies
        self.problems: Final = {problem.id: problem for problem in grade.problems}
        """By id, the easiest first."""
        self.selection: Final = frozenset(problem.id for problem in grade.selection)

    @property
    def needed(self) -> int:
        """The number of problems to solve for this grade."""
        return len(self.selection)


class CourseProgress(msgspec.Struct, frozen=True, kw_only=True):
    """The progress of a guest with the problems, in the course or elsewhere."""

    tried: Collection[str]
    solved: Collection[str]
    """Solved without help."""
    cards: Mapping[str, ProblemCard]
    """By problem, the first due first."""

    def has_solved(self, id: str) -> bool:
        """Whether a problem is solved. One that was missed first must have been solved in a repetition."""
        card = self.cards.get(id)
        return id in self.solved and (card is None or card.recovered)

    def due(self, among: Collection[str], now_ms: int) -> list[str]:
        """Those of these problems that are to be repeated now, the longest waiting first."""
        return [id for id, card in self.cards.items() if card.due_ms <= now_ms and id in among]

    def next_ms(self, among: Collection[str], now_ms: int) -> int | None:
        """The time until another of these problems is due; None if none waits."""
        waits = (card.due_ms - now_ms for id, card in self.cards.items() if id in among)
        return min((ms for ms in waits if ms > 0), default=None)


def solved(grade: CourseGrade, progress: CourseProgress) -> int:
    """The number of problems of this grade that are solved."""
    return sum(map(progress.has_solved, grade.problems))


def solved_by_grade(progress: CourseProgress, grade_of: Mapping[str, CourseGrade]) -> Counter[int]:
    """The number of problems solved in each grade, by kyu; ``grade_of`` has the grade of each problem."""
    return Counter(grade_of[id].kyu for id in progress.solved if id in grade_of and progress.has_solved(id))


def next_problem(
    grade: CourseGrade, progress: CourseProgress, ratings: Mapping[str, Rating], now_ms: int
) -> str | None:
    """The next problem of a grade: one to be repeated, else a new one, else one tried without success.

    New are first those of the grade's selection, then the others; the ones with the lowest rating first.
    None if all are solved or wait for their repetition.
    """
    due = progress.due(grade.problems, now_ms)
    if due:
        return due[0]

    def order(id: str) -> tuple[bool, bool, float]:
        rating = ratings.get(id) or first_rating(grade.problems[id])
        return id in progress.tried, id not in grade.selection, rating.rating

    unsolved = (id for id in grade.problems if id not in progress.cards and not progress.has_solved(id))
    return min(unsolved, key=order, default=None)


def card_after(
    before: ProblemCard | None, solver: SolverProgress, attempt: Attempt, now_ms: int
) -> ProblemCard | None:
    """The card of a problem after this attempt; None if it stays as it was.

    ``solver`` is the progress before the attempt. A problem that was missed, or solved with a hint, comes
    again. Solving it early changes nothing; a timed run never does.
    """
    right = attempt.solved and not solver.hinted
    early = before is None or before.due_ms > now_ms
    if attempt.kind == "run" or (right and early):
        return None
    fields = reviewed(before, right, now_ms)
    return ProblemCard(guest_id=attempt.guest_id, problem=attempt.problem, **fields)
