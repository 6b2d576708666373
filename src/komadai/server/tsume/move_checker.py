"""Is this move of the attacker right, and what does the defender answer?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from komadai._core import Board, MateResult, MateSolver, Move
from komadai.server.tsume.wire import Verdict

NODES: Final = 300_000
"""The most positions looked at for one answer; a packaged problem needs a few thousand."""
_GLANCE: Final = 30_000
_MEMORY_MB: Final = 32


@dataclass(frozen=True, slots=True)
class Ruling:
    """What is to be said of a move."""

    verdict: Verdict
    reply: Move | None = None
    """The longest defence, or the one that refutes."""
    equal: bool = False
    """Whether it is right without being the solution's move."""
    plies: int | None = None
    """Of a slower mate: by how much it is longer."""


class Referee:
    """A solver that judges moves; one thread at a time."""

    def __init__(self, memory_mb: int = _MEMORY_MB) -> None:
        self._solver = MateSolver(memory_mb)

    def judge(self, board: Board, move: Move, solution: Sequence[Move], done: int) -> Ruling:
        """Of a legal move in the position reached after ``done`` moves of which the last may be off the
        solution (then ``solution`` is empty). ``board`` is as before when this returns."""
        if done < len(solution) and move is solution[done]:
            if done + 1 == len(solution):
                return Ruling("solved")
            return Ruling("goes_on", solution[done + 1])
        if not board.gives_check(move):
            return Ruling("no_check")
        left = len(solution) - done if solution else self._length(board)
        if left is None:
            return Ruling("unclear")
        board.push(move)
        try:
            return self._other(board, left - 1)
        finally:
            board.pop()

    def best(self, board: Board) -> list[Move]:
        """The main line from here, the attacker to move; empty if none is found."""
        found = self._ask(board, attack=True)
        return list(found.moves) if found.result == "mate" else []

    def _length(self, board: Board) -> int | None:
        found = self._ask(board, attack=True)
        return found.plies if found.result == "mate" else None

    def _other(self, board: Board, left: int) -> Ruling:
        """A check that is not the solution's has been played; it must mate in ``left`` plies."""
        found = self._ask(board, attack=False, plies=left)
        if found.result == "mate" and found.plies <= left:
            if not found.plies:
                return Ruling("solved", equal=True)
            return Ruling("goes_on", found.moves[0], equal=True)
        if found.result == "unknown":
            return Ruling("unclear")
        found = self._ask(board, attack=False, nodes=_GLANCE)
        if found.result == "mate" and found.plies > left:
            return Ruling("slower", found.moves[0], plies=found.plies - left)
        if found.result == "no-mate" and found.moves:
            return Ruling("wrong", found.moves[0])
        return Ruling("wrong", self._refutation(board, left))

    def _refutation(self, board: Board, left: int) -> Move | None:
        """A defence after which there is no mate, or at least none in time."""
        in_time = None
        for defence in board.legal_moves:
            board.push(defence)
            result = self._ask(board, attack=True, nodes=_GLANCE).result
            if result != "no-mate" and in_time is None and left > 1:
                timely = self._ask(board, attack=True, plies=left - 1, nodes=_GLANCE).result
                in_time = defence if timely == "no-mate" else None
            board.pop()
            if result == "no-mate":
                return defence
        return in_time

    def _ask(self, board: Board, *, attack: bool, plies: int | None = None, nodes: int = NODES) -> MateResult:
        self._solver.arm()
        # 0 would mean any number; whoever is mated has an even number of plies left.
        most = 0 if plies is None else max(plies, 1)
        return self._solver.solve(board, attack=attack, exact=True, plies=most, nodes=nodes)
