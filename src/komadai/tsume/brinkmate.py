"""Brinkmate (必至): an attack after which every defence is answered by mate (docs/tsume-rules.md)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Literal, SupportsIndex

from komadai._core import Board, BrinkmateSearch, MateSolver, mate_within
from komadai.errors import RangeError, check_type
from komadai.tsume.solve import MEMORY_MB, check_limits

if TYPE_CHECKING:
    from collections.abc import Callable

    from komadai._core import Move

MAX_PLIES: Final = 15
MOST_PLIES: Final = MAX_PLIES
"""Former name of MAX_PLIES."""
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
    """Whether the attacker answers with mate or continues towards the brinkmate."""
    moves: tuple[Move, ...]
    """The attacker's mate after it, to the end; or only the attacker's next move."""


@dataclass(frozen=True, slots=True)
class Brinkmate:
    """The answer to a brinkmate problem."""

    result: Literal["brinkmate", "mate", "no-brinkmate", "unknown"]
    """``"mate"``: there is a mate by checks alone, so a brinkmate is not needed. ``"no-brinkmate"``: proved,
    within the plies asked for."""
    plies: int | None
    """The length of the brinkmate (1, 3 …, with the attacker's last move) or of the mate; else None."""
    moves: tuple[Move, ...]
    """The attacker's first moves that reach it in ``plies``; the first of them begins the line."""
    line: tuple[Move, ...]
    """The moves up to the one that completes the brinkmate; of a mate, to its end."""
    defences: tuple[Defence, ...]
    """The defences against the first move, and the attacker's answers to them."""
    complete: bool
    """Whether everything is decided. If not, first moves may be missing in ``moves``, or there may be a
    shorter brinkmate or a mate."""
    nodes: int
    seconds: float
    reason: Literal["", "time", "nodes", "stopped", "too-hard"] = ""
    """The limit that was reached; ``"too-hard"``: the node limit of a single query whether there is a
    mate."""

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
    """First moves that are decided at this length."""
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
    """Whether the side to move reaches a brinkmate within ``n`` plies (1, 3 … 15), and how.

    ``seconds`` and ``nodes`` are limits, ``memory_mb`` is the memory limit in MiB. Without ``seconds`` or
    ``nodes`` a query whether there is a mate ends after some hundred thousand nodes, and results that
    depend on it stay open. ``progress`` is called about ten times a second; if it raises an exception, the
    search ends with it. Raises TsumeError for a position that cannot be a problem, RangeError for numbers out
    of range, ArgumentTypeError for an argument of another type.
    """
    return BrinkmateSolver(memory_mb).solve(board, n, seconds=seconds, nodes=nodes, progress=progress)


class BrinkmateSolver:
    """A solver of brinkmates with its memory; :meth:`stop` may be called from any thread."""

    def __init__(self, memory_mb: int = MEMORY_MB) -> None:
        """``memory_mb`` MiB, at least 1. Raises RangeError, ArgumentTypeError, MemoryError."""
        check_type("memory_mb", memory_mb, (int, SupportsIndex), "a whole number")
        check_limits(memory_mb=memory_mb)
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
        check_type("n", n, (int, SupportsIndex), "a whole number")
        check_limits(progress, seconds, nodes=nodes)
        if not 1 <= n <= MAX_PLIES:
            raise RangeError(f"n: expected 1 to {MAX_PLIES} plies, got {n}")
        if seconds is not None and not seconds >= 0:
            raise RangeError(f"seconds: expected at least 0, got {seconds}")
        self._search.arm()
        self._mates.arm()
        found = self._search.solve(
            board,
            n - 1 + n % 2,
            # 0 means no limit
            0 if nodes is None else max(nodes, 1),
            0.0 if seconds is None else max(seconds, 1e-6),
            None if progress is None else lambda *state: progress(BrinkmateProgress(*state)),
        )
        plies: int | None = found.plies if found.result == "brinkmate" else None
        moves, line = found.moves, found.line
        if found.result == "mate":
            line = self._mate(board)
            moves, plies = line[:1], len(line)
        defences: list[Defence] = []
        for move, next_move in found.defences:
            if next_move is not None:
                defences.append(Defence(move, "brinkmate", (next_move,)))
                continue
            after = board.copy()
            after.push(moves[0])
            after.push(move)
            defences.append(Defence(move, "mate", self._mate(after)))
        return Brinkmate(
            result=found.result,
            plies=plies,
            moves=moves,
            line=line,
            defences=tuple(defences),
            complete=found.complete,
            nodes=found.nodes,
            seconds=found.seconds,
            reason=found.reason,
        )

    def _mate(self, board: Board) -> tuple[Move, ...]:
        """The line of a mate that exists."""
        short = mate_within(board, _SHORT, _SHORT_NODES)
        if short.result == "mate":
            return short.moves
        found = self._mates.solve(board, nodes=_LINE_NODES)
        return found.moves or self._mates.solve(board, shorten=False).moves
