"""Computes the gain of a capture or a promotion, by the exchange on its target square."""

from __future__ import annotations

from typing import TYPE_CHECKING

from komadai.pieces import PieceType
from komadai.study.game_review.material import VALUES

if TYPE_CHECKING:
    from komadai._core import Board, Move


def gain(board: Board, move: Move) -> int:
    """Computes the gain of a move at once, in pawns: the opponent's loss on the board, plus the piece that
    comes to hand, plus what a promotion adds."""
    captured, kind = board.piece_at(move.to_square), _moved(board, move)
    won = 0 if captured is None else VALUES[captured.type] + VALUES[captured.type.unpromoted]
    return won + (VALUES[kind.promoted] - VALUES[kind] if move.promotion else 0)


def recapture(board: Board, square: int) -> int:
    """Computes the gain of the side to move by captures on this square, in pawns; 0 if it had better not
    capture.

    Both sides capture with their least valuable piece that may legally do so, promote it where they can, and
    stop when the next capture loses.
    """
    if board.piece_at(square) is None:
        return 0
    captures = [move for move in board.legal_moves_to(square) if move.drop is None]
    if not captures:
        return 0
    move = min(captures, key=lambda each: (_cost(board, each), not each.promotion, each.usi()))
    return max(0, balance(board, move))


def balance(board: Board, move: Move) -> int:
    """Computes the gain of a legal move less the opponent's gain on its target square, in pawns."""
    won = gain(board, move)
    board.push(move)
    won -= recapture(board, move.to_square)
    board.pop()
    return won


def _moved(board: Board, move: Move) -> PieceType:
    if move.drop is not None:
        return move.drop
    assert move.from_square is not None, "a move on the board"
    piece = board.piece_at(move.from_square)
    assert piece is not None, "a legal move has a piece on its origin"
    return piece.type


def _cost(board: Board, move: Move) -> int:
    """The value of the piece that captures; the king is the last one."""
    kind = _moved(board, move)
    return max(VALUES.values()) + 1 if kind == PieceType.KING else VALUES[kind]
