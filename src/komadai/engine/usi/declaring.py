"""The engine's option ImpasseRule as the parameters of the native search."""

from __future__ import annotations

from typing import TypedDict

from komadai import WHITE, Board
from komadai.impasse import compensation

_POINTS_TO_WIN = {"27-point": (28, 27), "24-point": (31, 31)}
"""Points that win by declaration, for Black and for White."""
_TRY_KINGS = {"try": 2, "try-one-king": 1}
"""How many kings must have entered for a try to win."""


class Declaration(TypedDict):
    """See ``Search.go``."""

    declare: tuple[int, int]
    bonus: tuple[int, int]
    try_kings: int


def declaration(choice: str, board: Board) -> Declaration:
    """The search's parameters for this choice of the option in a game that stands at ``board``.

    The engine declares wins by points only. Under the rules by which a declaration ends in a count of
    both sides, or which leave the end to agreement, it plays on.
    """
    rule = choice.removesuffix("-plain") if choice in ("27-point-plain", "24-point-plain") else choice
    credit = compensation(board, WHITE) if choice == rule else 0
    return {
        "declare": _POINTS_TO_WIN.get(rule, (0, 0)),
        "bonus": (0, credit),
        "try_kings": _TRY_KINGS.get(rule, 0),
    }
