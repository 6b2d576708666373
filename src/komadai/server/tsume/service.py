"""The room where mate problems are solved: problems, referees, scores and the workbench together."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Sequence
from functools import cached_property
from random import Random
from weakref import WeakValueDictionary

from sqlalchemy.exc import IntegrityError

from komadai._core import Board, Move
from komadai.play.refusals import Refused
from komadai.play.texts import Words
from komadai.server.db.database import Database
from komadai.server.http.session import Keyring
from komadai.server.positions import move_input
from komadai.server.tsume import progress as tsume_progress
from komadai.server.tsume.jobs import Workbench
from komadai.server.tsume.problem_selection import Shelf
from komadai.server.tsume.progress import Solver
from komadai.server.tsume.store import TsumeStore
from komadai.server.tsume.wire import At
from komadai.tsume.move_checker import MoveChecker, MoveVerdict
from komadai.tsume.problems import Problem, problems


class Dojo:
    """What all calls about mate problems share."""

    def __init__(self, database: Database, keyring: Keyring, jobs_per_address: int) -> None:
        self.store = TsumeStore(database)
        self._keyring = keyring
        self.bench = Workbench(jobs_per_address)
        self._here = threading.local()
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._chance = Random()

    def close(self) -> None:
        """Stops the jobs under way."""
        self.bench.close()

    @cached_property
    def shelf(self) -> Shelf:
        """The problems; reading them takes a moment the first time."""
        return Shelf(problems())

    def problem(self, id: str) -> Problem:
        """The problem of this name. Raises Refused ``not_found``."""
        problem = self.shelf.get(id)
        if problem is None:
            raise Refused("not_found")
        return problem

    def played(self, guest: str, problem: Problem, ask: At) -> tuple[Board, list[Move]]:
        """The position after this line, the attacker to move, and the line's moves.

        Where the line leaves the solution, the server's own signature must stand under it: else a page
        could make up a defence that is easy to mate. Raises Refused ``invalid``.
        """
        board, made = played(problem, ask.line)
        departed = problem.moves[: len(made)] != tuple(made)
        if departed and not self._keyring.seal_matches(ask.seal, guest, problem.id, ask.line):
            why = Words(
                "seal: the line is not one that was answered here", "この手順に応じた記録がありません"
            )
            raise Refused("invalid", "seal", why=why)
        return board, made

    def seal(self, guest: str, problem: Problem, line: Sequence[Move]) -> str:
        """The server's signature under a line that it has just answered."""
        return self._keyring.seal(guest, problem.id, [move.usi() for move in line])

    def lock(self, guest: str) -> asyncio.Lock:
        """One thing at a time for each guest, however many windows are open."""
        return self._locks.setdefault(guest, asyncio.Lock())

    async def next(self, solver: Solver, plies: int | None, run: bool, now_ms: int) -> tuple[Solver, Problem]:
        """What lies on the table next. Raises Refused ``run_over``, or ``invalid`` if no problem has
        this length."""
        if run and not solver.run_is_on(now_ms):
            raise Refused("run_over")
        if not run and solver.run_ends_ms is not None:
            solver = tsume_progress.run_left(solver)
        if solver.problem is not None:
            open_one = self.shelf.get(solver.problem)
            if open_one is not None and (plies is None or open_one.plies == plies):
                return solver, open_one
        level = tsume_progress.run_level(solver) if run else solver.rating
        seen = await self.store.seen(solver.guest_id)
        worths = await self.store.worths()
        problem = self.shelf.choose(level, plies, seen, worths, self._chance)
        if problem is None:
            lengths = ", ".join(map(str, self.shelf.lengths))
            why = Words(f"plies: expected one of {lengths}, got {plies}", f"{plies}手詰の問題はありません")
            raise Refused("invalid", "plies", why=why)
        solver = tsume_progress.begun(solver, problem.id, now_ms)
        await self.store.save(solver, now_ms)
        return solver, problem

    async def settle(self, solver: Solver, problem: Problem, solved: bool, now_ms: int) -> Solver:
        """The attempt at the problem on the table is over. Raises Refused ``stale`` if another process
        was quicker."""
        worth = self.shelf.rating(problem, await self.store.worths())
        after, attempt, then = tsume_progress.settled(solver, problem.plies, worth, solved, now_ms)
        try:
            await self.store.settle(after, attempt, then)
        except IntegrityError as error:
            raise Refused("stale") from error
        return after

    # -- what takes the processor: called in the desk's threads

    def judge(self, problem: Problem, board: Board, line: Sequence[Move], move: Move) -> MoveVerdict:
        """Whether this move is right after this line."""
        return self._move_checker().judge(board, move, self._rest(problem, line), len(line))

    def best(self, problem: Problem, board: Board, line: Sequence[Move]) -> list[Move]:
        """The solution from here; empty where the line has led to no mate."""
        solution = self._rest(problem, line)
        return list(solution[len(line) :]) if solution else self._move_checker().best(board)

    def _rest(self, problem: Problem, line: Sequence[Move]) -> Sequence[Move]:
        """The problem's solution, as long as the line has followed it; else empty."""
        return problem.moves if tuple(line) == problem.moves[: len(line)] else ()

    def _move_checker(self) -> MoveChecker:
        checker: MoveChecker | None = getattr(self._here, "checker", None)
        if checker is None:
            checker = self._here.checker = MoveChecker()
        return checker


def played(problem: Problem, line: Sequence[str]) -> tuple[Board, list[Move]]:
    """The position after this line, the attacker to move. Raises Refused ``invalid`` unless it is made
    of legal moves with a defence after each attack, shorter than the solution."""
    board, made = problem.board, [move_input.from_usi(usi) for usi in line]
    for at, move in enumerate(made):
        if not board.is_legal(move):
            raise _wrong_line(f"move {at + 1}, {move.usi()}, is illegal", f"{at + 1}手目は指せません")
        board.push(move)
    if len(made) % 2 or len(made) >= problem.plies:
        raise _wrong_line("expected an even number of moves, fewer than the solution has", "手数が違います")
    return board, made


def _wrong_line(english: str, japanese: str) -> Refused:
    return Refused("invalid", "line", why=Words(f"line: {english}", japanese))
