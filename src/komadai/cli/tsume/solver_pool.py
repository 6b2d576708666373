"""Solves many problems in parallel, each with a separate solver, and returns the answers in order.

A single problem is solved by all threads together.
"""

from __future__ import annotations

from collections import deque
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor
from concurrent.futures import TimeoutError as NotYetError
from itertools import chain, islice
from queue import SimpleQueue
from typing import TYPE_CHECKING, Final, TypeAlias

from komadai.errors import KomadaiError
from komadai.tsume import Progress, Solution, Solver

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from komadai.cli.tsume.problem_input import Problem

Answer: TypeAlias = "Solution | KomadaiError"

_TICK: Final = 0.1
"""Seconds between two calls of ``tick``."""


class SolverPool:
    """Solvers and the problems that they are working on."""

    def __init__(
        self,
        threads: int,
        memory_mb: int,
        exact: bool,
        seconds: float | None,
        any_mate: bool = False,
        restoring_is_futile: bool = False,
    ) -> None:
        """``memory_mb`` is for all solvers together. Raises MemoryError."""
        self._exact = exact
        self._any_mate = any_mate
        self._restoring_is_futile = restoring_is_futile
        self._seconds = seconds
        self._threads = threads
        self._together = 1
        self._solvers = [Solver(max(1, memory_mb // threads)) for _ in range(threads)]
        self._memory_mb = memory_mb
        self._free: SimpleQueue[Solver] = SimpleQueue()
        for solver in self._solvers:
            self._free.put(solver)
        self._pool = ThreadPoolExecutor(threads)
        self._waiting: deque[tuple[Problem, Future[Answer]]] = deque()
        self._progress: dict[int, Progress] = {}
        self._ending = False

    @property
    def state(self) -> tuple[Problem, Progress] | None:
        """The first unfinished problem and the progress of its search."""
        for problem, future in list(self._waiting):
            progress = self._progress.get(id(problem))
            if progress is not None and not future.done():
                return problem, progress
        return None

    def progress(self, problem: Problem) -> Progress | None:
        """The last progress report for a problem that was just answered."""
        return self._progress.get(id(problem))

    def answers(
        self, problems: Iterable[Problem], tick: Callable[[], object]
    ) -> Iterator[tuple[Problem, Answer | None]]:
        """Each problem with its answer, None for one that could not be read. ``tick`` is called meanwhile."""
        source = self._alone_or_not(iter(problems))
        more = True
        while True:
            while more and len(self._waiting) < 2 * self._threads:
                problem = next(source, None)
                if problem is None:
                    more = False
                else:
                    self._waiting.append((problem, self._pool.submit(self._solve, problem)))
            if not self._waiting:
                return
            problem, future = self._waiting[0]
            while True:
                try:
                    answer = future.result(_TICK)
                    break
                except NotYetError:
                    tick()
            self._waiting.popleft()
            yield problem, None if problem.board is None else answer
            self._progress.pop(id(problem), None)

    def _alone_or_not(self, problems: Iterator[Problem]) -> Iterator[Problem]:
        """The problems. A single one gets all threads and all the memory."""
        if self._threads > 1:
            first = list(islice(problems, 2))
            problems = chain(first, problems)
            if len(first) == 1:
                self._together = self._threads
                self._solvers = [Solver(self._memory_mb)]
                self._free = SimpleQueue()
                self._free.put(self._solvers[0])
        return problems

    def break_off(self) -> Iterator[tuple[Problem, Answer | None]]:
        """Stops all searches; yields the results so far of the problems that were begun."""
        self._ending = True
        for _, future in reversed(self._waiting):
            future.cancel()
        while self._waiting:
            problem, future = self._waiting.popleft()
            while not future.done():
                for solver in self._solvers:
                    solver.stop()
                try:
                    future.result(0.01)
                except (NotYetError, CancelledError):
                    continue
            if not future.cancelled():
                yield problem, None if problem.board is None else future.result()

    def close(self) -> None:
        """Stops all searches and waits for their end."""
        for _ in self.break_off():
            pass
        self._pool.shutdown()

    def _solve(self, problem: Problem) -> Answer:
        if problem.board is None:
            return KomadaiError()
        solver = self._free.get()

        def note(progress: Progress) -> None:
            self._progress[id(problem)] = progress
            if self._ending:  # stopped before the search began
                solver.stop()

        try:
            return solver.solve(
                problem.board,
                exact=self._exact,
                seconds=self._seconds,
                threads=self._together,
                any_mate=self._any_mate,
                restoring_is_futile=self._restoring_is_futile,
                progress=note,
            )
        except KomadaiError as error:
            return error
        finally:
            self._free.put(solver)
