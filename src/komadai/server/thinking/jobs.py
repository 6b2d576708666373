"""The task of the job queue that searches a position in one mode after the other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal

from komadai._core import Board
from komadai.engine.thinking import Iteration, SearchMode, Thinker, Thinking, full_tree
from komadai.messages.text import Text
from komadai.server.jobs.job_queue import Job
from komadai.server.positions.views import move_text
from komadai.server.positions.wire import MoveView
from komadai.server.thinking import views
from komadai.server.thinking import wire as wt

HASH_MB: Final = 32
FULL_TREE_PLIES: Final = 5
FULL_TREE_LEAVES: Final = 3_000_000


class _Search:
    """A search of the task. Written by the worker thread, read by the event loop."""

    def __init__(self, mode: SearchMode) -> None:
        self.mode: Final[SearchMode] = mode
        self.state: Literal["waiting", "working", "done"] = "waiting"
        self.iterations: list[wt.IterationView] = []
        self.thinking: Thinking | None = None
        self.line: list[MoveView] = []
        self.tree: list[wt.TreeMoveView] = []


class ThinkingTask:
    """Searches a position."""

    group = "thinking"

    def __init__(
        self, board: Board, modes: Sequence[SearchMode], seconds: float, depth: int | None = None
    ) -> None:
        self.board: Final = board
        self.full_tree: list[int] = []
        self.searches: Final = [_Search(mode) for mode in dict.fromkeys(modes)]
        self._seconds = seconds
        self._depth = depth
        self._stopped = False
        self._thinker: Thinker | None = None

    def run(self) -> Text | None:
        """Searches. Returns the error for the user if the position is not valid."""
        problems = self.board.problems()
        if problems:
            why = Text.of(problems[0])
            return Text(f"The position is not valid: {why.en}.", f"局面が正しくありません：{why.ja}")
        self.full_tree = list(full_tree(self.board, FULL_TREE_PLIES, FULL_TREE_LEAVES))
        for search in self.searches:
            if self._stopped:
                break
            self._search(search)
        return None

    def stop(self) -> None:
        """Makes ``run`` return soon."""
        self._stopped = True
        thinker = self._thinker
        if thinker is not None:
            thinker.stop()

    def message(self, job: Job) -> wt.ThinkingMessage:
        """The job's state for the page."""
        return wt.ThinkingMessage(self.view(job))

    def view(self, job: Job) -> wt.ThinkingJob:
        """The job's state."""
        return wt.ThinkingJob(
            id=job.id,
            sfen=self.board.sfen(),
            state=job.state,
            ms=job.ms,
            error=job.error,
            legal_moves=len(self.board.legal_moves),
            full_tree=self.full_tree,
            searches=[self._report(search) for search in self.searches],
        )

    def _search(self, search: _Search) -> None:
        def on_iteration(iteration: Iteration) -> None:
            search.iterations.append(views.iteration(self.board, iteration))

        thinker = self._thinker = Thinker(search.mode, HASH_MB)
        search.state = "working"
        if self._stopped:  # a stop that came after the last check
            thinker.stop()
        thinking = thinker.think(self.board, depth=self._depth, seconds=self._seconds, progress=on_iteration)
        if thinking.iterations:
            search.line = views.line(self.board, thinking.iterations[-1].moves)
        search.tree = views.tree(self.board.copy(), thinking.tree)
        search.thinking, search.state = thinking, "done"

    def _report(self, search: _Search) -> wt.SearchReport:
        thinking = search.thinking
        iterations = list(search.iterations)
        best = thinking.best if thinking is not None else None
        return wt.SearchReport(
            mode=search.mode,
            state=search.state,
            iterations=iterations,
            nodes=sum(each.nodes for each in iterations) if thinking is None else thinking.statistics.nodes,
            best=None if best is None else move_text(self.board, best),
            declares_win=thinking is not None and thinking.declares_win,
            line=search.line,
            tree=search.tree,
        )
