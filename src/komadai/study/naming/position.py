"""A position while a game is replayed, as the rules see it: each side's pieces from its own view."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from komadai import Board
from komadai.enums import BLACK, Color
from komadai.pieces import PieceType
from komadai.squares import square, square_at
from komadai.study.naming.rules import SQUARES, key_of

if TYPE_CHECKING:
    from komadai.kifu import Game

_LAST: Final = SQUARES - 1
_KING: Final = int(PieceType.KING)
_PROMOTION: Final = 8
_FIRST_SQUARES: Final = sum(
    1 << key_of(piece.type, place) for place, piece in Board().piece_map().items() if piece.color == BLACK
)
_RANGING_ROOKS, _STATIC_ROOKS = (
    sum(1 << key_of(PieceType.ROOK, square_at(file, rank)) for file in files for rank in range(6, 10))
    for files in (range(5, 10), range(1, 5))
)
_ADVANCED_PAWN: Final = key_of(PieceType.PAWN, square("2e"))


class StopReading(Exception):
    """A move that cannot be played."""


class TrackedPosition:
    """Pieces, hands and the last move. Squares of White are turned, so both sides see the board alike."""

    __slots__ = (
        "_board", "arrived", "arrived_before", "captures", "changed", "first", "game_ply", "hands", "kings",
        "left", "mover", "origin", "pawn_on_2e", "pieces", "ply", "taken", "taken_before",
    )  # fmt: skip

    def __init__(self, game: Game) -> None:
        board = game.board()
        self._board = [0] * SQUARES
        """By square (not turned): 0, or the type of the piece, plus 16 for White's."""
        self.pieces: Final = [0, 0]
        """By side: a bit for each piece and square (see :func:`komadai.study.naming.rules.key_of`)."""
        self.hands: Final = [[0] * 9, [0] * 9]
        """By side and piece type: how many are in hand."""
        self.kings: Final = [-1, -1]
        """By side: the king's square, turned for White; -1 without a king."""
        self.mover: int = 1 - board.turn
        """The side that has made the last move; before the first, the side that does not move."""
        self.first: Final = int(board.turn)
        """The side that moves first."""
        self.ply: int = 0
        self.game_ply: int = max(board.move_number - 1, 0)
        """Plies since the start of the game, if the record starts later."""
        self.captures: int = 0
        self.arrived: int = -1
        self.left: int = -1
        self.origin: int = -1
        """The last move: keys of the piece where it arrived and where it was, its origin; -1 for none."""
        self.taken: int = 0
        """The type of the piece that the last move has taken; 0 for none."""
        self.arrived_before: int = -1
        self.taken_before: int = 0
        """``arrived`` and ``taken`` of the move before the last."""
        self.changed: list[bool] = [False, False]
        """By side: whether the last move has removed one of its pieces from a square."""
        self.pawn_on_2e: list[int | None] = [None, None]
        """By side: the ply at which its rook's pawn first stood on the fifth rank."""
        for place, piece in board.piece_map().items():
            side, kind = int(piece.color), int(piece.type)
            self._board[place] = kind + 16 * side
            own = _LAST - place if side else place
            self.pieces[side] |= 1 << key_of(kind, own)
            if kind == _KING:
                self.kings[side] = own
        for side, color in enumerate(Color):
            for kind, count in board.hand(color).items():
                self.hands[side][kind] = count

    @property
    def starts_unmoved(self) -> bool:
        """Before the first move: whether no piece has left its first square (even games, handicaps)."""
        return not any(map(any, self.hands)) and all(not each & ~_FIRST_SQUARES for each in self.pieces)

    def rook_side(self, side: int) -> str | None:
        """``static`` or ``ranging``, by the file of the rook in its own camp; None without a rook there."""
        pieces = self.pieces[side]
        if pieces & _RANGING_ROOKS:
            return "ranging"
        return "static" if pieces & _STATIC_ROOKS else None

    def piece_at(self, place: int, side: int) -> int:
        """The type of the piece on a square, seen from this side: negative for the opponent's, 0 for none."""
        piece = self._board[_LAST - place if side else place]
        kind = piece & 15
        return kind if piece >> 4 == side else -kind

    def king_file(self, side: int) -> int:
        """The file of the king from its own view; 0 without a king."""
        return self.kings[side] // 9 + 1

    def play(self, move: int) -> None:
        """Plays a move given as ``int(move)``. Raises StopReading if there is no such piece."""
        board, side = self._board, 1 - self.mover
        target, origin, promotes = move & 127, move >> 7 & 127, move >> 14
        own_target = _LAST - target if side else target
        self.arrived_before, self.taken_before = self.arrived, self.taken
        self.taken = 0
        self.changed = [False, False]
        if origin >= SQUARES:
            kind = origin - SQUARES
            if board[target] or not self.hands[side][kind]:
                raise StopReading
            self.hands[side][kind] -= 1
            self.origin = self.left = -1
        else:
            piece = board[origin]
            if not piece or piece >> 4 != side:
                raise StopReading
            kind = piece & 15
            if promotes and kind > PieceType.ROOK:
                raise StopReading
            other = board[target]
            if other:
                if other >> 4 == side:
                    raise StopReading
                self._take(other & 15, _LAST - own_target, side)
            board[origin] = 0
            self.origin = _LAST - origin if side else origin
            self.left = key_of(kind, self.origin)
            self.pieces[side] ^= 1 << self.left
            self.changed[side] = True
            if promotes:
                kind += _PROMOTION
            if kind == _KING:
                self.kings[side] = own_target
        board[target] = kind + 16 * side
        self.arrived = key_of(kind, own_target)
        self.pieces[side] |= 1 << self.arrived
        self.mover = side
        self.ply += 1
        self.game_ply += 1
        if self.arrived == _ADVANCED_PAWN and self.pawn_on_2e[side] is None:
            self.pawn_on_2e[side] = self.ply

    def _take(self, kind: int, place: int, side: int) -> None:
        """Moves a piece of the opponent, on a square from his view, into the hand of a side."""
        self.pieces[1 - side] ^= 1 << key_of(kind, place)
        self.changed[1 - side] = True
        self.taken = kind
        self.captures += 1
        if kind == _KING:
            self.kings[1 - side] = -1
        else:
            self.hands[side][kind if kind < _KING else kind - _PROMOTION] += 1
