"""Patterns: a part of a position, read from a text file.

The file has nine lines for the ranks a to i, each with nine cells for the files 9 to 1, and lines that begin
with a word and a colon. ``#`` begins a comment. docs/how-to/study.md describes the format.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from komadai._core import Board, PositionPatterns
from komadai.errors import DatabaseError, KomadaiError
from komadai.messages import Message
from komadai.pieces import BLACK, WHITE, Color, Piece, PieceType

if TYPE_CHECKING:
    from collections.abc import Callable

_MAX_PLY: Final = 65_535
_MAX_IN_HAND: Final = 18
_EMPTY: Final = 1


def _bit(piece: Piece) -> int:
    return 1 << (int(piece.type) + 16 * int(piece.color))


_PIECES_OF: Final = {
    color: sum(1 << (int(kind) + 16 * int(color)) for kind in PieceType) for color in (BLACK, WHITE)
}
_ANY_PIECE: Final = _PIECES_OF[BLACK] | _PIECES_OF[WHITE]
_WILD: Final = {
    ".": None,
    "_": _EMPTY,
    "*": _ANY_PIECE,
    "^": _PIECES_OF[BLACK],
    "v": _PIECES_OF[WHITE],
}
"""The cells that are no piece: the pieces that they allow, None for all."""


class Pattern:
    """A part of a position: what stands on some squares, the least pieces in hand, the side to move.

    >>> pattern = Pattern.read('''
    ... . . . . . . . . .
    ... . . . . . . . . .
    ... . . . . . . . . .
    ... . . . . . . . . .
    ... . . . . . . . . .
    ... . . . . . . . . .
    ... . . . . P P P P P
    ... . . . . G . S K .
    ... . . . . . G . N L
    ... plies: 10-80
    ... ''')
    >>> pattern.matches(Board())
    False
    """

    def __init__(self) -> None:
        self.cells: list[tuple[int, int]] = []
        """Squares, each with the bits of the pieces allowed on it."""
        self.hands: Final = {BLACK: [0] * 16, WHITE: [0] * 16}
        """The least number of pieces in hand, by piece type."""
        self.turn: Color | None = None
        self.first_ply: int = 0
        self.last_ply: int = _MAX_PLY
        self.mirror = False
        """Whether the pattern with left and right exchanged fits, too."""
        self.both_sides = False
        """Whether the pattern of the other side fits, too: rotated, with the colours exchanged."""
        self._compiled: PositionPatterns | None = None

    @classmethod
    def read(cls, text: str) -> Pattern:
        """Reads a pattern. Raises DatabaseError with the number of the line."""
        pattern = cls()
        rank = 0
        for number, line in enumerate(text.splitlines(), 1):
            content = line.partition("#")[0].strip()
            if not content:
                continue
            try:
                if ":" in content:
                    name, _, value = content.partition(":")
                    pattern._set(" ".join(name.lower().split()), value.strip())
                else:
                    pattern._add_rank(rank, content.split())
                    rank += 1
            except _PatternError as error:
                raise DatabaseError(
                    Message("pattern-line", {"line": number, "problem": error.args[0]})
                ) from None
        if rank != 9:
            raise DatabaseError(Message("pattern-ranks", {"found": rank}))
        return pattern

    def _add_rank(self, rank: int, cells: list[str]) -> None:
        if rank == 9:
            raise _PatternError(Message("pattern-ranks", {"found": 10}))
        if len(cells) != 9:
            raise _PatternError(Message("pattern-cells", {"found": len(cells)}))
        for column, cell in enumerate(cells):
            allowed = _WILD[cell] if cell in _WILD else _bit(_piece(cell))
            if allowed is not None:
                self.cells.append(((8 - column) * 9 + rank, allowed))

    def _set(self, name: str, value: str) -> None:
        if name not in _SETTERS:
            raise _PatternError(Message("pattern-name", {"name": name, "names": tuple(_SETTERS)}))
        _SETTERS[name](self, value)

    def matches(self, board: Board) -> bool:
        """Whether the position fits, whatever its ply."""
        return self._patterns().matches(board)

    def find(self, sfen: str | None, moves: bytes) -> int | None:
        """The number of moves before the first position of a game that fits; None if none does.

        ``sfen`` is the start, None for the even game; ``moves`` are ``int(move)`` in two bytes each.
        """
        ply = self._patterns().find(sfen, moves)
        return None if ply < 0 else ply

    def _patterns(self) -> PositionPatterns:
        if self._compiled is None:
            self._compiled = PositionPatterns(self.first_ply, self.last_ply)
            cells, hands, turn = self.cells, [self.hands[BLACK], self.hands[WHITE]], self.turn
            for rotated in (False, True) if self.both_sides else (False,):
                if rotated:
                    cells = [(80 - at, _exchanged(allowed)) for at, allowed in cells]
                    hands = hands[::-1]
                    turn = None if turn is None else turn.opponent
                self._compiled.add(cells, hands, turn)
                if self.mirror:
                    other = [((8 - at // 9) * 9 + at % 9, allowed) for at, allowed in cells]
                    self._compiled.add(other, hands, turn)
        return self._compiled


class _PatternError(Exception):
    """An error in a line; its argument is a Message."""


def _exchanged(allowed: int) -> int:
    """The pieces with the colours exchanged."""
    black, white = (_PIECES_OF[color] & allowed for color in (BLACK, WHITE))
    return (allowed & _EMPTY) | black << 16 | white >> 16


def _piece(text: str) -> Piece:
    try:
        return Piece.from_symbol(text)
    except KomadaiError:
        raise _PatternError(Message("pattern-cell", {"text": repr(text)})) from None


def _set_hand(color: Color) -> Callable[[Pattern, str], None]:
    def set_hand(pattern: Pattern, value: str) -> None:
        for word in value.replace(",", " ").split():
            letter, number = word[0], word[1:]
            piece = _piece(letter.upper())
            if piece.type is PieceType.KING or (number and not (number.isascii() and number.isdigit())):
                raise _PatternError(Message("pattern-hand", {"text": repr(word)}))
            pattern.hands[color][int(piece.type)] = min(int(number or 1), _MAX_IN_HAND + 1)

    return set_hand


def _set_turn(pattern: Pattern, value: str) -> None:
    sides = {"black": BLACK, "white": WHITE}
    if value.lower() not in sides:
        raise _PatternError(Message("pattern-turn", {"text": repr(value)}))
    pattern.turn = sides[value.lower()]


def _set_plies(pattern: Pattern, value: str) -> None:
    first, dash, last = (part.strip() for part in value.partition("-"))
    last = last if dash else first
    if not all(part.isascii() and part.isdigit() and len(part) < 6 for part in (first, last)):
        raise _PatternError(Message("pattern-plies", {"text": repr(value)}))
    pattern.first_ply, pattern.last_ply = int(first), int(last)


def _set_flag(name: str) -> Callable[[Pattern, str], None]:
    def set_flag(pattern: Pattern, value: str) -> None:
        if value.lower() not in ("yes", "no"):
            raise _PatternError(Message("pattern-yes", {"text": repr(value)}))
        setattr(pattern, name, value.lower() == "yes")

    return set_flag


_SETTERS: Final[dict[str, Callable[[Pattern, str], None]]] = {
    "black hand": _set_hand(BLACK),
    "white hand": _set_hand(WHITE),
    "turn": _set_turn,
    "plies": _set_plies,
    "mirror": _set_flag("mirror"),
    "both sides": _set_flag("both_sides"),
}
"""The setting of a line with a colon, by the words before it."""
