"""Positions that are their own mirror image, left and right exchanged."""

from __future__ import annotations

from typing import TYPE_CHECKING

from komadai._core import Move

if TYPE_CHECKING:
    from komadai._core import Board


def mirrored_moves(board: Board) -> dict[Move, Move]:
    """Every legal move with its mirror image; empty if the position isn't its own mirror image."""
    if any(board.piece_at(square) != board.piece_at(_square(square)) for square in range(36)):
        return {}
    return {move: _move(move) for move in board.legal_moves}


def _square(square: int) -> int:
    return (8 - square // 9) * 9 + square % 9


def _move(move: Move) -> Move:
    to = _square(move.to_square)
    if move.drop is not None:
        return Move.dropping(move.drop, to)
    assert move.from_square is not None
    return Move.normal(_square(move.from_square), to, move.promotion)
