"""Reduces a position with a mate to a problem: removes the pieces that the solution does not need.

Only proved answers of the solver count. A position that needs more than a few thousand nodes is not accepted.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from komadai._core import MateSolver

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from random import Random

    from komadai._core import Board, Move
    from komadai.tsume.composition import Composition

LENGTH_NODES: Final = 1_000
"""The node limit for a length, per ply."""
GLANCE_NODES: Final = 60
"""The node limit for whether there is still a mate, per ply. Most mates are found with few nodes."""
REFUTATION_NODES: Final = 3_000
"""The node limit for whether one defence refutes one check."""
_MEMORY_MB: Final = 8
_LONGER: Final = 4
"""By how many plies a mate may get longer when attackers are removed: with fewer pieces there are fewer
cooks."""


class ProblemChecker:
    """Checks one position after the other with the solver."""

    def __init__(self, memory_mb: int = _MEMORY_MB) -> None:
        self._memory_mb = memory_mb
        self.clear()

    def solution(self, board: Board, max_plies: int) -> tuple[Move, ...]:
        """The main line of the shortest mate if it is proved to have at most ``max_plies``; else empty."""
        self._native.arm()
        found = self._native.solve(board, exact=True, plies=max_plies, nodes=LENGTH_NODES * max_plies)
        complete = found.result == "mate" and found.exact and len(found.moves) == found.plies
        return found.moves if complete else ()

    def has_length(self, board: Board, plies: int) -> bool:
        """Whether the shortest mate takes exactly ``plies``."""
        self._native.arm()
        found = self._native.solve(board, exact=True, plies=plies, nodes=LENGTH_NODES * plies, line=False)
        return found.result == "mate" and found.exact and found.plies == plies

    def mates_within(self, board: Board, plies: int) -> bool:
        """Whether there is a mate of at most ``plies``."""
        self._native.arm()
        found = self._native.solve(board, plies=plies, nodes=GLANCE_NODES * plies, line=False)
        return found.result == "mate"

    def mates(self, board: Board, nodes: int = REFUTATION_NODES) -> bool | None:
        """Whether the side to move has a mate; None if that is not known within ``nodes``."""
        self._native.arm()
        result = self._native.solve(board, nodes=nodes, line=False).result
        return None if result == "unknown" else result == "mate"

    def problem(self, board: Board, max_plies: int) -> tuple[Move, ...]:
        """The solution, if it is proved to be the only one, of at most ``max_plies``, and to leave no
        pieces; else empty."""
        line = self.solution(board, max_plies)
        at = board.copy()
        for move in line:
            at.push(move)
        return line if not at.hand(board.turn) and self.is_unique(board, line) else ()

    def nodes(self, board: Board, plies: int) -> int:
        """The number of positions that the solver visits, with an empty table, to prove the length."""
        self.clear()
        self._native.arm()
        return self._native.solve(board, exact=True, plies=plies, line=False).nodes

    def is_refuted(self, board: Board, check: Move) -> bool:
        """Whether it is proved that this check does not mate."""
        board.push(check)
        self._native.arm()
        result = self._native.solve(board, attack=False, nodes=REFUTATION_NODES, line=False).result
        board.pop()
        return result == "no-mate"

    def has_one_refutation(self, board: Board, check: Move) -> bool:
        """Whether exactly one defence is proved to refute this check."""
        count = 0
        board.push(check)
        for defence in board.legal_moves:
            board.push(defence)
            count += self.mates(board) is False
            board.pop()
            if count > 1:
                break
        board.pop()
        return count == 1

    def clear(self) -> None:
        """Uses a new solver, so that the next answers do not depend on earlier ones."""
        # MateSolver.clear() removes the positions, but the node counts at which a search checks its limits
        # depend on the searches before.
        self._native = MateSolver(self._memory_mb)

    def is_unique(self, board: Board, line: Iterable[Move]) -> bool:
        """Whether it is proved that only the moves of this line mate. At the last of several moves other
        mates are allowed."""
        moves = list(line)
        at = board.copy()
        for ply, move in enumerate(moves):
            if ply % 2 == 0 and (ply == 0 or ply + 1 < len(moves)):
                for check in at.legal_moves:
                    if check is not move and at.gives_check(check) and not self.is_refuted(at, check):
                        return False
            at.push(move)
        return True


def minimize(
    composition: Composition, max_plies: int, checker: ProblemChecker, rng: Random
) -> tuple[Composition, tuple[Move, ...]] | None:
    """The problem in a position, with its solution, or None if there is none in it.

    The solution has at most ``max_plies``, is unique and uses all pieces in the attacker's hand. Without any
    of the pieces there would be no mate, another length or another solution.
    """
    board = composition.board()
    line = checker.solution(board, max_plies) if board is not None else ()
    if not line:
        return None

    def mates(tried: Composition) -> bool:
        board = tried.board()
        return board is not None and checker.mates_within(board, min(max_plies, len(line) + _LONGER))

    composition = _without_idle(composition, line, mates)
    composition = _shrink_hand(composition, line, mates)
    composition = _without(composition.attackers(), composition, mates, rng)
    composition = _shrink_hand(composition, line, mates)
    board = composition.board()
    assert board is not None
    plies = len(checker.solution(board, max_plies))

    def is_sound(tried: Composition) -> bool:
        board = tried.board()
        return (
            board is not None
            and checker.has_length(board, plies)
            and len(checker.problem(board, plies)) == plies
        )

    if not plies or not is_sound(composition):
        return None
    before = None
    while before != composition:
        before = composition
        composition = _without(composition.defenders(), composition, is_sound, rng)
        composition = _without(composition.attackers(), composition, is_sound, rng)
    board = composition.board()
    line = checker.problem(board, plies) if board is not None else ()
    return (composition, line) if line else None


def _without_idle(
    composition: Composition, line: Iterable[Move], holds: Callable[[Composition], bool]
) -> Composition:
    """Removes all pieces far from the moves of the solution at once, if ``holds`` stays true."""
    scene = {composition.target()}
    for move in line:
        scene.add(move.to_square)
        if move.from_square is not None:
            scene.add(move.from_square)
    idle = [at for at in (*composition.attackers(), *composition.defenders()) if _distance(at, scene) > 2]
    tried = composition.without(*idle)
    return tried if holds(tried) else composition


def _without(
    squares: list[int], composition: Composition, holds: Callable[[Composition], bool], rng: Random
) -> Composition:
    """Removes one piece after the other, as long as ``holds`` stays true."""
    rng.shuffle(squares)
    for square in squares:
        tried = composition.without(square)
        if holds(tried):
            composition = tried
    return composition


def _shrink_hand(
    composition: Composition, line: Iterable[Move], holds: Callable[[Composition], bool]
) -> Composition:
    """Leaves only the dropped pieces in hand, if ``holds`` stays true; else removes piece by piece."""
    dropped = Counter(move.drop.letter for move in list(line)[::2] if move.drop is not None)
    tried = composition.holding({kind: min(held, dropped[kind]) for kind, held in composition.hand.items()})
    if tried == composition or holds(tried):
        return tried
    for kind in composition.hand:
        while held := composition.hand.get(kind, 0):
            tried = composition.holding({**composition.hand, kind: held - 1})
            if not holds(tried):
                break
            composition = tried
    return composition


def _distance(square: int, scene: Iterable[int]) -> int:
    return min(max(abs(square // 9 - at // 9), abs(square % 9 - at % 9)) for at in scene)
