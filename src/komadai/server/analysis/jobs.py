"""The task of the job queue that analyses a position until it is stopped."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from types import TracebackType
from typing import Any, Final, Protocol, Self

from komadai._core import Board
from komadai.engine.program import EngineProgram
from komadai.engine.protocol.info import Info
from komadai.engine.protocol.limits import Limits
from komadai.errors import EngineError
from komadai.messages.text import Text
from komadai.score import WinRateModel
from komadai.server.analysis import views
from komadai.server.analysis import wire as wt
from komadai.server.analysis.threats import ThreatSearch
from komadai.server.bridge.engines import HomeEngineError
from komadai.server.jobs.job_queue import Job

LANE: Final = "analysis"
"""Analyses wait for each other, not for other jobs, nor other jobs for them."""
HOME_LANE: Final = "home"
"""Those with home engines alone cost this machine nothing, and have workers of their own."""
SECONDS: Final = 300
"""An analysis ends after this time …"""
CROWDED_SECONDS: Final = 30
"""… and after this one while others wait."""
THREADS: Final = max(1, (os.cpu_count() or 1) - 1)
"""The threads of all engines of an analysis; one processor is left for live games."""
AT_ONCE: Final = min(wt.MAX_ENGINES, THREADS)
_LOOK_S: Final = 0.2
NO_ENGINE: Final = Text("The engine failed: {why}", "エンジンが動きません：{why}")


class RunningSearch(Protocol):
    """A search that can be iterated for its infos and stopped, by any thread."""

    def stop(self) -> object:
        """Ends it soon."""

    def __iter__(self) -> Iterator[Info]: ...

    def __enter__(self) -> Self: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None, /
    ) -> None: ...


class AnalysingEngine(Protocol):
    """The part of an engine that an analysis needs. Its calls raise EngineError."""

    @property
    def win_rate_model(self) -> WinRateModel:
        """The model that turns its scores into win rates."""

    def analysis(
        self, position: Board, limits: Limits | None = None, *, multipv: int | None = None
    ) -> RunningSearch:
        """A running search."""

    def analyse(self, position: Board, *, seconds: float, multipv: int) -> list[Info]:
        """The last info of each of the best lines after this time."""

    def close(self) -> None:
        """Ends the engine, or its search, after an error."""


class EngineSource(Protocol):
    """The source of an analysis's engines: `WarmEngines`, or a person's home engines."""

    def take(self, program: EngineProgram, threads: int) -> Any:
        """An `AnalysingEngine` of this program. Raises EngineError or OSError."""

    def give_back(self, program: EngineProgram, engine: Any) -> None:
        """Takes it back after the search."""


class EngineSearch:
    """One engine's search. Written by its thread, read by the event loop."""

    def __init__(
        self, engines: EngineSource, program: EngineProgram, threads: int, *, home: bool = False
    ) -> None:
        """``home``: the engine is one of the person's own, by a bridge."""
        self.home: Final = home
        self.program: Final = program
        self.threads: Final = threads
        self.lines: tuple[Info, ...] = ()
        self.info: Info | None = None
        self.model: WinRateModel | None = None
        self.error: Text | None = None
        self._engines = engines
        self._found: dict[int, Info] = {}
        self._analysis: RunningSearch | None = None
        self._ended = False
        self._lock = threading.Lock()

    def run(self, board: Board, lines: int, depth: int | None, threats: ThreatSearch | None) -> None:
        """Looks for the threats first, then searches until the depth is reached or :meth:`end` is called."""
        try:
            engine: AnalysingEngine = self._engines.take(self.program, self.threads)
        except (EngineError, OSError) as error:
            self.error = _shown(error)
            return
        try:
            self.model = engine.win_rate_model
            if threats is not None and not self._ended:
                threats.run(engine)
            self._search(engine, board, lines, depth)
        except EngineError as error:
            engine.close()
            if not self._ended:
                self.error = _shown(error)
        except BaseException:
            engine.close()
            raise
        else:
            self._engines.give_back(self.program, engine)

    def end(self) -> None:
        """Ends the search soon. May be called from any thread."""
        with self._lock:
            self._ended = True
            analysis = self._analysis
        if analysis is not None:
            with suppress(EngineError):  # it has no time limit of ours: an engine that hangs is ended
                analysis.stop()

    def _search(self, engine: AnalysingEngine, board: Board, lines: int, depth: int | None) -> None:
        limits = None if depth is None else Limits(depth=depth)
        with self._lock:
            if self._ended:
                return
            self._analysis = engine.analysis(board, limits, multipv=lines)
        with self._analysis as analysis:
            for info in analysis:
                self._take(info)
                if self._ended:
                    break

    def _take(self, info: Info) -> None:
        """Keeps the last info of each line; a bound says little, so it replaces no score."""
        if info.nodes is not None:
            self.info = info
        if not info.pv or info.score is None:
            return
        if info.score.bound == "exact" or info.multipv not in self._found:
            self._found[info.multipv] = info
            self.lines = tuple(self._found[number] for number in sorted(self._found))


