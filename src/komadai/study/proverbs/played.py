"""A move as the detectors of proverbs see it: always Black's, with the positions around it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal

from komadai.enums import BLACK, WHITE, Color
from komadai.pieces import PieceType

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from komadai._core import Board, Move

Phase = Literal["opening", "middle", "end"]

MAJORS: Final = (PieceType.ROOK, PieceType.BISHOP, PieceType.DRAGON, PieceType.HORSE)
ROOKS: Final = (PieceType.ROOK, PieceType.DRAGON)
BISHOPS: Final = (PieceType.BISHOP, PieceType.HORSE)
GENERALS: Final = (PieceType.GOLD, PieceType.SILVER)
FAR_CAMP: Final = range(3)
OWN_CAMP: Final = range(6, 9)
"""Ranks from 0, the far one."""


class Played:
    """A move of Black. Moves of White are given turned, so that each detector is written once."""

    __slots__ = (
        "after",
        "before",
        "captured",
        "check",
        "follow",
        "kind",
        "move",
        "origin",
        "phase",
        "previous",
        "to",
    )

    def __init__(
        self,
        before: Board,
        move: Move,
        *,
        after: Board | None = None,
        follow: Sequence[Move] = (),
        previous: Move | None = None,
        phase: Phase = "middle",
    ) -> None:
        """``follow`` are the moves that came after this one, or are expected; empty if none is known."""
        if after is None:
            after = before.copy()
            after.push(move)
        self.before: Final = before
        self.move: Final = move
        self.after: Final = after
        self.follow: Sequence[Move] = follow
        self.previous: Final = previous
        self.phase: Final = phase
        self.to: Final = move.to_square
        self.origin: Final = move.from_square
        piece, taken = after.piece_at(self.to), before.piece_at(self.to)
        assert piece is not None, "the piece that has moved stands there"
        self.kind: Final = piece.type
        self.captured: Final = None if taken is None else taken.type
        self.check: Final = after.is_check()

    @property
    def is_drop(self) -> bool:
        return self.origin is None

    def follows(self, number: int) -> Move | None:
        """The move this number of plies later, from 0; None if it is not known."""
        return self.follow[number] if number < len(self.follow) else None

    def own(self, square: int) -> PieceType | None:
        """The type of the player's own piece on this square after the move."""
        return kind_at(self.after, square, BLACK)

    def theirs(self, square: int) -> PieceType | None:
        """The type of the opponent's piece on this square after the move."""
        return kind_at(self.after, square, WHITE)

    def is_taken_safely(self) -> bool:
        """Whether the opponent can take the piece that has moved, and is not retaken."""
        attackers = self.after.attackers(WHITE, self.to)
        return bool(attackers) and not self.after.attackers(BLACK, self.to)


def kind_at(board: Board, square: int, color: Color) -> PieceType | None:
    """The type of this side's piece on a square; None for none, and outside the board."""
    if not 0 <= square < 81:
        return None
    piece = board.piece_at(square)
    return piece.type if piece is not None and piece.color == color else None


def file_rank(square: int) -> tuple[int, int]:
    """File and rank from 0: file 0 is the first, rank 0 the one farthest from Black."""
    return divmod(square, 9)


def place(file: int, rank: int) -> int:
    """The square of a file and rank from 0; -1 outside the board."""
    return file * 9 + rank if 0 <= file < 9 and 0 <= rank < 9 else -1


def beside(square: int, files: int, ranks: int) -> int:
    """The square so many files and ranks away; negative ranks lead away from Black. -1 outside the board."""
    file, rank = divmod(square, 9)
    return place(file + files, rank + ranks)


def distance(one: int, other: int) -> int:
    """The number of king's moves between two squares."""
    return max(abs(one // 9 - other // 9), abs(one % 9 - other % 9))


def neighbours(square: int) -> list[int]:
    """The squares around one."""
    file, rank = divmod(square, 9)
    return [
        (file + x) * 9 + rank + y
        for x in (-1, 0, 1)
        for y in (-1, 0, 1)
        if (x or y) and 0 <= file + x < 9 and 0 <= rank + y < 9
    ]


def flights(board: Board, color: Color) -> list[int]:
    """The squares to which the king of this side can go without being attacked there."""
    king = board.king(color)
    if king is None:
        return []
    enemy = color.opponent
    return [
        each
        for each in neighbours(king)
        if kind_at(board, each, color) is None and not board.attackers(enemy, each)
    ]


def between(one: int, other: int) -> list[int] | None:
    """The squares between two on a line or diagonal; None if they are on neither."""
    files, ranks = other // 9 - one // 9, other % 9 - one % 9
    steps = max(abs(files), abs(ranks))
    if not steps or (files and ranks and abs(files) != abs(ranks)):
        return None
    x, y = files // steps, ranks // steps
    return [one + 9 * x * each + y * each for each in range(1, steps)]


def is_diagonal(one: int, other: int) -> bool:
    """Whether two squares are on one diagonal."""
    return abs(one // 9 - other // 9) == abs(one % 9 - other % 9)


def pieces(board: Board, color: Color, kinds: Sequence[PieceType]) -> Iterator[int]:
    """The squares of this side's pieces of these types."""
    for kind in kinds:
        yield from board.pieces(color, kind)


def pieces_in_hand(board: Board, color: Color) -> int:
    """How many pieces other than pawns a side has in hand."""
    hand = board.hand(color)
    return sum(count for kind, count in hand.items() if kind != PieceType.PAWN)


def pawns_in_hand(board: Board, color: Color) -> int:
    """How many pawns a side has in hand."""
    return board.hand(color)[PieceType.PAWN]


def can_put_pawn(board: Board, color: Color, square: int) -> bool:
    """Whether a side can have a pawn on this empty square with its next move."""
    if not 0 <= square < 81 or board.piece_at(square) is not None:
        return False
    step = 1 if color == BLACK else -1
    file, rank = divmod(square, 9)
    if kind_at(board, place(file, rank + step), color) == PieceType.PAWN:
        return True
    if not pawns_in_hand(board, color):
        return False
    return all(kind_at(board, place(file, each), color) != PieceType.PAWN for each in range(9))
