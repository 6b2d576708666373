"""Mate problems for guests: selection, checking of answers, and the progress of each guest."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Sequence
from functools import cached_property
from random import Random
from typing import Final
from weakref import WeakValueDictionary

from sqlalchemy.exc import IntegrityError

from komadai._core import Board, Move
from komadai.messages.text import Text
from komadai.server.db.database import Database
from komadai.server.errors import ApiError
from komadai.server.http.session import TokenSigner
from komadai.server.positions import move_input
from komadai.server.tsume import course as tsume_course
from komadai.server.tsume import progress as tsume_progress
from komadai.server.tsume.course import CourseGrade, CourseProgress
from komadai.server.tsume.problem_selection import ProblemCatalog
from komadai.server.tsume.progress import SolverProgress
from komadai.server.tsume.store import TsumeStore
from komadai.server.tsume.wire import LinePosition
from komadai.tsume.grades import grades
from komadai.tsume.line_checker import LineJudgement, judge_line
from komadai.tsume.move_checker import MoveChecker, MoveVerdict
from komadai.tsume.problems import Problem, problems

DAY_MS: Final = 24 * 60 * 60 * 1000
TODAYS_PLIES: Final = 3


class TsumeService:
    """The state that all calls about mate problems share."""

    def __init__(self, database: Database, signer: TokenSigner) -> None:
        self.store: Final = TsumeStore(database)
        self._signer = signer
        self._thread = threading.local()
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._rng = Random()

    @cached_property
    def catalog(self) -> ProblemCatalog:
        """All problems, read at the first use."""
        return ProblemCatalog(problems())

    @cached_property
    def grades(self) -> dict[int, CourseGrade]:
        """The grades of the course by kyu, the first grade first."""
        return {grade.kyu: CourseGrade(grade) for grade in grades(problems())}

    @cached_property
    def grade_of(self) -> dict[str, CourseGrade]:
        """The grade of each problem, by its id."""
        return {id: grade for grade in self.grades.values() for id in grade.problems}

    def problem(self, id: str) -> Problem:
        """The problem with this id. Raises ApiError ``not_found``."""
        problem = self.catalog.get(id)
        if problem is None:
            raise ApiError("not_found")
        return problem

    def today(self, now_ms: int) -> Problem:
        """The problem of the day (UTC), the same for everybody: a mate in 3."""
        return self.catalog.of_day(now_ms // DAY_MS, TODAYS_PLIES)

    def played(self, guest: str, problem: Problem, ask: LinePosition) -> tuple[Board, list[Move]]:
        """The position after this line, the attacker to move, and the line's moves.

        A line that leaves the solution must have the server's signature: without it a page could invent
        defences that are easy to mate. Raises ApiError ``invalid``.
        """
        board, moves = played(problem, ask.line)
        departed = problem.moves[: len(moves)] != tuple(moves)
        if departed and not self._signer.line_signature_matches(ask.signature, guest, problem.id, ask.line):
            why = Text("signature: the server has not answered this line", "この手順に応じた記録がありません")
            raise ApiError("invalid", "signature", why=why)
        return board, moves

    def sign_line(self, guest: str, problem: Problem, line: Sequence[Move]) -> str:
        """The server's signature of a line that it has just answered."""
        return self._signer.sign_line(guest, problem.id, [move.usi() for move in line])

    def lock(self, guest: str) -> asyncio.Lock:
        """The lock of a guest's progress; a guest may have several pages open."""
        return self._locks.setdefault(guest, asyncio.Lock())

    async def next(
        self, solver: SolverProgress, plies: int | None, run: bool, now_ms: int
    ) -> tuple[SolverProgress, Problem]:
        """Selects the next problem; the current one if it fits and is not settled.

        Raises ApiError ``run_over``, or ``invalid`` if no problem has this length.
        """
        if run and not solver.run_is_on(now_ms):
            raise ApiError("run_over")
        if not run and solver.run_ends_ms is not None:
            solver = tsume_progress.run_left(solver)
        if solver.problem is not None:
            current = self.catalog.get(solver.problem)
            if current is not None and (plies is None or current.plies == plies):
                return solver, current
        level = tsume_progress.run_level(solver) if run else solver.rating
        if plies is None and not run and solver.solved == 0:
            level, plies = tsume_progress.FIRST_LEVEL, tsume_progress.FIRST_PLIES
        seen = await self.store.seen(solver.guest_id)
        problem_ratings = await self.store.problem_ratings()
        problem = self.catalog.choose(level, plies, seen, problem_ratings, self._rng)
        if problem is None:
            lengths = ", ".join(map(str, self.catalog.lengths))
            why = Text(f"plies: expected one of {lengths}, got {plies}", f"{plies}手詰の問題はありません")
            raise ApiError("invalid", "plies", why=why)
        solver = tsume_progress.begun(solver, problem.id, now_ms)
        await self.store.save(solver, now_ms)
        return solver, problem

    async def next_of_course(
        self, solver: SolverProgress, progress: CourseProgress, kyu: int | None, now_ms: int
    ) -> tuple[SolverProgress, Problem | None]:
        """Selects the next problem of a grade, or (None) the next to be repeated in any grade.

        The current problem stays if it is not settled and one of these. None if there is none now. Raises
        ApiError ``not_found`` for an unknown grade.
        """
        if kyu is not None and kyu not in self.grades:
            raise ApiError("not_found")
        if solver.run_ends_ms is not None:
            solver = tsume_progress.run_left(solver)
        among = self.grade_of if kyu is None else self.grades[kyu].problems
        due, id = progress.due(among, now_ms), solver.problem
        is_new = kyu is not None and id in among and id not in progress.tried
        if id not in due and not is_new:
            if kyu is None:
                id = due[0] if due else None
            else:
                ratings = await self.store.problem_ratings()
                id = tsume_course.next_problem(self.grades[kyu], progress, ratings, now_ms)
        if id is None:
            return solver, None
        if id != solver.problem:
            solver = tsume_progress.begun(solver, id, now_ms)
            await self.store.save(solver, now_ms)
        return solver, self.problem(id)

    async def settle(
        self, solver: SolverProgress, problem: Problem, solved: bool, now_ms: int, *, in_head: bool = False
    ) -> SolverProgress:
        """Stores the result of the attempt at the current problem.

        Raises ApiError ``stale`` if another process has settled it already.
        """
        rating = self.catalog.rating(problem, await self.store.problem_ratings())
        card = await self.store.card(solver.guest_id, problem.id)
        after, attempt, new_rating = tsume_progress.settled(
            solver, problem.plies, rating, solved, now_ms, in_head=in_head, repeated=card is not None
        )
        card = tsume_course.card_after(card, solver, attempt, now_ms)
        try:
            await self.store.settle(after, attempt, new_rating, card)
        except IntegrityError as error:
            raise ApiError("stale") from error
        return after

    # -- CPU-bound work, called in worker threads

    def judge(self, problem: Problem, board: Board, line: Sequence[Move], move: Move) -> MoveVerdict:
        """Judges a move after this line."""
        return self._move_checker().judge(board, move, self._rest(problem, line), len(line))

    def judge_line(self, problem: Problem, line: Sequence[Move]) -> LineJudgement:
        """Judges a whole line from the problem's position."""
        return judge_line(self._move_checker(), problem.board, problem.moves, line)

    def best(self, problem: Problem, board: Board, line: Sequence[Move]) -> list[Move]:
        """The solution from here; empty if the line leads to no mate."""
        solution = self._rest(problem, line)
        return list(solution[len(line) :]) if solution else self._move_checker().best(board)

    def _rest(self, problem: Problem, line: Sequence[Move]) -> Sequence[Move]:
        """The problem's solution if the line follows it, else empty."""
        return problem.moves if tuple(line) == problem.moves[: len(line)] else ()

    def _move_checker(self) -> MoveChecker:
        checker: MoveChecker | None = getattr(self._thread, "checker", None)
        if checker is None:
            checker = self._thread.checker = MoveChecker()
        return checker


