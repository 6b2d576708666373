"""Western notation: Hodges' (``P-7f``, ``Bx8h+``) and Hosking's with two digits (``P-76``, ``Rx24``).

Piece, origin where another such piece could go there too, ``-`` or ``x`` or ``*`` (drop), target,
``+`` (promotes) or ``=`` (could, but does not).
"""

from __future__ import annotations

import re

from komadai.notation import relation
from komadai.notation.csa import square_digits
from komadai.notation.pattern import Pattern
from komadai.pieces import PieceType
from komadai.squares import square, square_at, square_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Final

    from komadai._core import Board, Move

_SQUARE: Final = "[1-9][1-9a-i]"
_MOVE: Final = re.compile(
    rf"(?P<piece>\+?[PLNSGBRK]|[TDH])?(?P<start>{_SQUARE})?"
    rf"(?P<how>[-x*'])?(?P<to>{_SQUARE})(?P<end>[+=]?)",
    re.I,
)
# Some write the promoted pieces with letters of their own.
_OTHER_LETTERS: Final = {"T": PieceType.PRO_PAWN, "D": PieceType.DRAGON, "H": PieceType.HORSE}


def write(board: Board, move: Move, previous: Move | None = None) -> str:
    """The move in Hodges' notation. Raises NotationError if the square it leaves is empty."""
    return _write(board, move, square_name)


def write_hosking(board: Board, move: Move, previous: Move | None = None) -> str:
    """The move in Hosking's notation. Raises NotationError if the square it leaves is empty."""
    return _write(board, move, square_digits)


def _write(board: Board, move: Move, name: Callable[[int], str]) -> str:
    color, kind = relation.mover(board, move)
    if move.from_square is None:
        return f"{kind.symbol}*{name(move.to_square)}"
    shared = relation.rivals(board, color, kind, move.to_square, move.from_square)
    start = name(move.from_square) if shared else ""
    how = "-" if board.piece_at(move.to_square) is None else "x"
    end = "+" if move.promotion else "=" if relation.may_promote(board, move) else ""
    return f"{kind.symbol}{start}{how}{name(move.to_square)}{end}"


def parse(text: str) -> Pattern | None:
    """What the text says, or None if it is neither notation.

    The sign between piece and square may be missing, as may the piece.
    """
    match = _MOVE.fullmatch(text)
    if match is None:
        return None
    letter, start, how, to, end = match.group("piece", "start", "how", "to", "end")
    if letter is None and how in ("*", "'"):
        return None
    kind = None
    if letter is not None:
        letter = letter.upper()
        kind = _OTHER_LETTERS.get(letter) or PieceType.from_letter(letter)
    dropped = how in ("*", "'")
    return Pattern(
        _square(to),
        moved=kind,
        start=_square(start) if start else None,
        drop=True if dropped else False if how or start else None,
        promotion={"+": True, "=": False}.get(end),
        capture=True if how in ("x", "X") else None,
    )


def _square(text: str) -> int:
    return square_at(int(text[0]), int(text[1])) if text.isdigit() else square(text.lower())
