"""The pieces left in the attacker's hand if the attacker chooses the line that leaves most."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from komadai.tsume.judge.solver_queries import checks

if TYPE_CHECKING:
    from collections.abc import Iterator

    from komadai._core import Board, Move
    from komadai.tsume.judge.solver_queries import SolverQueries

MAX_POSITIONS: Final = 600
"""The maximum number of positions compared for one line."""
MAX_NODES: Final = 200_000
"""The node limit of one move."""


class TooMuchError(Exception):
    """A limit was reached."""


class MaxLeftover:
    """Compares lines and stores the results by position."""

    def __init__(self, queries: SolverQueries) -> None:
        self._queries = queries
        self._counted = 0
        self._left: dict[int, int] = {}

    def left(self, board: Board, plies: int) -> int | None:
        """The pieces left of the attacker, to move, who mates in ``plies``; None: a limit was reached."""
        self._counted = 0
        try:
            return self._max_leftover_after(board.copy(), plies, attack=True)
        except TooMuchError:
            return None

    def _max_leftover_after(self, board: Board, plies: int, *, attack: bool) -> int:
        """The pieces left if the attacker maximizes and the defender minimizes them."""
        if plies == 0:
            return board.hand(board.turn.opponent).total
        key = board.key
        if key in self._left:
            return self._left[key]
        best = -1 if attack else 99
        for move in self._keeping(board, plies, attack=attack):
            board.push(move)
            try:
                left = self._max_leftover_after(board, plies - 1, attack=not attack)
            finally:
                board.pop()
            best = max(best, left) if attack else min(best, left)
            if best == 0 and not attack:
                break
        if best in (-1, 99):
            raise TooMuchError
        self._left[key] = best
        return best

    def _keeping(self, board: Board, plies: int, *, attack: bool) -> Iterator[Move]:
        """The moves after which the mate is exactly one ply shorter."""
        self._counted += 1
        if self._counted > MAX_POSITIONS or self._queries.spent:
            raise TooMuchError
        for move in checks(board) if attack else board.legal_moves:
            board.push(move)
            answer = self._queries.ask(board, attack=not attack, plies=plies - 1, nodes=MAX_NODES, line=False)
            board.pop()
            # After a check the mate cannot be shorter, because a minimum of the length is proved.
            if answer.result == "unknown" or (answer.mate and not attack and not answer.exact):
                raise TooMuchError
            if answer.mate and answer.plies == plies - 1:
                yield move
