"""Restoring interpositions (復元型無駄合) beside the main line; docs/tsume-rules.md defines them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from komadai.pieces import HAND_TYPES
from komadai.tsume.judge.solver_queries import checks

if TYPE_CHECKING:
    from collections.abc import Sequence

    from komadai._core import Board, Move


def is_restoring(line: Sequence[Board], move: Move) -> bool:
    """Whether this move of the defender, played in the last of these positions, is a restoring interposition.

    ``line`` are the positions of the line so far in which the defender is to move, the last one included.
    """
    board = line[-1].copy()
    if move.to_square not in _between(board) or move.from_square == board.king(board.turn):
        return False
    board.push(move)
    for capture in checks(board):
        if capture.to_square != move.to_square:
            continue
        board.push(capture)
        if any(_is_richer(board, earlier) for earlier in line):
            return True
        board.pop()
    return False


def _between(board: Board) -> set[int]:
    """The squares between the king to move and the only piece that checks it."""
    king = board.king(board.turn)
    checkers = list(board.checkers())
    if king is None or len(checkers) != 1:
        return set()
    files, ranks = king // 9 - checkers[0] // 9, king % 9 - checkers[0] % 9
    if files and ranks and abs(files) != abs(ranks):
        return set()  # a knight
    distance = max(abs(files), abs(ranks))
    step = files // distance * 9 + ranks // distance
    return {checkers[0] + step * number for number in range(1, distance)}


def _is_richer(board: Board, earlier: Board) -> bool:
    """Whether the boards are the same, and the attacker's hand has all of the earlier one and more."""
    if any(board.piece_at(square) != earlier.piece_at(square) for square in range(81)):
        return False
    side = board.turn.opponent
    now, before = board.hand(side), earlier.hand(side)
    return now != before and all(now[kind] >= before[kind] for kind in HAND_TYPES)
