"""Helpmate (協力詰, ばか詰): both sides play for the shortest mate; docs/tsume-rules.md has the rules."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Literal

from komadai._core import Board, helpmates
from komadai.errors import RangeError

if TYPE_CHECKING:
    from collections.abc import Callable

    from komadai._core import Move

MEMORY_MB: Final = 64
"""The default memory limit in MiB."""
MOST_PLIES: Final = 99
MOST_SOLUTIONS: Final = 1000
"""How many solutions are written out by default; all are counted."""


@dataclass(frozen=True, slots=True)
class Helpmate:
    """The answer to a helpmate problem."""

    result: Literal["mate", "no-mate", "unknown"]
    """``"no-mate"``: proved, within the plies asked for."""
    plies: int | None
    """The length of the shortest solutions; None if there is none."""
    count: int
    """How many there are of that length: a sound problem has one (the others are cooks)."""
    solutions: tuple[tuple[Move, ...], ...]
    """The first solutions, up to the number asked for."""
    complete: bool
    """Whether all were found before time or nodes ran out."""
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
    most: int = MOST_SOLUTIONS,
    progress: Callable[[int, float], object] | None = None,
) -> Helpmate:
    """All shortest helpmates of at most ``n`` plies (1 to 99), the attacker to move.

    ``seconds`` and ``nodes`` are the most to spend (None: no limit), ``memory_mb`` the memory in MiB,
    ``most`` the number of solutions to write out. ``progress`` is called about ten times a second with
    nodes and seconds; a true return stops the search, what it raises ends it. Raises TsumeError for a
    position that can be no problem, RangeError for numbers that make no sense.
    """
    if not 1 <= n <= MOST_PLIES:
        raise RangeError(f"n: expected 1 to {MOST_PLIES} plies, got {n}")
    if most < 1:
        raise RangeError(f"most: expected at least 1, got {most}")
    if nodes is not None and nodes < 0:
        raise RangeError(f"nodes: expected at least 0, got {nodes}")
    complete, plies, count, lines, visited, spent, reason = helpmates(
        board, n, memory_mb, most, nodes or 0, seconds or 0.0, progress
    )
    result: Literal["mate", "no-mate", "unknown"] = "mate" if count else "no-mate" if complete else "unknown"
    return Helpmate(
        result,
        plies if count else None,
        count,
        tuple(lines),
        complete,
        visited,
        spent,
        "" if complete else reason,
    )
