"""A slow, simple search for the length of a mate if restoring interpositions are not counted as defences.

It follows docs/tsume-rules.md, "Restoring interpositions", and takes the ordinary lengths from
:class:`tests.tsume.reference.Reference`. It stores nothing, because the length depends on the positions
passed before.
"""

from __future__ import annotations

from komadai import Board, Color, Move
from tests.tsume.reference import KINDS_IN_HAND, Reference, checks, is_interposition, squares_between


class RestoringReference:
    """A search for one problem.

    ``limit`` is the largest ordinary length in plies: a position without a mate within it counts as one
    without a mate. It must not be smaller than the ordinary length of the problem.
    """

    def __init__(self, sfen: str, limit: int, positions: int = 2_000_000) -> None:
        self.ordinary = Reference(sfen, positions)
        self.board = self.ordinary.board
        self.attacker = self.board.turn
        self.limit = limit
        self.path: list[Board] = []

    def length(self, bound: int) -> int | None:
        """The plies to the mate, the attacker to move; None if more than ``bound``. Raises TooMuchError."""
        return next((n for n in range(1, bound + 1, 2) if self.mates(self.board, n)), None)

    def mates(self, board: Board, plies: int) -> bool:
        """Whether the attacker, to move, mates within ``plies``."""
        if plies < 1:
            return False
        for check in checks(board):
            board.push(check)
            repeats = any(
                _same_board(board, earlier) and _hand(board, self.attacker) == hand
                for earlier, hand in self._earlier()
            )
            mated = not repeats and self.is_mated(board, plies - 1)
            board.pop()
            if mated:
                return True
        return False

    def is_mated(self, board: Board, plies: int) -> bool:
        """Whether the defender, to move and in check, is mated within ``plies``."""
        ordinary = self.ordinary.defend(board, self.limit)
        if ordinary is None:
            return False
        self.path.append(board.copy())
        try:
            return all(self._is_answered(board, move, plies, ordinary) for move in board.legal_moves)
        finally:
            self.path.pop()

    def _is_answered(self, board: Board, move: Move, plies: int, ordinary: int) -> bool:
        if is_interposition(board, move, squares_between(board)):
            if self.ordinary.is_futile(board, move, 0) or self.is_restoring(board, move):
                return True
            if self.ordinary.after(board, move, ordinary) is None:
                return True  # futile: it is longer than the position's ordinary length
        board.push(move)
        mates = self.mates(board, plies - 1)
        board.pop()
        return mates

    def is_restoring(self, board: Board, move: Move) -> bool:
        """Whether the piece can be captured with check so that an earlier position of the line is on the
        board again, with more pieces in the attacker's hand."""
        board.push(move)
        found = False
        for capture in checks(board):
            if capture.to_square == move.to_square:
                board.push(capture)
                now = _hand(board, self.attacker)
                found |= any(
                    _same_board(board, earlier)
                    and now != hand
                    and all(a >= b for a, b in zip(now, hand, strict=True))
                    for earlier, hand in self._earlier()
                )
                board.pop()
        board.pop()
        return found

    def _earlier(self) -> list[tuple[Board, list[int]]]:
        return [(board, _hand(board, self.attacker)) for board in self.path]


def _same_board(one: Board, other: Board) -> bool:
    return one.sfen().split()[0] == other.sfen().split()[0]


def _hand(board: Board, color: Color) -> list[int]:
    return [board.hand(color)[kind] for kind in KINDS_IN_HAND]
