"""The tasks of the job queue that solve a position or judge it as a problem."""

from __future__ import annotations

from typing import Final, Literal

from komadai._core import Board
from komadai.errors import TsumeError
from komadai.messages.text import Text
from komadai.server.jobs.job_queue import Job
from komadai.server.tsume import views as tsume_views
from komadai.server.tsume import wire as wt
from komadai.tsume.judge.judge import Inspector
from komadai.tsume.judge.report import Report
from komadai.tsume.judge.solver_queries import InspectProgress
from komadai.tsume.solve import Progress, Solution, Solver

MEMORY_MB: Final = 128

NO_PROBLEM: Final = Text("This cannot be a problem: {why}.", "詰将棋の局面ではありません：{why}")

STAGES: Final = {
    "solve": Text("Looking for the mate", "詰みを探しています"),
    "line": Text("Finding the main line", "作意を求めています"),
    "attacks": Text("Trying the other checks", "余詰を調べています"),
    "defences": Text("Trying the other defences", "変化を調べています"),
    "side-lines": Text("Looking into the variations", "変化の余詰を調べています"),
}


class TsumeTask:
    """Solves a position, or judges it as a tsume problem."""

    group = "tsume"

    def __init__(
        self,
        kind: Literal["solve", "judge"],
        board: Board,
        seconds: int,
        *,
        restoring_is_futile: bool = False,
    ) -> None:
        self.kind: Final = kind
        self.board: Final = board
        self.restoring_is_futile: Final = restoring_is_futile
        self.nodes: int = 0
        self.plies: int | None = None
        self.stage: Text | None = None
        self.solution: Solution | None = None
        self.report: Report | None = None
        self._seconds = seconds
        self._stopped = False
        self._solver: Solver | Inspector | None = None

    def run(self) -> Text | None:
        """Solves or judges. Returns the error for the user if the position cannot be a problem."""
        try:
            self._solve() if self.kind == "solve" else self._judge()
        except TsumeError as error:
            return NO_PROBLEM.filled(why=Text.of(error))
        finally:
            self._solver = None
        return None

    def stop(self) -> None:
        """Makes ``run`` return soon."""
        self._stopped = True
        solver = self._solver
        if solver is not None:
            solver.stop()

    def message(self, job: Job) -> wt.JobMessage:
        """The job's state for the page."""
        return wt.JobMessage(tsume_views.job_view(job, self))

    def _solve(self) -> None:
        solver = self._solver = Solver(MEMORY_MB)
        self.solution = solver.solve(
            self.board,
            exact=True,
            restoring_is_futile=self.restoring_is_futile,
            seconds=self._seconds,
            progress=self._on_solve_progress,
        )
        self.nodes, self.plies = self.solution.nodes, self.solution.plies

    def _judge(self) -> None:
        inspector = self._solver = Inspector(MEMORY_MB)
        self.report = inspector.inspect(
            self.board,
            restoring_is_futile=self.restoring_is_futile,
            seconds=self._seconds,
            progress=self._on_judge_progress,
        )
        self.nodes, self.plies = self.report.nodes, self.report.plies

    def _on_solve_progress(self, progress: Progress) -> None:
        self.nodes, self.plies, self.stage = progress.nodes, progress.plies, STAGES["solve"]
        self._stop_if_stopped()

    def _on_judge_progress(self, progress: InspectProgress) -> None:
        self.nodes, self.stage = progress.nodes, STAGES.get(progress.stage)
        self._stop_if_stopped()

    def _stop_if_stopped(self) -> None:
        """Handles a stop that came after the solver was created and before it started."""
        if self._stopped and self._solver is not None:
            self._solver.stop()
