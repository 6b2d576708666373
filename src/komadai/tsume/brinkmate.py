"""Brinkmate (必至): an attack after which every defence is answered by mate (docs/tsume-rules.md)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Literal

from komadai._core import Board, BrinkmateSearch, MateSolver, mate_within
from komadai.errors import RangeError
from komadai.tsume.solve import MEMORY_MB

if TYPE_CHECKING:
    from collections.abc import Callable

    from komadai._core import Move

MOST_PLIES: Final = 15
_SHORT: Final = 5
"""The line of a mate is first searched among mates of at most this many plies."""
_SHORT_NODES: Final = 500
"""The node limit of that search; after it the solver searches."""
_LINE_NODES: Final = 20_000
"""The node limit of the solver's search for the shortest mate; after it any mate is taken."""


@dataclass(frozen=True, slots=True)
class Defence:
    """A defence against the brinkmate, or on the way to it."""

    move: Move
    then: Literal["mate", "brinkmate"]
    """Whether the attacker answers with mate or goes on to the brinkmate."""
    moves: tuple[Move, ...]
    """The attacker's mate after it, to the end; or his next move only."""


@dataclass(frozen=True, slots=True)
class Brinkmate:
    """The answer to a brinkmate problem."""

    result: Literal["brinkmate", "mate", "no-brinkmate", "unknown"]
    """``"mate"``: there is a mate by checks alone, so a brinkmate is not needed. ``"no-brinkmate"``: proved,
    within the plies asked for."""
    plies: int | None
    """Of the brinkmate: 1, 3 …, the attacker's last move included; of the mate: its length; else None."""
    moves: tuple[Move, ...]
    """The attacker's first moves that reach it in ``plies``; the first of them begins the line."""
    line: tuple[Move, ...]
    """To the move after which the brinkmate stands; of a mate, to the end."""
    defences: tuple[Defence, ...]
    """What the defender can do against the first move, and what follows."""
    complete: bool
    """Whether everything is settled. If not, first moves may be missing in ``moves``, or there may be a
    shorter brinkmate or a mate."""
    nodes: int
    seconds: float
    reason: Literal["", "time", "nodes", "stopped", "too-hard"] = ""
    """Which limit was reached; ``"too-hard"``: the node limit of a single query whether there is a mate."""

    def to_dict(self) -> dict[str, Any]:
        """For JSON: moves as USI."""
        return {
            "result": self.result,
            "plies": self.plies,
            "moves": [move.usi() for move in self.moves],
            "line": [move.usi() for move in self.line],
            "defences": [
                {"move": each.move.usi(), "then": each.then, "moves": [move.usi() for move in each.moves]}
                for each in self.defences
            ],
            "complete": self.complete,
            "nodes": self.nodes,
            "seconds": round(self.seconds, 6),
            "reason": self.reason,
        }


@dataclass(frozen=True, slots=True)
class BrinkmateProgress:
    """The progress of a search."""

    plies: int
    """The length that is searched now."""
    done: int
    """First moves that are settled at this length."""
    total: int
    nodes: int
    seconds: float


def hisshi(
    board: Board,
    n: int = 1,
    *,
    seconds: float | None = None,
    nodes: int | None = None,
    memory_mb: int = MEMORY_MB,
    progress: Callable[[BrinkmateProgress], object] | None = None,
) -> Brinkmate:
    """Whether the side to move gets the other one into brinkmate within ``n`` plies (1, 3 … 15), and how.

    ``seconds`` and ``nodes`` are the most to spend, ``memory_mb`` is the memory in MiB. Without such a limit
    a question whether there is a mate is given up after some hundred thousand nodes, and what depends on it
    stays open. ``progress`` is called about ten times a second; what it raises ends the search. Raises
    TsumeError for a position that can be no problem, RangeError for numbers that make no sense.
    """
    return BrinkmateSolver(memory_mb).solve(board, n, seconds=seconds, nodes=nodes, progress=progress)


class BrinkmateSolver:
    """A solver of brinkmates with its memory; :meth:`stop` may come from any thread."""

    def __init__(self, memory_mb: int = MEMORY_MB) -> None:
        """``memory_mb`` MiB, at least 1. Raises RangeError, MemoryError."""
        self._search = BrinkmateSearch(memory_mb)
        self._mates = MateSolver(max(memory_mb // 8, 1))

    def stop(self) -> None:
        """Ends the running search soon; it returns what it has found."""
        self._search.stop()
        self._mates.stop()

    def solve(
        self,
        board: Board,
        n: int = 1,
        *,
        seconds: float | None = None,
        nodes: int | None = None,
        progress: Callable[[BrinkmateProgress], object] | None = None,
    ) -> Brinkmate:
        """See :func:`hisshi`."""
        if not 1 <= n <= MOST_PLIES:
            raise RangeError(f"n: expected 1 to {MOST_PLIES} plies, got {n}")
        if seconds is not None and not seconds >= 0:
            raise RangeError(f"seconds: expected at least 0, got {seconds}")
        if nodes is not None and nodes < 0:
            raise RangeError(f"nodes: expected at least 0, got {nodes}")
        self._search.arm()
        self._mates.arm()
        result, plies, moves, line, answered, complete, visited, spent, reason = self._search.solve(
            board,
            n - 1 + n % 2,
            # 0 would mean any number
            0 if nodes is None else max(nodes, 1),
            0.0 if seconds is None else max(seconds, 1e-6),
            None if progress is None else lambda *state: progress(BrinkmateProgress(*state)),
        )
        if result == "mate":
            line = self._mate(board)
            moves, plies = line[:1], len(line)
        defences: list[Defence] = []
        for move, then in answered:
            if then is not None:
                defences.append(Defence(move, "brinkmate", (then,)))
                continue
            after = board.copy()
            after.push(moves[0])
            after.push(move)
            defences.append(Defence(move, "mate", self._mate(after)))
        known = result in ("brinkmate", "mate")
        return Brinkmate(
            result, plies if known else None, moves, line, tuple(defences), complete, visited, spent, reason
        )

    def _mate(self, board: Board) -> tuple[Move, ...]:
        """The line of a mate that exists."""
        result, _, line, _ = mate_within(board, _SHORT, _SHORT_NODES)
        if result == "mate":
            return tuple(line)
        found = self._mates.solve(board, nodes=_LINE_NODES)
        return found.moves or self._mates.solve(board, shorten=False).moves
