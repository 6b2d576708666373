"""The material that a line of moves wins and loses."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final, NamedTuple

from komadai.pieces import Color, PieceType

if TYPE_CHECKING:
    from collections.abc import Sequence

    from komadai._core import Board, Move

VALUES: Final = {
    PieceType.PAWN: 1, PieceType.LANCE: 3, PieceType.KNIGHT: 4, PieceType.SILVER: 5, PieceType.GOLD: 6,
    PieceType.BISHOP: 8, PieceType.ROOK: 10, PieceType.PRO_PAWN: 3, PieceType.PRO_LANCE: 4,
    PieceType.PRO_KNIGHT: 5, PieceType.PRO_SILVER: 6, PieceType.HORSE: 10, PieceType.DRAGON: 12,
    PieceType.KING: 0,
}  # fmt: skip
"""The usual values of pieces in pawns, to say in words which exchange is a loss; no search uses them."""
MAX_PLIES: Final = 6
"""A line is followed for this number of plies, and to the end of the captures on one square."""


class Exchange(NamedTuple):
    """The pieces that one side wins and loses, as their kinds on the board; the same kinds cancel out."""

    won: tuple[PieceType, ...]
    lost: tuple[PieceType, ...]

    @property
    def balance(self) -> int:
        """The value of what was won, less that of what was lost, in pawns."""
        return sum(VALUES[each] for each in self.won) - sum(VALUES[each] for each in self.lost)


def exchange(board: Board, line: Sequence[Move], side: Color) -> Exchange:
    """The material that ``side`` wins and loses in a line from this position.

    A capture at the very end of the line counts as retaken if the square is guarded: the line does not say.
    """
    board = board.copy()
    captures: list[tuple[int, Color, PieceType]] = []
    square: int | None = None
    for ply, move in enumerate(line):
        captured = board.piece_at(move.to_square) if board.is_capture(move) else None
        if ply >= MAX_PLIES and (captured is None or move.to_square != square):
            break
        square = move.to_square if captured is not None else None
        if captured is not None:
            captures.append((ply, board.turn, captured.type))
        board.push_unchecked(move)
    else:
        if square is not None and board.attackers(board.turn, square):
            capturer = board.piece_at(square)
            assert capturer is not None, "the piece that captured stands there"
            captures.append((len(line), board.turn, capturer.type))
    won = Counter(kind for _, mover, kind in captures if mover == side)
    lost = Counter(kind for _, mover, kind in captures if mover != side)
    # A promoted piece that is captured is in hand unpromoted, so it cancels out with its other side.
    for kind in [*won]:
        for other in (kind, kind.unpromoted, kind.promoted):
            both = min(won[kind], lost[other])
            won[kind] -= both
            lost[other] -= both
    return Exchange(_sorted(won), _sorted(lost))


def forked(board: Board, square: int) -> list[PieceType]:
    """The pieces that the piece on this square attacks at once and that would be lost or are more valuable.

    Two or more are a fork. Kings come first, then the most valuable.
    """
    attacker = board.piece_at(square)
    if attacker is None:
        return []
    found = []
    for target in board.attacks(square):
        piece = board.piece_at(target)
        if piece is None or piece.color == attacker.color or piece.type == PieceType.PAWN:
            continue
        guarded = bool(board.attackers(piece.color, target))
        if piece.type == PieceType.KING or not guarded or VALUES[piece.type] > VALUES[attacker.type]:
            found.append(piece.type)
    return sorted(found, key=lambda kind: (kind != PieceType.KING, -VALUES[kind]))


def _sorted(kinds: Counter[PieceType]) -> tuple[PieceType, ...]:
    return tuple(sorted(kinds.elements(), key=lambda kind: -VALUES[kind]))
