"""Counts and prints for ``komadai perft``."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from dataclasses import dataclass

from komadai import Board
from komadai.cli.shared.language import localized


@dataclass(frozen=True)
class PerftCount:
    """The leaves of a tree of legal moves."""

    leaves: int
    seconds: float
    divided: dict[str, int] | None
    """The leaves after each first move, in the order of USI; None: not asked for."""

    def as_json(self) -> dict[str, object]:
        """For programs."""
        report: dict[str, object] = {"leaves": self.leaves, "seconds": round(self.seconds, 6)}
        return report if self.divided is None else report | {"divide": self.divided}

    def lines(self) -> list[str]:
        """For people."""
        divided = [f"{move:<6}{count:>20,}" for move, count in (self.divided or {}).items()]
        millions = f"{self.leaves / self.seconds / 1e6:,.1f}" if self.seconds > 0.001 else ""
        speed = localized(f", {millions} million per second", f"、毎秒{millions}百万") if millions else ""
        return [
            *divided,
            localized(
                f"{self.leaves:,} leaves in {self.seconds:.3f} s{speed}",
                f"{self.leaves:,}通り、{self.seconds:.3f}秒{speed}",
            ),
        ]


def perft_count(
    sfen: list[str], depth: int, threads: int, *, divide: bool, count: Callable[[Board, int, int], int]
) -> PerftCount:
    """Counts ``depth`` moves deep from a position, whose words the shell may have divided; none: the start.

    ``count`` counts the leaves of a board with a depth and a number of threads; 0 threads: one for each
    processor. Raises SfenError, IllegalMoveError.
    """
    board = Board(" ".join(sfen or ["startpos"]))
    threads = threads or os.cpu_count() or 1
    began = time.perf_counter()
    if not divide:
        leaves, divided = count(board, depth, threads), None
    else:
        found = board.perft_divide(depth, threads) if depth else {}
        divided = dict(sorted((move.usi(), leaves) for move, leaves in found.items()))
        leaves = sum(divided.values()) if depth else 1
    return PerftCount(leaves, time.perf_counter() - began, divided)