def played(problem: Problem, line: Sequence[str]) -> tuple[Board, list[Move]]:
    """The position after this line, the attacker to move. Raises ApiError ``invalid`` unless it is moves
    of legal moves with a defence after each attack, shorter than the solution."""
    board, moves = _played(problem, line)
    if len(moves) % 2 or len(moves) >= problem.plies:
        raise _wrong_line("expected an even number of moves, fewer than the solution has", "手数が違います")
    return board, moves


def whole_line(problem: Problem, line: Sequence[str]) -> list[Move]:
    """The moves of a line as long as the solution. Raises ApiError ``invalid`` unless all are legal."""
    _, moves = _played(problem, line)
    if len(moves) != problem.plies:
        raise _wrong_line(
            f"expected {problem.plies} moves, got {len(moves)}", f"{problem.plies}手を入力してください"
        )
    return moves


def _played(problem: Problem, line: Sequence[str]) -> tuple[Board, list[Move]]:
    board, moves = problem.board, [move_input.from_usi(usi) for usi in line]
    for at, move in enumerate(moves):
        if not board.is_legal(move):
            raise _wrong_line(f"move {at + 1}, {move.usi()}, is illegal", f"{at + 1}手目は指せません")
        board.push(move)
    return board, moves


def _wrong_line(english: str, japanese: str) -> ApiError:
    return ApiError("invalid", "line", why=Text(f"line: {english}", japanese))
