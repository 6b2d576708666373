"""A position as the data of a printed diagram: black on white, as in books and newspapers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from komadai.diagram.text import japanese_number
from komadai.pieces import HAND_TYPES, Color
from komadai.publish import wording
from komadai.squares import square_at

if TYPE_CHECKING:
    from komadai._core import Board
    from komadai.kifu import Game
    from komadai.outcome import Language

RANKS: Final = {"ja": "一二三四五六七八九", "en": "abcdefghi"}
_HAND_ORDER: Final = (*HAND_TYPES[:-3:-1], *HAND_TYPES[4::-1])
"""Rook, bishop, gold, silver, knight, lance, pawn."""


def picture(game: Game, board: Board, marked: int | None, flip: bool, language: Language) -> dict[str, Any]:
    """The data that ``sheet.typ`` draws; ``marked`` is the square of the last move."""
    files = list(range(1, 10) if flip else range(9, 0, -1))
    ranks = list(range(9, 0, -1) if flip else range(1, 10))
    left = Color.BLACK if flip else Color.WHITE
    return {
        "files": [str(file) for file in files],
        "ranks": [RANKS[language][rank - 1] for rank in ranks],
        "rows": [[_square(board, square_at(file, rank), marked, flip) for file in files] for rank in ranks],
        "left": _hand(game, board, left, language),
        "right": _hand(game, board, left.opponent, language),
    }


def _square(board: Board, number: int, marked: int | None, flip: bool) -> dict[str, Any]:
    piece = board.piece_at(number)
    return {
        "face": "" if piece is None else piece.kanji,
        "turned": piece is not None and (piece.color is Color.WHITE) != flip,
        "marked": number == marked,
    }


def _hand(game: Game, board: Board, color: Color, language: Language) -> list[str]:
    """The characters of a hand from the top: its side, then the pieces, each followed by its number."""
    side = wording.side(game, color, language)
    column = ["▲△"[color], *(side if language == "ja" else side[:1]), ""]
    held = board.hand(color)
    for kind in _HAND_ORDER:
        if count := held[kind]:
            column.append(kind.kanji)
            if count > 1:
                column += list(japanese_number(count)) if language == "ja" else [str(count)]
    if len(held) == 0:
        column += list("なし") if language == "ja" else ["–"]
    return column
