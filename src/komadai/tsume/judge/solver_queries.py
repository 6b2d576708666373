"""Questions to the mate solver, one after the other, out of one budget and one memory."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Literal

from komadai._core import Board, MateSolver, Move

if TYPE_CHECKING:
    from collections.abc import Callable

    from komadai.tsume.solve import Result

_TELL_EVERY: Final = 0.1
"""Seconds between two calls of the progress function."""


@dataclass(frozen=True, slots=True)
class InspectProgress:
    """Where an inspection stands."""

    stage: str
    """``"solve"``, ``"line"``, ``"attacks"``, ``"defences"`` or ``"side-lines"``."""
    done: int
    """Questions of this stage that are answered."""
    total: int
    """All of them; 0 where nobody knows."""
    nodes: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Answer:
    """What the solver said: the length counts from the position asked about."""

    result: Result
    plies: int = 0
    exact: bool = False
    line: tuple[Move, ...] = ()
    """The main line of a mate; of a defence that holds its first move, if it is known."""
    compared: bool = False
    """Whether it is known that no line of this length leaves the attacker less in hand."""
    restoring: Literal["same", "differs", "undetermined"] = "same"
    """See :class:`komadai.tsume.Solution`."""
    other_plies: int | None = None

    @property
    def mate(self) -> bool:
        return self.result == "mate"


class Questions:
    """The solver's memory and what may still be spent."""

    def __init__(self, memory_mb: int) -> None:
        self.memory_mb = memory_mb
        self._solver = MateSolver(memory_mb - memory_mb // 5)
        self._apart = MateSolver(max(memory_mb // 5, 1))
        self._stopped = False
        self.limit()

    def limit(
        self,
        seconds: float | None = None,
        nodes: int | None = None,
        progress: Callable[[InspectProgress], object] | None = None,
    ) -> None:
        """A new budget, from now on."""
        self._begun = time.monotonic()
        self._told = self._begun
        self._seconds, self._nodes = seconds, nodes
        self._progress = progress
        self.nodes = 0
        self.reason = ""
        self.memory_short = False
        self.stage, self.done, self.total = "solve", 0, 0

    def arm(self) -> None:
        self._stopped = False
        self._solver.arm()
        self._apart.arm()

    def stop(self) -> None:
        self._stopped = True
        self._solver.stop()
        self._apart.stop()

    @property
    def seconds(self) -> float:
        return time.monotonic() - self._begun

    @property
    def spent(self) -> bool:
        """Whether nothing more may be asked; ``reason`` says why."""
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
        """What :meth:`ask` is to avoid when told so, the attacker to move; a new list each time."""
        self._apart.clear()
        for board in boards:
            self._apart.forbid(board)

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
        """Whether the side to move mates (``attack``) or is mated, within so many plies.

        ``nodes`` is the most this one question may take; ``avoiding`` asks for mates that avoid what was
        forbidden; ``line`` False tells no line. Unknown if the budget is spent.
        """
        if self.spent:
            return Answer("unknown")
        left = [each for each in (nodes, None if self._nodes is None else self._nodes - self.nodes) if each]
        solver = self._apart if avoiding else self._solver
        found = solver.solve(
            board,
            attack=attack,
            exact=exact,
            # 0 would mean any number; whoever is mated has an even number of plies left
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
        if self._progress is not None and time.monotonic() - self._told >= _TELL_EVERY:
            self._tell(0)
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
        self._tell(state["nodes"])

    def _tell(self, nodes: int) -> None:
        self._told = time.monotonic()
        assert self._progress
        self._progress(InspectProgress(self.stage, self.done, self.total, self.nodes + nodes, self.seconds))


def checks(board: Board) -> list[Move]:
    """The legal moves that give check."""
    return [move for move in board.legal_moves if board.gives_check(move)]
