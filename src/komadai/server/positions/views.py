"""Converts moves to wire types."""

from __future__ import annotations

from komadai import notation
from komadai._core import Board, Move
from komadai.server.positions.wire import MoveText


def move_text(board: Board, move: Move, previous: Move | None = None) -> MoveText:
    """A move of this position in each notation; ``previous`` is that of `notation.write`."""
    return MoveText(
        japanese=notation.write(board, move, "japanese", previous=previous),
        western=notation.write(board, move, "western", previous=previous),
        hosking=notation.write(board, move, "hosking", previous=previous),
        usi=move.usi(),
    )
