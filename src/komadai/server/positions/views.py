"""Converts moves to wire types."""

from __future__ import annotations

from komadai import notation, variants
from komadai._core import Board, Move
from komadai.play.boards import GameBoard
from komadai.server.positions.wire import MoveText
from komadai.squares import square_name


def move_text(board: Board, move: Move, previous: Move | None = None) -> MoveText:
    """A move of this position in each notation; ``previous`` is that of `notation.write`."""
    return MoveText(
        japanese=notation.write(board, move, "japanese", previous=previous),
        western=notation.write(board, move, "western", previous=previous),
        hosking=notation.write(board, move, "hosking", previous=previous),
        usi=move.usi(),
    )


def checked(board: GameBoard) -> list[str]:
    """The squares of attacked royal pieces of the side to move."""
    if isinstance(board, variants.Board):
        royals = board.royals(board.turn)
        return [board.square_name(at) for at in royals if board.is_attacked(at, board.turn.opponent)]
    assert isinstance(board, Board), "a board is of shogi or of a variant"
    king = board.king(board.turn) if board.is_check() else None
    return [] if king is None else [square_name(king)]
