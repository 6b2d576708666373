"""A mate problem that is being composed: removed pieces go to the defender's hand."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from komadai._core import Board
from komadai.errors import SfenError
from komadai.pieces import HAND_TYPES, SET_COUNTS, Color, PieceType

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

_HAND_ORDER: Final = "RBGSNLP"
"""The order in which SFEN names the pieces in hand."""

_SET: Final = {kind.letter: SET_COUNTS[kind] for kind in HAND_TYPES}
_KING: Final = PieceType.KING.letter


@dataclass(frozen=True, slots=True)
class Composition:
    """A position in which Black attacks. White has in hand the pieces that are not on the board or in Black's
    hand."""

    pieces: Mapping[int, str]
    """The piece on each square (0-80) as SFEN writes it, Black's in capitals."""
    hand: Mapping[str, int]
    """The number of pieces of each kind (``P`` to ``R``) in Black's hand; kinds without a piece are left
    out."""

    @classmethod
    def of(cls, board: Board, *, king: bool = False) -> Composition:
        """The position with the side to move as Black; the board is rotated if White is to move.

        With ``king`` the attacker's king stays on the board.
        """
        attacker = board.turn
        turned = attacker is Color.WHITE
        pieces = {}
        for square in board.pieces():
            piece = board.piece_at(square)
            assert piece is not None
            if piece.color is attacker and piece.type is PieceType.KING and not king:
                continue
            symbol = piece.symbol.swapcase() if turned else piece.symbol
            pieces[80 - square if turned else square] = symbol
        hand = board.hand(attacker)
        return cls(pieces, {kind.letter: hand[kind] for kind in HAND_TYPES if hand[kind]})

    def without(self, *squares: int) -> Composition:
        """The same with these squares empty."""
        gone = set(squares)
        return Composition({at: piece for at, piece in self.pieces.items() if at not in gone}, self.hand)

    def holding(self, hand: Mapping[str, int]) -> Composition:
        """The same with this hand of Black."""
        return Composition(self.pieces, {kind: count for kind, count in hand.items() if count})

    def mirrored(self) -> Composition:
        """Left and right exchanged."""
        return Composition(
            {(8 - at // 9) * 9 + at % 9: piece for at, piece in self.pieces.items()}, self.hand
        )

    def attackers(self) -> list[int]:
        """The squares of Black's pieces except the king."""
        return [at for at, piece in self.pieces.items() if piece.isupper() and piece != _KING]

    def defenders(self) -> list[int]:
        """The squares of White's pieces except the king."""
        return [at for at, piece in self.pieces.items() if piece.islower() and piece != _KING.lower()]

    def target(self) -> int:
        """The square of the king to be mated."""
        return next(at for at, piece in self.pieces.items() if piece == _KING.lower())

    def sfen(self) -> str:
        """The position's SFEN."""
        ranks = []
        for rank in range(9):
            row, empty = "", 0
            for file in range(8, -1, -1):
                piece = self.pieces.get(file * 9 + rank)
                if piece is None:
                    empty += 1
                    continue
                row += f"{empty or ''}{piece}"
                empty = 0
            ranks.append(f"{row}{empty or ''}")
        return f"{'/'.join(ranks)} b {''.join(self._hands()) or '-'} 1"

    def board(self) -> Board | None:
        """The position; None if it is illegal (for example a king in check, or a piece without a move)."""
        try:
            return Board(self.sfen())
        except SfenError:
            return None

    def key(self) -> str:
        """A key shared by a position and its mirror image: the SFEN of the one with the king further to the
        right."""
        both = [(each.target() // 9, each.sfen()) for each in (self, self.mirrored())]
        return min(both)[1]

    def _hands(self) -> Iterator[str]:
        left = dict(_SET)
        for piece in self.pieces.values():
            letter = piece[-1].upper()
            if letter != _KING:
                left[letter] -= 1
        for kind in _HAND_ORDER:
            left[kind] -= (held := self.hand.get(kind, 0))
            if held:
                yield f"{held if held > 1 else ''}{kind}"
        for kind in _HAND_ORDER:
            if left[kind] > 0:
                yield f"{left[kind] if left[kind] > 1 else ''}{kind.lower()}"
