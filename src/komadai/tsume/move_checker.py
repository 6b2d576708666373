"""Checks the attacker's move in a mate problem, and finds the defender's answer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

from komadai._core import Board, MateResult, MateSolver, Move

Verdict = Literal["goes_on", "solved", "no_check", "wrong", "slower", "unclear"]
"""``goes_on``: right, and the mate is not complete yet. ``slower``: it mates, but later than possible.
``unclear``: the solver reached its node limit."""

MAX_NODES: Final = 300_000
"""The node limit of one search; a packaged problem needs a few thousand nodes."""
_QUICK_NODES: Final = 30_000
_MEMORY_MB: Final = 32


@dataclass(frozen=True, slots=True)
class MoveVerdict:
    """Whether a move of the attacker is right, and the defender's answer to it."""

    verdict: Verdict
    reply: Move | None = None
    """After a right or slower move the longest defence, after a wrong one a defence that refutes it;
    None if there is none or none was found."""
    equal: bool = False
    """Whether the move is right without being the solution's move."""
    plies: int | None = None
    """How many plies longer a ``slower`` mate is."""


class MoveChecker:
    """Checks moves with its own mate solver. An object must be used by one thread at a time."""

    def __init__(self, memory_mb: int = _MEMORY_MB) -> None:
        self._solver = MateSolver(memory_mb)

    def judge(self, board: Board, move: Move, solution: Sequence[Move], done: int) -> MoveVerdict:
        """Judges a legal move of the side to move, the attacker.

        ``solution`` is the problem's whole solution if the ``done`` moves played so far follow it, and
        empty if they do not; then the shortest mate is searched. ``board`` is left unchanged.
        """
        if done < len(solution) and move is solution[done]:
            if done + 1 == len(solution):
                return MoveVerdict("solved")
            return MoveVerdict("goes_on", solution[done + 1])
        if not board.gives_check(move):
            return MoveVerdict("no_check")
        plies_left = len(solution) - done if solution else self.mate_length(board)
        if plies_left is None:
            return MoveVerdict("unclear")
        board.push(move)
        try:
            return self._judge_check(board, plies_left - 1)
        finally:
            board.pop()

    def best(self, board: Board) -> list[Move]:
        """The main line of the shortest mate for the side to move; empty if none is found."""
        found = self._solve(board, attack=True)
        return list(found.moves) if found.result == "mate" else []

    def mate_length(self, board: Board) -> int | None:
        """The length in plies of the shortest mate for the side to move; None if none is found."""
        found = self._solve(board, attack=True)
        return found.plies if found.result == "mate" else None

    def _judge_check(self, board: Board, plies_left: int) -> MoveVerdict:
        """Judges a check that is not the solution's move, and has been played on the board."""
        found = self._solve(board, attack=False, max_plies=plies_left)
        if found.result == "mate" and found.plies <= plies_left:
            if not found.plies:
                return MoveVerdict("solved", equal=True)
            return MoveVerdict("goes_on", found.moves[0], equal=True)
        if found.result == "unknown":
            return MoveVerdict("unclear")
        found = self._solve(board, attack=False, nodes=_QUICK_NODES)
        if found.result == "mate" and found.plies > plies_left:
            return MoveVerdict("slower", found.moves[0], plies=found.plies - plies_left)
        if found.result == "no-mate" and found.moves:
            return MoveVerdict("wrong", found.moves[0])
        return MoveVerdict("wrong", self._refutation(board, plies_left))

    def _refutation(self, board: Board, plies_left: int) -> Move | None:
        """A defence after which there is no mate, else one after which there is none in time."""
        delaying = None
        for defence in board.legal_moves:
            board.push(defence)
            result = self._solve(board, attack=True, nodes=_QUICK_NODES).result
            if result != "no-mate" and delaying is None and plies_left > 1:
                in_time = self._solve(board, attack=True, max_plies=plies_left - 1, nodes=_QUICK_NODES).result
                delaying = defence if in_time == "no-mate" else None
            board.pop()
            if result == "no-mate":
                return defence
        return delaying

    def _solve(
        self, board: Board, *, attack: bool, max_plies: int | None = None, nodes: int = MAX_NODES
    ) -> MateResult:
        self._solver.arm()
        # The solver takes 0 for "no limit". A limit of 1 has the same effect here, because the number of
        # plies that a defender has left is even.
        limit = 0 if max_plies is None else max(max_plies, 1)
        return self._solver.solve(board, attack=attack, exact=True, plies=limit, nodes=nodes)
