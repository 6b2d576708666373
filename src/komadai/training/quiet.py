"""Quiet positions: those whose evaluation without a search is close to that of a search."""

from __future__ import annotations

from komadai import Board
from komadai._core import Move


def is_quiet(board: Board, move: Move) -> bool:
    """Whether a position is quiet: no check, and the next move is neither a capture nor a promotion."""
    return not (move.promotion or board.piece_at(move.to_square) is not None or board.is_check())
