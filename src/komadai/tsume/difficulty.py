"""How hard a problem is, as far as that can be counted."""

from __future__ import annotations

from dataclasses import dataclass
from math import log2
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from komadai._core import Board, Move
    from komadai.tsume.mining.minimize import Examiner


@dataclass(frozen=True, slots=True)
class Difficulty:
    """What was counted of a problem with its solution."""

    nodes: int
    """Positions our solver visits, with an empty memory, until the length is proved."""
    checks: int
    """Checks in all positions of the solution in which the attacker moves, the right ones among them."""
    tempting: int
    """Wrong ones among these against which there is just one defence."""
    score: float
    """One number to sort by: the bits in the choices of the solution, a tempting check counted three
    times, and half the bits of the nodes. From about 3 to 40; not measured on people."""


def difficulty(board: Board, line: Sequence[Move], examiner: Examiner) -> Difficulty:
    """Counts for a problem and its solution."""
    nodes = examiner.nodes(board, len(line))
    at = board.copy()
    checks = tempting = 0
    bits = log2(max(nodes, 1)) / 2
    for ply, move in enumerate(line):
        if ply % 2 == 0:
            others = [each for each in at.legal_moves if each is not move and at.gives_check(each)]
            traps = sum(examiner.has_one_refutation(at, check) for check in others)
            checks += 1 + len(others)
            tempting += traps
            bits += log2(1 + len(others) + 2 * traps)
        at.push(move)
    return Difficulty(nodes, checks, tempting, round(bits, 1))
