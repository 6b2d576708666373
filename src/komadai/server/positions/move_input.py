"""Reads the moves that a page sends: USI, or typed in any notation."""

from __future__ import annotations

from typing import Any

from komadai._core import Move
from komadai.errors import IllegalMoveError, InvalidMoveError, NotationError
from komadai.messages.text import Text
from komadai.play.boards import GameBoard, read_move, rules_of
from komadai.server.errors import ApiError


def from_usi(usi: str) -> Move:
    """The move, legal or not. Raises ApiError ``not_a_move``."""
    try:
        return Move.from_usi(usi)
    except InvalidMoveError as error:
        raise ApiError("not_a_move", why=Text.of_error(error)) from error


def on_board(board: GameBoard, usi: str) -> Any:
    """The move of this board, legal or not. Raises ApiError ``not_a_move``."""
    try:
        return read_move(board, usi)
    except InvalidMoveError as error:
        raise ApiError("not_a_move", why=Text.of_error(error)) from error


def typed(board: GameBoard, text: str, previous: Any = None) -> Any:
    """The move that this text describes here, in any notation, in variants in USI or Western notation.

    It may be illegal. Raises ApiError ``not_a_move``.
    """
    try:
        return rules_of(board).read(board, text, previous=previous)
    except IllegalMoveError as error:
        return error.move  # the caller decides what an illegal move leads to
    except (NotationError, InvalidMoveError) as error:
        raise ApiError("not_a_move", why=Text.of_error(error)) from error
