"""Helpmate (協力詰, ばか詰): both sides play for the shortest mate; docs/tsume-rules.md has the rules."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Literal, SupportsIndex

from komadai._core import Board, helpmates
from komadai.errors import RangeError, check_type
from komadai.tsume.solve import check_limits

if TYPE_CHECKING:
    from collections.abc import Callable

    from komadai._core import Move

MEMORY_MB: Final = 64
"""The default memory limit in MiB."""
MAX_PLIES: Final = 99
MAX_SOLUTIONS: Final = 1000
"""The default for the maximum number of solutions to return; all are counted."""
MOST_PLIES: Final = MAX_PLIES
"""Former name of MAX_PLIES."""
MOST_SOLUTIONS: Final = MAX_SOLUTIONS
"""Former name of MAX_SOLUTIONS."""


@dataclass(frozen=True, slots=True)
class Helpmate:
    """The answer to a helpmate problem."""

    result: Literal["mate", "no-mate", "unknown"]
    """``"no-mate"``: proved, within the plies asked for."""
    plies: int | None
    """The length of the shortest solutions; None if there is none."""
    count: int
    """The number of solutions of that length. A sound problem has one; the others are cooks."""
    solutions: tuple[tuple[Move, ...], ...]
    """The first solutions, up to the number asked for."""
    complete: bool
    """Whether all solutions were found before a limit was reached."""
    nodes: int
    seconds: float
    reason: Literal["", "time", "nodes", "stopped"] = ""

    @property
    def unique(self) -> bool:
        """Whether it is proved that there is exactly one solution."""
        return self.complete and self.count == 1

    def to_dict(self) -> dict[str, Any]:
        """For JSON: moves as USI."""
        return {
            "result": self.result,
            "plies": self.plies,
            "count": self.count,
            "solutions": [[move.usi() for move in line] for line in self.solutions],
            "complete": self.complete,
            "nodes": self.nodes,
            "seconds": round(self.seconds, 6),
            "reason": self.reason,
        }


def helpmate(
    board: Board,
    n: int,
    *,
    seconds: float | None = None,
    nodes: int | None = None,
    memory_mb: int = MEMORY_MB,
    most: int = MAX_SOLUTIONS,
    progress: Callable[[int, float], object] | None = None,
) -> Helpmate:
    """All shortest helpmates of at most ``n`` plies (1 to 99), the attacker to move.

    ``seconds`` and ``nodes`` are limits (None: no limit), ``memory_mb`` is the memory limit in MiB, ``most``
    the maximum number of solutions to return. ``progress`` is called about ten times a second with the nodes
    and seconds so far; the search stops if it returns a true value, and ends with the exception if it
    raises one. Raises TsumeError for a position that cannot be a problem, RangeError for numbers out of
    range, ArgumentTypeError for an argument of another type.
    """
    check_type("n", n, (int, SupportsIndex), "a whole number")
    check_type("most", most, (int, SupportsIndex), "a whole number")
    check_type("memory_mb", memory_mb, (int, SupportsIndex), "a whole number")
    check_limits(progress, seconds, nodes=nodes, memory_mb=memory_mb)
    if not 1 <= n <= MAX_PLIES:
        raise RangeError(f"n: expected 1 to {MAX_PLIES} plies, got {n}")
    if most < 1:
        raise RangeError(f"most: expected at least 1, got {most}")
    found = helpmates(board, n, memory_mb, most, nodes or 0, seconds or 0.0, progress)
    return Helpmate(
        result="mate" if found.count else "no-mate" if found.complete else "unknown",
        plies=found.plies if found.count else None,
        count=found.count,
        solutions=found.solutions,
        complete=found.complete,
        nodes=found.nodes,
        seconds=found.seconds,
        reason="" if found.complete else found.reason,
    )
