"""Counts that estimate how hard a mate problem is."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Difficulty:
    """The counts of a problem and its solution."""

    nodes: int
    """Positions our solver visits, with an empty memory, until the length is proved."""
    checks: int
    """Checks in all positions of the solution in which the attacker moves, the right ones among them."""
    tempting: int
    """Wrong ones among these against which there is just one defence."""
    score: float
    """One number to sort by: the bits in the choices of the solution, a tempting check counted three
    times, and half the bits of the nodes. From about 3 to 40; not measured on people."""
