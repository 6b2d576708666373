"""Premoves: the moves that a player can prepare while the opponent is to move.

A premove is played at once after the opponent's move, if it is legal then. So the moves that can be
prepared are those of the pieces on an otherwise empty board: a piece in the way may leave, and a piece of
one's own may be captured and recaptured. Pieces in hand go to the squares where they could be dropped now.
"""

from __future__ import annotations

from komadai._core import Board, Move
from komadai.pieces import Color


def premoves(board: Board, color: Color) -> list[Move]:
    """The moves that this side can prepare; those of the board first, then drops.

    >>> " ".join(move.usi() for move in premoves(Board(), Color.WHITE)[:2])
    '1a1b 1a1c'
    """
    found: list[Move] = []
    alone = Board.empty()
    alone.set_turn(color)
    for square in board.pieces(color):
        alone.set_piece(square, board.piece_at(square))
        found += alone.pseudo_legal_moves
        alone.set_piece(square, None)
    here = board.copy()
    here.set_turn(color)
    found += (move for move in here.pseudo_legal_moves if move.drop is not None)
    return found
