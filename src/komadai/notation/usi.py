"""USI, the notation of engines: ``7g7f``, ``8h2b+``, ``P*5e``."""

from __future__ import annotations

import re
from functools import lru_cache

from komadai.notation.pattern import Pattern
from komadai.pieces import PieceType
from komadai.squares import square

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

    from komadai._core import Board, Move

_MOVE: Final = re.compile(r"([1-9][a-i])([1-9][a-i])(\+?)", re.I | re.A)
_DROP: Final = re.compile(r"([PLNSGBR])\*([1-9][a-i])", re.I | re.A)


def write(board: Board, move: Move, previous: Move | None = None) -> str:
    """The move in USI; the position does not matter."""
    return move.usi()


@lru_cache(maxsize=1 << 12)
def parse(text: str) -> Pattern | None:
    """The meaning of the text; None if it is not USI. Letters may be of either case."""
    if match := _MOVE.fullmatch(text):
        start, to, promotion = match.groups()
        return Pattern(square(to.lower()), start=square(start.lower()), drop=False, promotion=bool(promotion))
    if match := _DROP.fullmatch(text):
        return Pattern(square(match[2].lower()), moved=PieceType.from_letter(match[1]), drop=True)
    return None
