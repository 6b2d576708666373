"""A position as text: as Japanese books print it, as ASCII, as Unicode for a terminal."""

from __future__ import annotations

from komadai import _core
from komadai.errors import ArgumentTypeError, UnknownStyleError
from komadai.pieces import HAND_TYPES, Color, Hand
from komadai.squares import square_at

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Final

    from komadai._core import Board

FILES: Final = "１２３４５６７８９"
RANKS: Final = "一二三四五六七八九"
LETTERS: Final = "abcdefghi"


def render(board: Board, style: str = "japanese", *, flip: bool = False) -> str:
    """The position in one of :data:`STYLES`, without a newline at the end. ``flip``: White at the bottom.

    ``japanese`` aligns in a font whose kana are twice as wide as its Latin letters, ``ascii``
    in any fixed-width font; ``western`` is another name of ``ascii``. Raises UnknownStyleError, and
    ArgumentTypeError if the board is no Board.
    """
    if not isinstance(board, _core.Board):
        raise ArgumentTypeError(f"board: expected a Board, got {board!r}")
    draw = STYLES.get(style) if isinstance(style, str) else None
    if draw is None:
        raise UnknownStyleError(f"expected one of the styles {', '.join(STYLES)} and sfen, got {style!r}")
    return draw(board, flip)


def japanese_number(number: int) -> str:
    """1-99 in kanji, as hands are counted: 二, 十, 十八."""
    tens, ones = divmod(number, 10)
    return (RANKS[tens - 1] if tens > 1 else "") + ("十" if tens else "") + (RANKS[ones - 1] if ones else "")


def japanese_hand(hand: Hand) -> str:
    """A hand as books list it, rook first: 飛　銀二　歩十; なし when it is empty."""
    parts = [
        piece_type.kanji + (japanese_number(hand[piece_type]) if hand[piece_type] > 1 else "")
        for piece_type in _HAND_ORDER
        if hand[piece_type]
    ]
    return "　".join(parts) or "なし"


def _sides(flip: bool) -> tuple[Color, Color]:
    """The sides at the top and at the bottom."""
    return (Color.BLACK, Color.WHITE) if flip else (Color.WHITE, Color.BLACK)


def _files(flip: bool) -> range:
    """The files from left to right."""
    return range(1, 10) if flip else range(9, 0, -1)


def _ranks(flip: bool) -> range:
    """The ranks from top to bottom."""
    return range(9, 0, -1) if flip else range(1, 10)


def japanese(board: Board, *, handicap: bool = False, flip: bool = False) -> str:
    """Board and hands as books print them; with ``handicap`` the sides are 上手 and 下手."""

    def hand(color: Color) -> str:
        side = color.japanese_handicap if handicap else color.japanese
        return f"{side}の持駒：{japanese_hand(board.hand(color))}"

    top, bottom = _sides(flip)
    lines = [hand(top), "  " + " ".join(FILES[file - 1] for file in _files(flip)), "+" + "---" * 9 + "+"]
    for rank in _ranks(flip):
        cells = ""
        for file in _files(flip):
            piece = board.piece_at(square_at(file, rank))
            cells += " ・" if piece is None else (" " if piece.color == bottom else "v") + piece.kanji
        lines.append(f"|{cells}|{RANKS[rank - 1]}")
    lines += ["+" + "---" * 9 + "+", hand(bottom)]
    return "\n".join(lines)


def _latin_hand(hand: Hand) -> str:
    return " ".join(
        (str(hand[kind]) if hand[kind] > 1 else "") + kind.letter for kind in _HAND_ORDER if hand[kind]
    )


def _ascii(board: Board, flip: bool) -> str:
    def hand(color: Color) -> str:
        return f"{color.english} in hand: {_latin_hand(board.hand(color)) or '-'}"

    top, bottom = _sides(flip)
    lines = [hand(top), "   " + "  ".join(map(str, _files(flip))), " +" + "---" * 9 + "+"]
    for rank in _ranks(flip):
        pieces = (board.piece_at(square_at(file, rank)) for file in _files(flip))
        cells = "".join(f"{'.' if piece is None else piece.symbol:>2} " for piece in pieces)
        lines.append(f" |{cells}| {LETTERS[rank - 1]}")
    lines += [" +" + "---" * 9 + "+", hand(bottom), f"{board.turn.english} to move"]
    return "\n".join(lines)


def _unicode(board: Board, flip: bool) -> str:
    def hand(color: Color) -> str:
        return f"{color.mark} {japanese_hand(board.hand(color))}"

    top, bottom = _sides(flip)
    lines = [hand(top), "  " + "  ".join(FILES[file - 1] for file in _files(flip))]
    for number, rank in enumerate(_ranks(flip)):
        lines.append("┌" + "───┬" * 8 + "───┐" if number == 0 else "├" + "───┼" * 8 + "───┤")
        cells = []
        for file in _files(flip):
            piece = board.piece_at(square_at(file, rank))
            cells.append("   " if piece is None else piece.color.mark + piece.kanji)
        lines.append(f"│{'│'.join(cells)}│{RANKS[rank - 1]}")
    lines += ["└" + "───┴" * 8 + "───┘", hand(bottom), f"{board.turn.mark}{board.turn.japanese}番"]
    return "\n".join(lines)


STYLES: Final[dict[str, Callable[[Board, bool], str]]] = {
    "japanese": lambda board, flip: f"{japanese(board, flip=flip)}\n{board.turn.japanese}番",
    "ascii": _ascii,
    "unicode": _unicode,
    "western": _ascii,
}
_HAND_ORDER: Final = (*HAND_TYPES[:-3:-1], *HAND_TYPES[4::-1])
"""Rook, bishop, gold, silver, knight, lance, pawn."""
