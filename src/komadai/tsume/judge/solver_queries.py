"""Queries to the mate solver, one after the other, with one budget and one proof table."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Literal

from komadai._core import Board, MateSolver, Move

if TYPE_CHECKING:
    from collections.abc import Callable

    from komadai.tsume.solve import Result

_PROGRESS_INTERVAL: Final = 0.1
"""Seconds between two calls of the progress function."""


@dataclass(frozen=True, slots=True)
class InspectProgress:
    """The progress of an inspection."""

    stage: str
    """``"solve"``, ``"line"``, ``"attacks"``, ``"defences"`` or ``"side-lines"``."""
    done: int
    """Queries of this stage that are done."""
    total: int
    """All queries of this stage; 0 if the number is not known."""
    nodes: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Answer:
    """The result of one query; the length counts from the position of the query."""

    result: Result
    plies: int = 0
    exact: bool = False
    line: tuple[Move, ...] = ()
    """The main line of a mate; if there is none, the first move of a defence, where it is known."""
    compared: bool = False
    """Whether it is proved that no line of this length leaves the attacker fewer pieces in hand."""
    restoring: Literal["same", "differs", "undetermined"] = "same"
    """See :class:`komadai.tsume.Solution`."""
    other_plies: int | None = None

    @property
    def mate(self) -> bool:
        return self.result == "mate"


class SolverQueries:
    """The mate solver, and the nodes and the time that are left."""

    def __init__(self, memory_mb: int) -> None:
        self.memory_mb = memory_mb
        self._solver = MateSolver(memory_mb - memory_mb // 5)
        self._avoiding_solver = MateSolver(max(memory_mb // 5, 1))
        self._stopped = False
        self.limit()

    def limit(
        self,
        seconds: float | None = None,
        nodes: int | None = None,
        progress: Callable[[InspectProgress], object] | None = None,
    ) -> None:
        """Sets new limits, counted from now."""
        self._begun = time.monotonic()
        self._reported_at = self._begun
        self._seconds, self._nodes = seconds, nodes
        self._progress = progress
        self.nodes: int = 0
        self.reason: str = ""
        self.memory_short: bool = False
        self.stage: str = "solve"
        self.done: int = 0
        self.total: int = 0

    def arm(self) -> None:
        self._stopped = False
        self._solver.arm()
        self._avoiding_solver.arm()

    def stop(self) -> None:
        self._stopped = True
        self._solver.stop()
        self._avoiding_solver.stop()

    @property
    def seconds(self) -> float:
        return time.monotonic() - self._begun

    @property
    def spent(self) -> bool:
        """Whether a limit is reached; ``reason`` is its name."""
        if self._stopped:
            self.reason = "stopped"
        elif self._seconds is not None and self.seconds >= self._seconds:
            self.reason = "time"
        elif self._nodes is not None and self.nodes >= self._nodes:
            self.reason = "nodes"
        return bool(self.reason)

    def begin(self, stage: str, total: int = 0) -> None:
        self.stage, self.done, self.total = stage, 0, total

    def forbid(self, boards: list[Board]) -> None:
        """Sets the positions, the attacker to move, that :meth:`ask` avoids with ``avoiding``."""
        self._avoiding_solver.clear()
        for board in boards:
            self._avoiding_solver.forbid(board)

    def ask(
        self,
        board: Board,
        *,
        attack: bool,
        plies: int | None = None,
        nodes: int | None = None,
        exact: bool = True,
        avoiding: bool = False,
        line: bool = True,
        restoring_is_futile: bool = False,
    ) -> Answer:
        """Whether the side to move mates (``attack``) or is mated, within ``plies``.

        ``nodes`` is the limit of this query. ``avoiding``: mates must avoid the forbidden positions. ``line``
        False: no main line is searched. The result is unknown once a limit is reached.
        """
        if self.spent:
            return Answer("unknown")
        left = [each for each in (nodes, None if self._nodes is None else self._nodes - self.nodes) if each]
        solver = self._avoiding_solver if avoiding else self._solver
        found = solver.solve(
            board,
            attack=attack,
            exact=exact,
            # 0 means no limit for the solver; with the defender to move the number of plies is even.
            plies=0 if plies is None else max(plies, 1),
            nodes=min(left, default=0),
            seconds=0.0 if self._seconds is None else max(self._seconds - self.seconds, 1e-3),
            line=line,
            restoring_is_futile=restoring_is_futile,
            on_progress=None if self._progress is None else self._in_between,
        )
        self.nodes += found.nodes
        self.memory_short |= found.reason == "memory"
        self.done += 1
        if self._progress is not None and time.monotonic() - self._reported_at >= _PROGRESS_INTERVAL:
            self._report_progress(0)
        return Answer(
            found.result,
            found.plies,
            found.exact,
            found.moves,
            found.compared,
            found.restoring,
            found.other_plies or None,
        )

    def _in_between(self, state: dict[str, Any]) -> None:
        self._report_progress(state["nodes"])

    def _report_progress(self, nodes: int) -> None:
        self._reported_at = time.monotonic()
        assert self._progress
        self._progress(InspectProgress(self.stage, self.done, self.total, self.nodes + nodes, self.seconds))


def checks(board: Board) -> list[Move]:
    """The legal moves that give check."""
    return [move for move in board.legal_moves if board.gives_check(move)]
