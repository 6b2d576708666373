"""The engine's option ImpasseRule as the parameters of the native search."""

from __future__ import annotations

from typing import TypedDict

from komadai import WHITE, Board
from komadai.impasse import compensation


class Declaration(TypedDict):
    """See ``Search.go``."""

    impasse: str
    compensation: tuple[int, int]


def declaration(choice: str, board: Board) -> Declaration:
    """The search's parameters for this value of the option, in the current position of a game.

    ``choice`` is the key of an impasse rule. ``27-point-plain`` and ``24-point-plain`` are these rules
    without the credit for the giver of a handicap.
    """
    rule = choice.removesuffix("-plain") if choice in ("27-point-plain", "24-point-plain") else choice
    return {"impasse": rule, "compensation": (0, compensation(board, WHITE) if choice == rule else 0)}
