"""Moves of variants for the page: what they capture, and how they are written."""

from __future__ import annotations

from komadai.messages.text import Text
from komadai.server.positions.wire import MoveText
from komadai.variants import Board, Move
from komadai.variants.notation import japanese, western


def variant_move(board: Board, move: Move) -> tuple[str | None, MoveText, Text]:
    """The kind that the move captures (the last, if it captures several), its texts, and the spoken text."""
    if move.drop is not None:
        kind = board.variant.pieces[move.drop]
    else:
        moved = board.piece_at(move.from_square or 0)
        assert moved is not None, "a played move has a piece"
        kind = moved.kind
    steps = [*move.via, move.to_square]
    taken = [
        piece.kind.id
        for square in steps
        if square != move.from_square and (piece := board.piece_at(square)) is not None
    ]
    names = [board.square_name(square) for square in steps]
    text_ja = japanese.write(board, move)
    text = western.write(board, move)
    spoken = Text(
        f"{kind.name} {'drop ' if move.drop is not None else ''}{', '.join(names)}"
        f"{', promotes' if move.promotion else ''}",
        text_ja,
    )
    return taken[-1] if taken else None, MoveText(text_ja, text, text, move.usi()), spoken
