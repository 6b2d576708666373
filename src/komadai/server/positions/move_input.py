"""Reads the moves that a page sends: USI, or typed in any notation."""

from __future__ import annotations

from komadai import notation
from komadai._core import Board, Move
from komadai.errors import IllegalMoveError, InvalidMoveError, NotationError
from komadai.play.texts import Text
from komadai.server.errors import ApiError


def from_usi(usi: str) -> Move:
    """The move, legal or not. Raises ApiError ``not_a_move``."""
    try:
        return Move.from_usi(usi)
    except InvalidMoveError as error:
        raise ApiError("not_a_move", why=Text.of_error(error)) from error


def typed(board: Board, text: str, previous: Move | None = None) -> Move:
    """The move that this text describes here; it may be illegal. Raises ApiError ``not_a_move``."""
    try:
        return notation.read(board, text, previous=previous)
    except IllegalMoveError as error:
        return error.move  # the caller decides what an illegal move leads to
    except (NotationError, InvalidMoveError) as error:
        raise ApiError("not_a_move", why=Text.of_error(error)) from error
