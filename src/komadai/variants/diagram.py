"""Positions of variants as text."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from komadai.variants.board import Board


def text_diagram(board: Board) -> str:
    """The board from Black's side with the pieces as SFEN writes them, the hands and the side to move."""
    from komadai.enums import Color

    variant = board.variant
    pieces = {square: piece.sfen for square, piece in board.piece_map().items()}
    width = max([2, *map(len, pieces.values())])
    ranks = variant.ranks
    lines = [" ".join(f"{file:>{width}}" for file in range(variant.files, 0, -1))]
    for rank in range(ranks):
        row = [pieces.get(file * ranks + rank, ".") for file in range(variant.files - 1, -1, -1)]
        lines.append(" ".join(f"{text:>{width}}" for text in row) + f" {board.square_name(rank)[1:]}")
    for color in (Color.BLACK, Color.WHITE):
        hand = " ".join(f"{kind}×{count}" for kind, count in board.hand(color).items())
        if hand:
            lines.append(f"{color}: {hand}")
    lines.append(f"{board.turn} to move")
    return "\n".join(lines)
