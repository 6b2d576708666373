"""The proof of a mate as a tree: the attacker's move, all defences against it, and so on, one step at a time.

>>> from komadai import Board
>>> from komadai.tsume.proof_tree import ProofTree
>>> step = ProofTree().step(Board("8l/7b1/8k/6+B2/7Pg/9/9/9/9 b Rr3g4s4n3l17p 1"))
>>> step.plies, step.attack.usi()
(3, 'R*1b')
>>> [(defence.move.usi(), defence.plies) for defence in step.defences]
[('1a1b', 3)]
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal

from komadai.tsume.solve import Solver

if TYPE_CHECKING:
    from komadai._core import Board, Move

__all__ = ["Defence", "ProofStep", "ProofTree"]

MEMORY_MB: Final = 64
SECONDS: Final = 5.0
"""The time limit of a step unless another is given."""


@dataclass(frozen=True, slots=True)
class Defence:
    """A defender's move."""

    move: Move
    plies: int | None
    """The length of the mate in this line, the attack included; None: not determined."""
    exact: bool
    """Whether it is proved that this line has no shorter mate."""
    nodes: int
    """Searched positions after the move. Few, if the solver's memory has the proof already."""
    futile: bool
    """An interposition that does not count as a defence (無駄合): the line is longer than the mate."""


@dataclass(frozen=True, slots=True)
class ProofStep:
    """A position with the attacker to move, and its proof one step deep."""

    result: Literal["mate", "no-mate", "unknown"]
    """``"unknown"``: a limit was reached."""
    plies: int | None
    """The length of the mate by the rules of tsume; None if there is none."""
    exact: bool
    """Whether it is proved that no mate is shorter."""
    nodes: int
    """Searched positions for this answer."""
    attack: Move | None
    """The attacker's move; None without a mate."""
    defences: tuple[Defence, ...]
    """All legal defences: the longest first, futile interpositions last. Empty: the attack mates."""


class ProofTree:
    """A solver that answers step by step, with one memory. Only one thread may use it at a time, but
    :meth:`stop` may be called from any."""

    def __init__(self, memory_mb: int = MEMORY_MB) -> None:
        """``memory_mb``: the memory limit in MiB, at least 1. Raises RangeError, MemoryError."""
        self._solver = Solver(memory_mb)
        self._stopped = False

    def step(self, board: Board, *, seconds: float = SECONDS, restoring_is_futile: bool = False) -> ProofStep:
        """The attacker's best move and all defences against it. The board is left unchanged.

        ``seconds`` limits the search of the position, and that of all defences together; lengths that are not
        found in this time are None. ``restoring_is_futile`` is that of :func:`komadai.tsume.solve.solve`.
        Raises TsumeError if the position cannot be a mate problem, RangeError.
        """
        found = self._solver.solve(
            board, exact=True, seconds=seconds, restoring_is_futile=restoring_is_futile
        )
        if found.result != "mate" or found.plies is None or not found.moves:
            return ProofStep(found.result, found.plies, found.exact, found.nodes, None, ())
        after = board.copy()
        after.push(found.moves[0])
        defences = []
        left = seconds
        for move in after.legal_moves:
            after.push(move)
            plies, exact, nodes = None, False, 0
            if left > 0 and not self._stopped:
                answer = self._solver.solve(
                    after, exact=True, seconds=left, restoring_is_futile=restoring_is_futile
                )
                left -= answer.seconds
                nodes = answer.nodes
                if answer.plies is not None:
                    plies, exact = answer.plies + 2, answer.exact
            after.pop()
            # A defence can only be longer than the mate if the rules do not count it.
            futile = found.exact and exact and plies is not None and plies > found.plies
            defences.append(Defence(move, plies, exact, nodes, futile))
        defences.sort(key=lambda each: (each.futile, -(each.plies or 0), each.move.usi()))
        return ProofStep("mate", found.plies, found.exact, found.nodes, found.moves[0], tuple(defences))

    def stop(self) -> None:
        """Ends the running step soon, with what it has found, and all later ones at once."""
        self._stopped = True
        self._solver.stop()
