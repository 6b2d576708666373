"""The arguments of :mod:`komadai.publish`, checked before any work begins."""

from __future__ import annotations

from typing import TYPE_CHECKING

from komadai._core import Board, VariantBoard
from komadai.errors import ArgumentTypeError
from komadai.kifu.tree.game import Game

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Final

_NUMBERS: Final[dict[str, type | tuple[type, ...]]] = {
    "size": int,
    "start": int,
    "ply": int,
    "every": int,
    "delay": (int, float),
}


def check_game(game: object, **numbers: object) -> None:
    """Raises ArgumentTypeError unless this is a Game and all numbers (by parameter name) are numbers."""
    if not isinstance(game, Game):
        advice = "; Game.from_board(board) makes one" if isinstance(game, Board) else ""
        raise ArgumentTypeError(f"game: expected a komadai.kifu.Game, got a {type(game).__name__}{advice}")
    _check_numbers(numbers)


def check_board(board: object, **numbers: object) -> None:
    """Raises ArgumentTypeError unless this is a Board and all numbers (by parameter name) are numbers.

    A board of a variant is one, too.
    """
    if not isinstance(board, (Board, VariantBoard)):
        advice = "; game.board(node) gives one" if isinstance(board, Game) else ""
        raise ArgumentTypeError(f"board: expected a komadai.Board, got a {type(board).__name__}{advice}")
    _check_numbers(numbers)


def _check_numbers(numbers: Mapping[str, object]) -> None:
    for name, value in numbers.items():
        if isinstance(value, bool) or not isinstance(value, _NUMBERS[name]):
            kind = "number" if name == "delay" else "whole number"
            raise ArgumentTypeError(f"{name}: expected a {kind}, got {value!r}")
