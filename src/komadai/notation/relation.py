"""Relations of a move to the board and to rival pieces, for all notations.

A *rival* is another piece of the same kind and side that could legally move to the same square.
A piece that may not go there (because it is pinned or its king would be left in check) is no rival: the
guideline of the Japan Shogi Association only considers pieces that can be moved there.
"""

from __future__ import annotations

from komadai.errors import NotationError
from komadai.messages import Message
from komadai.pieces import Color, PieceType
from komadai.squares import PROMOTION_ZONES, file_of, rank_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final, Literal

    from komadai._core import Board, Move

    Motion = Literal["上", "寄", "引"]
    Side = Literal["右", "左"]

LONG_PROMOTED: Final = (PieceType.DRAGON, PieceType.HORSE)
"""A side has two of these at most. They are distinguished by 右 and 左, never by 直."""


def mover(board: Board, move: Move) -> tuple[Color, PieceType]:
    """The side and the kind of piece that moves, before promotion.

    Raises NotationError if the square it should leave is empty.
    """
    if move.drop is not None:
        return board.turn, move.drop
    piece = None if move.from_square is None else board.piece_at(move.from_square)
    if piece is None:
        raise NotationError(Message("move-from-empty-square"), move.usi())
    return piece.color, piece.type


def arrives(board: Board, move: Move) -> PieceType:
    """The kind of piece on the target after the move."""
    kind = mover(board, move)[1]
    return kind.promoted if move.promotion else kind


def may_promote(board: Board, move: Move) -> bool:
    """Whether the piece may promote with this move, even if it does not."""
    if move.from_square is None:
        return False
    color, kind = mover(board, move)
    zone = PROMOTION_ZONES[color]
    return kind.can_promote and (move.from_square in zone or move.to_square in zone)


def rivals(board: Board, color: Color, kind: PieceType, to: int, own: int | None = None) -> list[int]:
    """The squares, other than ``own``, from which such a piece could legally move to ``to``.

    There are none if it is the other side's turn.
    """
    if color is not board.turn:
        return []
    starts = (move.from_square for move in board.legal_moves_to(to, kind))
    # A piece that may promote has two consecutive moves from its square.
    return list(dict.fromkeys(start for start in starts if start is not None and start != own))


def reaching(board: Board, color: Color, kind: PieceType, to: int, own: int | None = None) -> list[int]:
    """The squares, other than ``own``, of such pieces that attack ``to``, pinned ones included."""
    return [square for square in board.pieces(color, kind) & board.attackers(color, to) if square != own]


def motion(color: Color, start: int, to: int) -> Motion:
    """Forward (上), sideways (寄) or back (引), as the player sees it."""
    ahead = rank_of(start) - rank_of(to)
    if color is Color.WHITE:
        ahead = -ahead
    return "上" if ahead > 0 else "引" if ahead < 0 else "寄"


def to_the_left(color: Color, start: int, reference: int) -> int:
    """The number of files from ``reference`` to ``start``, to the player's left; negative: to the right."""
    files = file_of(start) - file_of(reference)
    return files if color is Color.BLACK else -files


def is_straight(color: Color, kind: PieceType, start: int, to: int) -> bool:
    """Whether the move is 直: one rank straight forward, by a piece for which the word is used."""
    ahead = rank_of(start) - rank_of(to)
    return (
        kind not in LONG_PROMOTED
        and file_of(start) == file_of(to)
        and ahead == (1 if color is Color.BLACK else -1)
    )


def side(color: Color, kind: PieceType, start: int, to: int, others: list[int]) -> Side | None:
    """右 or 左: the side of the target (for a dragon or horse: of the other one) on which the piece is.

    None if it is on the same file.
    """
    if kind in LONG_PROMOTED and others:
        distances = [to_the_left(color, start, other) for other in others]
        if all(distance > 0 for distance in distances):
            return "左"
        return "右" if all(distance < 0 for distance in distances) else None
    distance = to_the_left(color, start, to)
    return "左" if distance > 0 else "右" if distance < 0 else None
