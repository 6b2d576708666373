"""Counts that estimate how hard a mate problem is."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Difficulty:
    """The counts of a problem and its solution."""

    nodes: int
    """Positions that the solver visits, with an empty table, until the length is proved."""
    checks: int
    """The number of checks in the attacker's positions of the solution, the right ones included."""
    tempting: int
    """The number of wrong checks among them that only one defence refutes."""
    score: float
    """A number for sorting: the bits of the choices of the solution, with tempting checks counted three
    times, plus half the bits of the nodes. From about 3 to 40; not measured with people."""
