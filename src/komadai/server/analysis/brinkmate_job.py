"""The task of the job queue that looks for a brinkmate (必至) in the position of an analysis."""

from __future__ import annotations

from typing import Final

from komadai._core import Board
from komadai.errors import TsumeError
from komadai.messages.text import Text
from komadai.server.analysis import views
from komadai.server.analysis import wire as wt
from komadai.server.jobs.job_queue import Job
from komadai.tsume.brinkmate import Brinkmate, BrinkmateSolver

SECONDS: Final = 20
_MEMORY_MB: Final = 64

NO_BRINKMATE: Final = Text("There is no brinkmate to look for: {why}.", "必至を探せません：{why}")


class BrinkmateTask:
    """Looks for the shortest brinkmate within a number of plies."""

    group = "brinkmate"

    def __init__(self, board: Board, plies: int) -> None:
        self.board: Final = board
        self.found: Brinkmate | None = None
        self._plies = plies
        self._stopped = False
        self._solver: BrinkmateSolver | None = None

    def run(self) -> Text | None:
        """Searches. Returns the error for the user if the position cannot have a brinkmate."""
        try:
            self._solver = BrinkmateSolver(_MEMORY_MB)
            self.found = self._solver.solve(
                self.board, self._plies, seconds=SECONDS, progress=lambda _: self._stop_if_stopped()
            )
        except TsumeError as error:
            return NO_BRINKMATE.filled(why=Text.of(error))
        finally:
            self._solver = None
        return None

    def stop(self) -> None:
        """Makes ``run`` return soon."""
        self._stopped = True
        solver = self._solver
        if solver is not None:
            solver.stop()

    def message(self, job: Job) -> wt.BrinkmateMessage:
        """The job's state for the page."""
        return wt.BrinkmateMessage(self.view(job))

    def view(self, job: Job) -> wt.BrinkmateJob:
        """The job's state."""
        found = self.found
        return wt.BrinkmateJob(
            id=job.id,
            state=job.state,
            stopped=job.stopped,
            error=job.error,
            result=found.result if found else None,
            plies=found.plies if found else None,
            moves=views.line_of(self.board, found.line) if found else [],
        )

    def _stop_if_stopped(self) -> None:
        """Handles a stop that came after the solver was created and before it started."""
        if self._stopped and self._solver is not None:
            self._solver.stop()
