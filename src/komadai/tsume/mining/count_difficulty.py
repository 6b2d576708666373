"""Counts the difficulty of a mate problem from its solution."""

from __future__ import annotations

from math import log2
from typing import TYPE_CHECKING

from komadai.tsume.difficulty import Difficulty

if TYPE_CHECKING:
    from collections.abc import Sequence

    from komadai._core import Board, Move
    from komadai.tsume.mining.minimize import ProblemChecker


def difficulty(board: Board, line: Sequence[Move], checker: ProblemChecker) -> Difficulty:
    """Counts for a problem and its solution."""
    nodes = checker.nodes(board, len(line))
    at = board.copy()
    checks = tempting = 0
    bits = log2(max(nodes, 1)) / 2
    for ply, move in enumerate(line):
        if ply % 2 == 0:
            others = [each for each in at.legal_moves if each is not move and at.gives_check(each)]
            traps = sum(checker.has_one_refutation(at, check) for check in others)
            checks += 1 + len(others)
            tempting += traps
            bits += log2(1 + len(others) + 2 * traps)
        at.push(move)
    return Difficulty(nodes, checks, tempting, round(bits, 1))
