"""Western notation: Hodges' (``P-7f``, ``Bx8h+``), Hosking's with two digits (``P-76``, ``Rx24``),
Kitao and Kawasaki's with kanji (``▲歩-76``, ``△金(49)-58``), as Western booklets mix them.

A move is the piece, its origin if another such piece could go there too, ``-`` or ``x`` or ``*`` (drop), the
target, and ``+`` (promotes) or ``=`` (could promote, but does not).

The abbreviations of old Western records are read too: the file or the rank alone as the origin (``G65b``,
``Gb6b``), and no square where the piece just moved is taken (``xP`` or ``Px``, which is 同歩; ``xS3`` from
file 3).
"""

from __future__ import annotations

import re
from functools import lru_cache

from komadai.notation import relation
from komadai.notation.csa import square_digits
from komadai.notation.japanese import MARKS, PIECE_NAMES, SIDES
from komadai.notation.pattern import Pattern
from komadai.pieces import PieceType
from komadai.squares import square_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Final

    from komadai._core import Board, Move

_SQUARE: Final = "[1-9][1-9a-i]"
_names = "|".join(sorted(PIECE_NAMES, key=len, reverse=True))
_COLOR: Final = rf"(?P<color>{'|'.join(SIDES)})?"
_PIECE: Final = rf"(?P<piece>\+?[PLNSBR]|[GKTDH]|\+?(?:{_names}))"
_PART: Final = r"[1-9a-i]"
"""The file or the rank of a square."""
_END: Final = r"(?P<end>[+=]?)"
_MOVE: Final = re.compile(
    rf"{_COLOR}(?:{_PIECE}(?:(?P<part>{_PART})(?=[-x]?{_SQUARE}(?:[+=]|\Z)))?)?"
    rf"(?:(?P<start>{_SQUARE})|\((?P<bracketed>{_SQUARE})\))?"
    rf"(?P<how>[-x*'@])?(?P<to>{_SQUARE}){_END}",
    re.I | re.A,  # without re.A, İ would be an i
)
_RECAPTURES: Final = tuple(
    re.compile(rf"{_COLOR}{form}{_END}", re.I | re.A)
    for form in (rf"x{_PIECE}(?P<part>{_PART})?", rf"{_PIECE}(?P<part>{_PART})?x")
)
_LETTERS: Final = {
    **{kind.symbol: kind for kind in PieceType},
    # Some texts have own letters for promoted pieces.
    "T": PieceType.PRO_PAWN, "D": PieceType.DRAGON, "H": PieceType.HORSE,
}  # fmt: skip
_SQUARES: Final = {
    text: number
    for number in range(81)
    for text in (square_name(number), square_name(number).upper(), square_digits(number))
}
_ENDS: Final = {"+": True, "=": False}


def write(board: Board, move: Move, previous: Move | None = None) -> str:
    """The move in Hodges' notation. Raises NotationError if the square it leaves is empty."""
    return _write(board, move, square_name)


def write_hosking(board: Board, move: Move, previous: Move | None = None) -> str:
    """The move in Hosking's notation. Raises NotationError if the square it leaves is empty."""
    return _write(board, move, square_digits)


def write_kitao_kawasaki(board: Board, move: Move, previous: Move | None = None) -> str:
    """The move in Kitao and Kawasaki's notation, with ▲ or △: the piece in kanji, the origin in brackets.

    Raises NotationError if the square it leaves is empty.
    """
    color, kind = relation.mover(board, move)
    text = _write(board, move, square_digits)
    # Promoted lance, knight and silver have no common kanji of one character: 成銀 is written +銀.
    piece = f"+{kind.unpromoted.japanese}" if len(kind.japanese) > 1 else kind.japanese
    rest = text.removeprefix(kind.symbol)
    if rest[0].isdigit():
        rest = f"({rest[:2]}){rest[2:]}"
    return f"{MARKS[color]}{piece}{rest}"


def _write(board: Board, move: Move, name: Callable[[int], str]) -> str:
    color, kind = relation.mover(board, move)
    if move.from_square is None:
        return f"{kind.symbol}*{name(move.to_square)}"
    # An illegal move can be read back only with its origin.
    ambiguous = not board.is_legal(move) or relation.rivals(
        board, color, kind, move.to_square, move.from_square
    )
    start = name(move.from_square) if ambiguous else ""
    how = "-" if board.piece_at(move.to_square) is None else "x"
    end = "+" if move.promotion else "=" if relation.may_promote(board, move) else ""
    return f"{kind.symbol}{start}{how}{name(move.to_square)}{end}"


@lru_cache(maxsize=1 << 12)
def parse(text: str) -> Pattern | None:
    """The meaning of the text; None if it is none of these notations.

    ``text`` must be in NFKC form without spaces. The sign between piece and square may be missing, as
    may the piece.
    """
    match = _MOVE.fullmatch(text)
    if match is None:
        return _recapture(text)
    color, name, part, start, bracketed, how, to, end = match.groups()
    start = start or bracketed
    dropped = how in ("*", "'", "@")
    if name is None and dropped:
        return None
    return Pattern(
        _SQUARES[to],
        moved=_kind(name) if name else None,
        start=_SQUARES[start] if start else None,
        start_file=_file(part),
        start_rank=_rank(part),
        drop=True if dropped else False if how or start or part else None,
        promotion=_ENDS.get(end),
        capture=True if how in ("x", "X") else None,
        color=SIDES[color] if color else None,
    )


def _recapture(text: str) -> Pattern | None:
    """A move that takes the piece just moved, written without its square."""
    for form in _RECAPTURES:
        match = form.fullmatch(text)
        if match is not None:
            color, name, part, end = match.groups()
            return Pattern(
                None,
                moved=_kind(name),
                start_file=_file(part),
                start_rank=_rank(part),
                drop=False,
                promotion=_ENDS.get(end),
                capture=True,
                color=SIDES[color] if color else None,
            )
    return None


def _file(part: str | None) -> int | None:
    return int(part) if part is not None and part.isdigit() else None


def _rank(part: str | None) -> int | None:
    return None if part is None or part.isdigit() else "abcdefghi".index(part.lower()) + 1


def _kind(name: str) -> PieceType:
    kind = _LETTERS.get(name) or _LETTERS.get(name.upper())
    if kind is not None:
        return kind
    kanji = PIECE_NAMES[name.removeprefix("+")]
    return kanji.promoted if name[0] == "+" else kanji
