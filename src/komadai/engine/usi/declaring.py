"""The option ImpasseRule as the native search is told it: how many points win by declaration."""

from __future__ import annotations

from typing import TypedDict

import komadai
from komadai import Board

_POINTS_TO_WIN = {"27-point": (28, 27), "24-point": (31, 31)}
"""For Black and for White."""
_ALL_POINTS = 54
_POINTS = {
    kind: {"K": 0, "R": 5, "B": 5}.get(kind.letter, 1) for kind in komadai.PieceType if not kind.is_promoted
}


class Declaration(TypedDict):
    """See ``Search.go``."""

    declare: tuple[int, int]
    bonus: tuple[int, int]
    try_rule: bool


def declaration(rule: str, board: Board) -> Declaration:
    """What the search is told of this choice of the option in a game that stands at ``board``."""
    name = rule.removesuffix("-plain")
    credit = missing_points(board) if name == rule else 0
    return {"declare": _POINTS_TO_WIN.get(name, (0, 0)), "bonus": (0, credit), "try_rule": name == "try"}


def missing_points(board: Board) -> int:
    """What the giver of a handicap, White, is credited with: the points that are not on the board."""
    points = 0
    for color in komadai.Color:
        for square in board.pieces(color):
            piece = board.piece_at(square)
            if piece is not None:
                points += _POINTS[piece.type.unpromoted]
        points += sum(_POINTS[kind] * number for kind, number in board.hand(color).items())
    return max(0, _ALL_POINTS - points)
