"""Positions that guests want solved or judged: done beside the event loop, a few at a time, stoppable."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Final, Literal

from komadai._core import Board
from komadai.errors import TsumeError
from komadai.play.refusals import Refused
from komadai.play.texts import Words
from komadai.server.rate_limits import Counter
from komadai.tsume.judge.judge import Inspector
from komadai.tsume.judge.report import Report
from komadai.tsume.judge.solver_queries import InspectProgress
from komadai.tsume.solve import Progress, Solution, Solver

log: Final = logging.getLogger(__name__)

WORKERS: Final = 2
MEMORY_MB: Final = 128
KEPT_S: Final = 600
"""A job that is done is kept for so long."""
MOST: Final = 64
"""Jobs that may be here at the same time, done ones left out."""

_STAGES: Final = {
    "solve": Words("Looking for the mate", "詰みを探しています"),
    "line": Words("Finding the main line", "作意を求めています"),
    "attacks": Words("Trying the other checks", "余詰を調べています"),
    "defences": Words("Trying the other defences", "変化を調べています"),
    "side-lines": Words("Looking into the variations", "変化の中を調べています"),
}


@dataclass(slots=True)
class Job:
    """One position to be solved or judged. Written by one worker, read by the event loop."""

    guest: str
    kind: Literal["solve", "judge"]
    board: Board
    seconds: int
    id: str = field(default_factory=lambda: secrets.token_hex(8))
    state: Literal["waiting", "working", "done"] = "waiting"
    begun: float = 0.0
    ended: float = 0.0
    nodes: int = 0
    plies: int | None = None
    stage: Words | None = None
    error: Words | None = None
    solution: Solution | None = None
    report: Report | None = None
    stopped: bool = False
    _worker: Solver | Inspector | None = None

    @property
    def ms(self) -> int:
        """How long it has been worked on, in milliseconds."""
        if not self.begun:
            return 0
        return round(1000 * ((self.ended or time.monotonic()) - self.begun))

    def stop(self) -> None:
        """Ends it soon, with what it has."""
        self.stopped = True
        worker = self._worker
        if worker is not None:
            worker.stop()

    def work(self) -> None:
        """Does it. Every failure is told in ``error``."""
        self.begun, self.state = time.monotonic(), "working"
        try:
            if not self.stopped:
                self._solve() if self.kind == "solve" else self._judge()
            if not (self.solution or self.report):
                self.error = Words("It was stopped before it began.", "始める前に中止されました。")
        except TsumeError as error:
            self.error = Words(
                f"This cannot be a problem: {error.text('en')}.",
                f"詰将棋の局面ではありません：{error.text('ja')}",
            )
        except Exception:
            self.error = Words("Something went wrong in the server.", "サーバー内部でエラーが起きました。")
            raise
        finally:
            self._worker = None
            self.ended, self.state = time.monotonic(), "done"

    def _solve(self) -> None:
        solver = self._worker = Solver(MEMORY_MB)
        self.solution = solver.solve(self.board, exact=True, seconds=self.seconds, progress=self._solving)
        self.nodes, self.plies = self.solution.nodes, self.solution.plies

    def _judge(self) -> None:
        inspector = self._worker = Inspector(MEMORY_MB)
        self.report = inspector.inspect(self.board, seconds=self.seconds, progress=self._judging)
        self.nodes, self.plies = self.report.nodes, self.report.plies

    def _solving(self, told: Progress) -> None:
        self.nodes, self.plies, self.stage = told.nodes, told.plies, _STAGES["solve"]
        if self.stopped and self._worker is not None:  # it came between making the worker and its start
            self._worker.stop()

    def _judging(self, told: InspectProgress) -> None:
        self.nodes, self.stage = told.nodes, _STAGES.get(told.stage)
        if self.stopped and self._worker is not None:
            self._worker.stop()


class Workbench:
    """The jobs of all guests: one a guest, some an address."""

    def __init__(self, most_of_an_address: int) -> None:
        self._threads = ThreadPoolExecutor(WORKERS, thread_name_prefix="tsume")
        self._addresses = Counter(most_of_an_address)
        self._jobs: OrderedDict[str, Job] = OrderedDict()

    def begin(self, job: Job, address: str) -> None:
        """Puts a job in the queue; the guest's earlier ones are stopped. Raises Refused ``slow_down``."""
        self._tidy()
        for other in self._jobs.values():
            if other.guest == job.guest and other.state != "done":
                other.stop()
        if sum(each.state != "done" for each in self._jobs.values()) >= MOST:
            raise Refused("slow_down")
        if not self._addresses.enter(address):
            raise Refused("slow_down")
        self._jobs[job.id] = job
        future = asyncio.get_running_loop().run_in_executor(self._threads, job.work)
        future.add_done_callback(lambda done: self._left(address, done))

    def job(self, id: str, guest: str) -> Job:
        """A guest's own job. Raises Refused ``not_found``."""
        self._tidy()
        job = self._jobs.get(id)
        if job is None or job.guest != guest:
            raise Refused("not_found")
        return job

    def close(self) -> None:
        """Stops everything."""
        for job in self._jobs.values():
            job.stop()
        self._threads.shutdown(wait=False, cancel_futures=True)

    def _left(self, address: str, done: asyncio.Future[None]) -> None:
        self._addresses.leave(address)
        if not done.cancelled() and (error := done.exception()) is not None:
            log.error("a tsume job failed", exc_info=error)

    def _tidy(self) -> None:
        now = time.monotonic()
        old = [job.id for job in self._jobs.values() if job.ended and now - job.ended > KEPT_S]
        for id in old:
            del self._jobs[id]
