"""Japanese notation by the guideline of the Japan Shogi Association: ▲7六歩, △同銀右, ▲5三桂左成.

If several pieces could go to the square, the piece is identified by its motion (上 寄 引), else by its side
(右 左, or 直 straight forward), else by both. 打 is written only if a piece on the board could go there too,
成 and 不成 only if the piece may promote.
"""

from __future__ import annotations

import re
from functools import lru_cache

from komadai.notation import relation
from komadai.notation.pattern import Pattern
from komadai.pieces import Color, PieceType
from komadai.squares import file_of, rank_of, square_at

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

    from komadai._core import Board, Move

MARKS: Final = "▲△"
RANKS: Final = "一二三四五六七八九"

PIECE_NAMES: Final = {
    **{kind.japanese: kind for kind in PieceType},
    **{kind.kanji: kind for kind in PieceType},
    "王": PieceType.KING, "竜": PieceType.DRAGON, "竜王": PieceType.DRAGON, "龍王": PieceType.DRAGON,
    "竜馬": PieceType.HORSE, "龍馬": PieceType.HORSE, "歩兵": PieceType.PAWN, "香車": PieceType.LANCE,
    "桂馬": PieceType.KNIGHT, "銀将": PieceType.SILVER, "金将": PieceType.GOLD, "角行": PieceType.BISHOP,
    "飛車": PieceType.ROOK, "玉将": PieceType.KING, "王将": PieceType.KING, "と金": PieceType.PRO_PAWN,
    "今": PieceType.PRO_KNIGHT, "仝": PieceType.PRO_LANCE,
    "个": PieceType.PRO_PAWN, "成歩": PieceType.PRO_PAWN, "成角": PieceType.HORSE, "成飛": PieceType.DRAGON,
}  # fmt: skip
"""All names of pieces in records, short and long."""

_WORDS: Final = {"行": "上", "入": "上", "登": "上", "下": "引"}
"""Other words for the motions, as older books use them."""
SIDES: Final = {
    **dict.fromkeys(("▲", "▼", "☗", "⛊", "■", "先手", "先", "下手"), Color.BLACK),
    **dict.fromkeys(("△", "▽", "☖", "⛉", "□", "後手", "後", "上手"), Color.WHITE),
}
"""Marks and words before a move for the side that moves. Western booklets print □ for White."""
_RANK_NUMBERS: Final = {**{kanji: i for i, kanji in enumerate(RANKS, 1)}, **{str(i): i for i in range(1, 10)}}
_names = "|".join(sorted(PIECE_NAMES, key=len, reverse=True))
_MOVE: Final = re.compile(
    rf"(?P<color>{'|'.join(SIDES)})?"
    rf"(?:(?P<file>[1-9一二三四五六七八九])(?P<rank>[1-9一二三四五六七八九]))?(?P<same>同)?"
    rf"(?P<piece>{_names})"
    r"(?P<words>[右左直上寄引行入登下]*)"
    r"(?P<end>不成|成らず|ならず|生|成り|成|打つ|打|)"
    r"(?:\((?P<start>[1-9][1-9])\))?"
)


def square_text(number: int) -> str:
    """The square as in Japanese moves: 7六."""
    return f"{file_of(number)}{RANKS[rank_of(number) - 1]}"


def write(board: Board, move: Move, previous: Move | None = None) -> str:
    """The move with ▲ or △, as short as the guideline allows.

    ``previous`` is the move before, for 同; None takes the board's own. Raises NotationError if the
    square it leaves is empty.
    """
    color, _ = relation.mover(board, move)
    previous = previous or board.peek()
    same = previous is not None and previous.to_square == move.to_square and move.drop is None
    where = "同" if same else square_text(move.to_square)
    return MARKS[color] + where + piece_and_words(board, move)


def piece_and_words(board: Board, move: Move, *, count_pinned: bool = False) -> str:
    """The move without side and square: 歩, 銀右上, 桂左成, 金打.

    The guideline does not count pieces that cannot legally go there. With ``count_pinned`` they are counted:
    the text may be a word longer, and programs that do not know about pins can read it.
    """
    _, kind = relation.mover(board, move)
    if move.promotion:
        end = "成"
    elif move.drop is not None:
        rivals = relation.reaching if count_pinned else relation.rivals
        end = "打" if rivals(board, board.turn, kind, move.to_square) else ""
    else:
        end = "不成" if relation.may_promote(board, move) else ""
    return kind.japanese + words(board, move, count_pinned=count_pinned) + end


def words(board: Board, move: Move, *, count_pinned: bool = False) -> str:
    """The words that distinguish the piece from others that could go there: 右, 左上, 直, or nothing.

    ``count_pinned`` is as for :func:`piece_and_words`.
    """
    start = move.from_square
    if start is None:
        return ""
    color, kind = relation.mover(board, move)
    to = move.to_square
    rivals = relation.reaching if count_pinned else relation.rivals
    others = rivals(board, color, kind, to, start)
    if not others:
        return ""
    motion = relation.motion(color, start, to)
    if all(relation.motion(color, other, to) != motion for other in others):
        return motion
    if relation.is_straight(color, kind, start, to):
        return "直"
    side = relation.side(color, kind, start, to, others)
    if side is None:
        # An edited position with more dragons or horses than a set has: only the square is unique.
        return f"({file_of(start)}{rank_of(start)})"
    on_that_side = [
        other
        for other in others
        if relation.side(color, kind, other, to, [square for square in [start, *others] if square != other])
        == side
    ]
    return side + (motion if on_that_side else "")


@lru_cache(maxsize=1 << 12)
def parse(text: str) -> Pattern | None:
    """The meaning of the text; None if it is no Japanese notation.

    ``text`` must be in NFKC form without spaces. An origin in brackets, as in KIF files, is
    read too; with one, a move without 成 does not promote.
    """
    match = _MOVE.fullmatch(text)
    if match is None or not (match["file"] or match["same"]):
        return None
    start, end = match["start"], match["end"]
    given = frozenset(_WORDS.get(word, word) for word in match["words"])
    dropped = end.startswith("打")
    if dropped:
        promotion = None
    elif end in ("成", "成り"):
        promotion = True
    elif end:
        promotion = False
    else:
        # ２二馬(88) may be written for ２二角成(88).
        promotion = False if start and not PIECE_NAMES[match["piece"]].is_promoted else None
    return Pattern(
        square_at(_RANK_NUMBERS[match["file"]], _RANK_NUMBERS[match["rank"]]) if match["file"] else None,
        moved=PIECE_NAMES[match["piece"]],
        start=square_at(int(start[0]), int(start[1])) if start else None,
        drop=True if dropped else False if given or end or start else None,
        promotion=promotion,
        words=given,
        color=SIDES[match["color"]] if match["color"] else None,
        plain_is_move=True,
    )
