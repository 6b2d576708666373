"""The encoding of moves in SBK files: 32 bits.

From the lowest bit: rank (4 bits) and file (4) of the source square, 0 for a drop; rank and file of the
target square; 3 unused bits; promotion (bit 19); the captured piece (4); the moving piece (4) and, bit 28,
whether it is White's; bit 31 for White to move. Pieces are 1 to 8 for pawn, lance, knight, silver, gold,
bishop, rook, king; 8 more if promoted.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from komadai._core import Move
from komadai.errors import BookError, KomadaiError
from komadai.pieces import PieceType
from komadai.squares import file_of, rank_of, square_at

if TYPE_CHECKING:
    from komadai._core import Board

_ORDER: Final = (
    PieceType.PAWN,
    PieceType.LANCE,
    PieceType.KNIGHT,
    PieceType.SILVER,
    PieceType.GOLD,
    PieceType.BISHOP,
    PieceType.ROOK,
    PieceType.KING,
)
_CODES: Final = {each: code for code, each in enumerate(_ORDER, 1)}
_PROMOTED: Final = 8
_PROMOTION: Final = 1 << 19
_WHITE_PIECE: Final = 1 << 28
_WHITE: Final = 1 << 31


def move_of(value: int) -> Move:
    """The move; ``value`` is signed or unsigned. Raises BookError if it is invalid."""
    rank, file, to_rank, to_file = (value >> shift & 15 for shift in (0, 4, 8, 12))
    try:
        to = square_at(to_file, to_rank)
        if rank == file == 0:
            return Move.dropping(_ORDER[(value >> 24 & 15) - 1], to)
        return Move.normal(square_at(file, rank), to, bool(value & _PROMOTION))
    except (KomadaiError, IndexError):
        raise BookError(f"expected a move, got {value & 0xFFFFFFFF:#010x}") from None


def value_of(board: Board, move: Move) -> int:
    """The code of a move on this board, as a signed number."""
    to = move.to_square
    value = rank_of(to) << 8 | file_of(to) << 12
    if move.from_square is not None:
        value |= rank_of(move.from_square) | file_of(move.from_square) << 4
        piece = board.piece_at(move.from_square)
        kind = piece.type if piece is not None else None
        taken = board.piece_at(to)
        value |= _code(taken.type if taken is not None else None) << 20
    else:
        kind = move.drop
    value |= _code(kind) << 24
    if move.promotion:
        value |= _PROMOTION
    if board.turn:
        value |= _WHITE_PIECE | _WHITE
    return value - (1 << 32) if value & _WHITE else value


def _code(kind: PieceType | None) -> int:
    if kind is None:
        return 0
    return _CODES[kind.unpromoted] + (_PROMOTED if kind.is_promoted else 0)
