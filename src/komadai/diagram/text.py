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


def render(board: Board, style: str = "japanese") -> str:
    """The position in one of :data:`STYLES`, without a newline at the end.

    ``japanese`` aligns in a font whose kana are twice as wide as its Latin letters, ``ascii``
    in any fixed-width font; ``western`` is another name of ``ascii``. Raises UnknownStyleError, and
    ArgumentTypeError if the board is no Board.
    """
    if not isinstance(board, _core.Board):
        raise ArgumentTypeError(f"board: expected a Board, got {board!r}")
    draw = STYLES.get(style) if isinstance(style, str) else None
    if draw is None:
        raise UnknownStyleError(f"expected one of the styles {', '.join(STYLES)} and sfen, got {style!r}")
    return draw(board)


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


def japanese(board: Board, *, handicap: bool = False) -> str:
    """Board and hands as books print them; with ``handicap`` the sides are 上手 and 下手."""

    def hand(color: Color) -> str:
        side = color.japanese_handicap if handicap else color.japanese
        return f"{side}の持駒：{japanese_hand(board.hand(color))}"

    lines = [hand(Color.WHITE), "  " + " ".join(reversed(FILES)), "+" + "---" * 9 + "+"]
    for rank in range(1, 10):
        cells = ""
        for file in range(9, 0, -1):
            piece = board.piece_at(square_at(file, rank))
            cells += " ・" if piece is None else " v"[piece.color] + piece.kanji
        lines.append(f"|{cells}|{RANKS[rank - 1]}")
    lines += ["+" + "---" * 9 + "+", hand(Color.BLACK)]
    return "\n".join(lines)


def _latin_hand(hand: Hand) -> str:
    return " ".join(
        (str(hand[kind]) if hand[kind] > 1 else "") + kind.letter for kind in _HAND_ORDER if hand[kind]
    )


def _ascii(board: Board) -> str:
    lines = [
        f"White in hand: {_latin_hand(board.hand(Color.WHITE)) or '-'}",
        "   9  8  7  6  5  4  3  2  1",
        " +" + "---" * 9 + "+",
    ]
    for rank in range(1, 10):
        pieces = (board.piece_at(square_at(file, rank)) for file in range(9, 0, -1))
        cells = "".join(f"{'.' if piece is None else piece.symbol:>2} " for piece in pieces)
        lines.append(f" |{cells}| {LETTERS[rank - 1]}")
    lines += [
        " +" + "---" * 9 + "+",
        f"Black in hand: {_latin_hand(board.hand(Color.BLACK)) or '-'}",
        f"{board.turn.english} to move",
    ]
    return "\n".join(lines)


def _unicode(board: Board) -> str:
    def hand(color: Color) -> str:
        return f"{color.mark} {japanese_hand(board.hand(color))}"

    lines = [hand(Color.WHITE), "  " + "  ".join(reversed(FILES))]
    for rank in range(1, 10):
        lines.append("┌" + "───┬" * 8 + "───┐" if rank == 1 else "├" + "───┼" * 8 + "───┤")
        cells = []
        for file in range(9, 0, -1):
            piece = board.piece_at(square_at(file, rank))
            cells.append("   " if piece is None else piece.color.mark + piece.kanji)
        lines.append(f"│{'│'.join(cells)}│{RANKS[rank - 1]}")
    lines += ["└" + "───┴" * 8 + "───┘", hand(Color.BLACK), f"{board.turn.mark}{board.turn.japanese}番"]
    return "\n".join(lines)


STYLES: Final[dict[str, Callable[[Board], str]]] = {
    "japanese": lambda board: f"{japanese(board)}\n{board.turn.japanese}番",
    "ascii": _ascii,
    "unicode": _unicode,
    "western": _ascii,
}
_HAND_ORDER: Final = (*HAND_TYPES[:-3:-1], *HAND_TYPES[4::-1])
"""Rook, bishop, gold, silver, knight, lance, pawn."""
