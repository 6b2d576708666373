"""A castle as a position and as a sentence, from the pieces of its pattern."""

from __future__ import annotations

from typing import Final

from komadai._core import STARTPOS, Board
from komadai.enums import Color
from komadai.messages.text import Text
from komadai.pieces import Piece, PieceType
from komadai.squares import square, square_japanese, square_name
from komadai.study.naming.rules import SQUARES, Rule

_HOME: Final = {
    PieceType.KING: ("5i",),
    PieceType.ROOK: ("2h",),
    PieceType.BISHOP: ("8h",),
    PieceType.GOLD: ("6i", "4i"),
    PieceType.SILVER: ("7i", "3i"),
    PieceType.KNIGHT: ("8i", "2i"),
    PieceType.LANCE: ("9i", "1i"),
}
_AWAY: Final = {PieceType.ROOK: ("6h", "2f", "5h"), PieceType.BISHOP: ("7g", "6h", "5g", "7i", "4f")}
"""The squares of rook and bishop when the castle needs theirs."""
_ORDER: Final = (
    PieceType.KING,
    PieceType.GOLD,
    PieceType.SILVER,
    PieceType.KNIGHT,
    PieceType.LANCE,
    PieceType.BISHOP,
    PieceType.ROOK,
)
_ENGLISH: Final = {
    PieceType.KING: "king",
    PieceType.GOLD: "gold",
    PieceType.SILVER: "silver",
    PieceType.KNIGHT: "knight",
    PieceType.LANCE: "lance",
    PieceType.BISHOP: "bishop",
    PieceType.ROOK: "rook",
}
_JAPANESE: Final = {
    PieceType.KING: "玉",
    PieceType.GOLD: "金",
    PieceType.SILVER: "銀",
    PieceType.KNIGHT: "桂",
    PieceType.LANCE: "香",
    PieceType.BISHOP: "角",
    PieceType.ROOK: "飛",
}


def pieces_of(rule: Rule) -> list[tuple[PieceType, str]]:
    """The pieces of the rule's first pattern with their squares, king first, as Black has them."""
    mask = rule.patterns[0]
    found = [
        (PieceType(key // SQUARES), square_name(key % SQUARES))
        for key in range(mask.bit_length())
        if mask >> key & 1
    ]
    return sorted(found, key=lambda each: (_ORDER.index(each[0]), each[1]))


def castle_text(rule: Rule, about: Text | None) -> Text:
    """Makes the text of a name: its own, and of a castle the squares of its pieces."""
    if rule.kind != "castle":
        assert about is not None, rule.id
        return about
    pieces = pieces_of(rule)
    english = ", ".join(f"{_ENGLISH[kind]} {name}" for kind, name in pieces)
    japanese = "・".join(f"{square_japanese(name)}{_JAPANESE[kind]}" for kind, name in pieces)
    if about is None:
        return Text(f"A castle: {english}.", f"{japanese}の囲い。")
    return Text(f"{about.en} Its pieces: {english}.", f"{about.ja}駒の位置は{japanese}。")


def standing(rule: Rule) -> str:
    """The start position with Black's pieces moved to the castle; its other pieces stay where they can."""
    board = Board(STARTPOS)
    pieces = pieces_of(rule)
    taken = {name for _, name in pieces}
    for kind in _ORDER:
        wanted = [name for each, name in pieces if each == kind]
        free = [home for home in _HOME[kind] if home not in wanted]
        new = [name for name in wanted if name not in _HOME[kind]]
        for name in new:
            home = min(free, key=lambda home: abs(int(home[0]) - int(name[0])))
            free.remove(home)
            board.set_piece(square(home), None)
        for home in free:
            if home in taken:
                board.set_piece(square(home), None)
                away = next(each for each in _AWAY[kind] if each not in taken)
                _put(board, away, kind, taken)
    for kind, name in pieces:
        _put(board, name, kind, taken)
    return board.sfen()


def _put(board: Board, name: str, kind: PieceType, taken: set[str]) -> None:
    """Puts a piece of Black on a square; a pawn there moves forwards to the next square that stays free."""
    there = board.piece_at(square(name))
    if there is not None and there.type is PieceType.PAWN:
        rank = ord(name[1]) - 1
        while f"{name[0]}{chr(rank)}" in taken:
            rank -= 1
        board.set_piece(square(f"{name[0]}{chr(rank)}"), there)
    board.set_piece(square(name), Piece(Color.BLACK, kind))
