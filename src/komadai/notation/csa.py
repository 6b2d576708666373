"""CSA, the notation of computer tournaments: ``+7776FU``, ``-0055KA``.

The name is that of the piece after the move, so only the name shows a promotion.
"""

from __future__ import annotations

import re

from komadai.errors import NotationError
from komadai.notation import relation
from komadai.notation.pattern import Pattern, resolve
from komadai.pieces import Color, PieceType
from komadai.squares import file_of, rank_of, square_at

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

    from komadai._core import Board, Move

_NAMES: Final = ("FU", "KY", "KE", "GI", "KA", "HI", "KI", "OU", "TO", "NY", "NK", "NG", "UM", "RY")
PIECES: Final = dict(zip(PieceType, _NAMES, strict=True))
BY_NAME: Final = {name: kind for kind, name in PIECES.items()}
SIGNS: Final = "+-"

_MOVE: Final = re.compile(rf"([+-]?)([1-9][1-9]|00)([1-9][1-9])({'|'.join(BY_NAME)})", re.I | re.A)


def square_digits(number: int) -> str:
    """File and rank as two digits: ``77``."""
    return f"{file_of(number)}{rank_of(number)}"


def write(board: Board, move: Move, previous: Move | None = None) -> str:
    """The move in CSA, with the sign of the side that moves.

    Raises NotationError if the square it leaves is empty.
    """
    color, _ = relation.mover(board, move)
    start = "00" if move.from_square is None else square_digits(move.from_square)
    return SIGNS[color] + start + square_digits(move.to_square) + PIECES[relation.arrives(board, move)]


def read(board: Board, text: str) -> Move:
    """The legal move that a CSA text means on this board.

    Raises NotationError for a text that is not CSA or fits no move, IllegalMoveError for an illegal move.
    """
    pattern = parse(text)
    if pattern is None:
        raise NotationError("expected a CSA move such as +7776FU or -0055KA, got", text)
    return resolve(board, (pattern,), text, board.peek())


def parse(text: str) -> Pattern | None:
    """The meaning of the text; None if it is not CSA. The sign may be missing."""
    match = _MOVE.fullmatch(text)
    if match is None:
        return None
    sign, start, to, name = match.groups()
    kind = BY_NAME[name.upper()]
    color = Color(SIGNS.index(sign)) if sign else None
    target = square_at(int(to[0]), int(to[1]))
    if start == "00":
        return Pattern(target, moved=kind, drop=True, color=color)
    return Pattern(
        target, becomes=kind, start=square_at(int(start[0]), int(start[1])), drop=False, color=color
    )