def _shown(error: EngineError | OSError) -> Text:
    """An error of an engine as it is shown."""
    if isinstance(error, HomeEngineError):
        return error.shown
    return NO_ENGINE.filled(why=Text.of_error(error))


class AnalysisTask:
    """Analyses a position with one or two engines of low priority, so that live games come first."""

    group = "analysis"

    def __init__(
        self,
        board: Board,
        engines: EngineSource,
        programs: Sequence[EngineProgram],
        lines: int,
        depth: int | None,
        *,
        home_engines: EngineSource | None = None,
        home: Sequence[str] = (),
        threads: int = THREADS,
        threats: bool = False,
        crowded: Callable[[], bool],
        refusal: Callable[[], Text | None],
    ) -> None:
        """``home`` are names of ``home_engines``. ``threads`` is the number of threads that the other engines
        share, at most :data:`THREADS`. ``threats``: what the other side would do if it could move twice is
        searched, too. ``crowded`` says whether others wait, ``refusal`` why the guest may no longer be
        helped."""
        self.board: Final = board
        self.threads: Final = max(1, min(threads, THREADS) // max(1, len(programs)))
        searches = [EngineSearch(engines, each, self.threads) for each in programs]
        if home_engines is not None:
            at_home = (EngineProgram(name, ()) for name in home)
            searches += [EngineSearch(home_engines, each, self.threads, home=True) for each in at_home]
        self.searches: Final = searches
        self._wants_threats = threats
        self._threats: tuple[ThreatSearch, views.LineViews] | None = None
        self._lines, self._depth = lines, depth
        self._crowded, self._refusal = crowded, refusal
        self._views = views.LineViews(board)
        self._stopped = threading.Event()

    def run(self) -> Text | None:
        """Analyses. Returns the error for the user: the position is not valid, or help is refused now."""
        problems = self.board.problems()
        if problems:
            why = Text.of(problems[0])
            return Text(f"The position is not valid: {why.en}.", f"局面が正しくありません：{why.ja}")
        if not self.board.legal_moves:
            return Text("There is no legal move here.", "この局面には合法手がありません。")
        looking = ThreatSearch(self.board) if self._wants_threats else None
        if looking is not None:
            self._threats = looking, views.LineViews(looking.board)
        threads = [
            threading.Thread(
                target=search.run,
                args=(self.board.copy(), self._lines, self._depth, looking if number == 0 else None),
                name="analysis",
                daemon=True,
            )
            for number, search in enumerate(self.searches)
        ]
        start = time.monotonic()
        refused: Text | None = None
        for thread in threads:
            thread.start()
        while any(thread.is_alive() for thread in threads):
            spent = time.monotonic() - start
            limit = CROWDED_SECONDS if self._crowded() else SECONDS
            if self._stopped.wait(_LOOK_S) or spent > limit:
                break
            refused = self._refusal()
            if refused is not None:
                break
        for search in self.searches:
            search.end()
        for thread in threads:
            thread.join()
        return refused

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
            threats=self._threat_report(),
            engines=[self._report(search) for search in self.searches],
        )

    def _threat_report(self) -> wt.ThreatAnalysis | None:
        if self._threats is None:
            return None
        found, lines = self._threats
        return wt.ThreatAnalysis(
            error=found.error, lines=[lines.line(each, found.model) for each in found.lines]
        )

    def _report(self, search: EngineSearch) -> wt.EngineAnalysis:
        info = search.info
        return wt.EngineAnalysis(
            engine=search.program.name,
            home=search.home,
            nodes=(info.nodes or 0) if info else 0,
            nps=(info.nps or 0) if info else 0,
            lines=[self._views.line(each, search.model) for each in search.lines if each.pv],
            error=search.error,
        )
