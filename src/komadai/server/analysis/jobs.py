"""The task of the job queue that analyses a position until it is stopped."""

from __future__ import annotations

import os
import shutil
import threading
import time
from collections.abc import Callable, Sequence
from typing import Final

from komadai._core import Board
from komadai.engine.client.analyst import turn_book_off
from komadai.engine.client.sync_engine import Engine
from komadai.engine.program import EngineProgram
from komadai.engine.protocol.info import Info
from komadai.engine.protocol.limits import Limits
from komadai.errors import EngineError
from komadai.play.texts import Text
from komadai.score import WinRateModel
from komadai.server.analysis import views
from komadai.server.analysis import wire as wt
from komadai.server.jobs.job_queue import Job

LANE: Final = "analysis"
"""Analyses wait for each other, not for other jobs, nor other jobs for them."""
SECONDS: Final = 300
"""An analysis ends after this time …"""
CROWDED_SECONDS: Final = 30
"""… and after this one while others wait."""
THREADS: Final = max(1, (os.cpu_count() or 1) - 1)
"""The threads of all engines of an analysis; one processor is left for live games."""
AT_ONCE: Final = min(wt.MAX_ENGINES, THREADS)
_HASH_MB: Final = 64
_NICENESS: Final = 10
_START_S: Final = 60.0
_LOOK_S: Final = 0.2
NO_ENGINE: Final = Text("The engine failed: {why}", "エンジンが動きません：{why}")


class EngineSearch:
    """One engine's search. Written by its thread, read by the event loop."""

    def __init__(self, program: EngineProgram, threads: int) -> None:
        self.program: Final = program
        self.threads: Final = threads
        self.lines: tuple[Info, ...] = ()
        self.info: Info | None = None
        self.model: WinRateModel | None = None
        self.error: Text | None = None
        self._found: dict[int, Info] = {}
        self._engine: Engine | None = None
        self._ended = False
        self._lock = threading.Lock()

    def run(self, board: Board, lines: int, depth: int | None) -> None:
        """Searches until the depth is reached or :meth:`end` is called."""
        try:
            engine = Engine(_gently(self.program.command), timeout=_START_S)
        except (EngineError, OSError) as error:
            self.error = NO_ENGINE.filled(why=Text.of_error(error))
            return
        with self._lock:
            self._engine = engine
        try:
            if self._ended:
                return
            self._prepare(engine)
            self.model = engine.win_rate_model
            limits = None if depth is None else Limits(depth=depth)
            with engine.analysis(board, limits, multipv=lines) as analysis:
                for info in analysis:
                    self._take(info)
                    if self._ended:
                        break
        except EngineError as error:
            if not self._ended:
                self.error = NO_ENGINE.filled(why=Text.of_error(error))
        finally:
            engine.close()

    def end(self) -> None:
        """Ends the search soon. May be called from any thread."""
        self._ended = True
        with self._lock:
            engine = self._engine
        if engine is not None:
            engine.kill()

    def _take(self, info: Info) -> None:
        """Keeps the last info of each line; a bound says little, so it replaces no score."""
        if info.nodes is not None:
            self.info = info
        if not info.pv or info.score is None:
            return
        if info.score.bound == "exact" or info.multipv not in self._found:
            self._found[info.multipv] = info
            self.lines = tuple(self._found[number] for number in sorted(self._found))

    def _prepare(self, engine: Engine) -> None:
        turn_book_off(engine)
        for name, value in (("Threads", self.threads), ("USI_Hash", _HASH_MB)):
            if name in engine.options:
                engine.set_option(name, value)
        for name, wanted in self.program.options:
            engine.set_option(name, wanted)


class AnalysisTask:
    """Analyses a position with one or two engines of low priority, so that live games come first."""

    group = "analysis"

    def __init__(
        self,
        board: Board,
        programs: Sequence[EngineProgram],
        lines: int,
        depth: int | None,
        *,
        crowded: Callable[[], bool],
        allowed: Callable[[], bool],
    ) -> None:
        """``crowded`` says whether others wait, ``allowed`` whether the guest may still be helped."""
        self.board: Final = board
        self.threads: Final = max(1, THREADS // len(programs))
        self.searches: Final = [EngineSearch(each, self.threads) for each in programs]
        self._lines, self._depth = lines, depth
        self._crowded, self._allowed = crowded, allowed
        self._views = views.LineViews(board)
        self._stopped = threading.Event()

    def run(self) -> Text | None:
        """Analyses. Returns the error for the user if the position is not valid."""
        problems = self.board.problems()
        if problems:
            why = Text.of(problems[0])
            return Text(f"The position is not valid: {why.en}.", f"局面が正しくありません：{why.ja}")
        if not self.board.legal_moves:
            return Text("There is no legal move here.", "この局面には合法手がありません。")
        threads = [
            threading.Thread(
                target=search.run,
                args=(self.board.copy(), self._lines, self._depth),
                name="analysis",
                daemon=True,
            )
            for search in self.searches
        ]
        start = time.monotonic()
        for thread in threads:
            thread.start()
        while any(thread.is_alive() for thread in threads):
            spent = time.monotonic() - start
            limit = CROWDED_SECONDS if self._crowded() else SECONDS
            if self._stopped.wait(_LOOK_S) or spent > limit or not self._allowed():
                break
        for search in self.searches:
            search.end()
        for thread in threads:
            thread.join()
        return None

    def stop(self) -> None:
        """Makes ``run`` return soon, with the lines so far."""
        self._stopped.set()

    def message(self, job: Job) -> wt.AnalysisMessage:
        """The job's state for the page."""
        return wt.AnalysisMessage(self.view(job))

    def view(self, job: Job) -> wt.AnalysisJob:
        """The job's state."""
        return wt.AnalysisJob(
            id=job.id,
            sfen=self.board.sfen(),
            state=job.state,
            place=job.place if job.state == "waiting" else None,
            stopped=job.stopped,
            ms=job.ms,
            error=job.error,
            threads=self.threads,
            engines=[self._report(search) for search in self.searches],
        )

    def _report(self, search: EngineSearch) -> wt.EngineAnalysis:
        info = search.info
        return wt.EngineAnalysis(
            engine=search.program.name,
            nodes=(info.nodes or 0) if info else 0,
            nps=(info.nps or 0) if info else 0,
            lines=[self._views.line(each, search.model) for each in search.lines if each.pv],
            error=search.error,
        )


def _gently(command: Sequence[str]) -> list[str]:
    """The command with a lower priority, where the system has ``nice``."""
    nice = shutil.which("nice")
    return [*((nice, "-n", str(_NICENESS)) if nice else ()), *command]
