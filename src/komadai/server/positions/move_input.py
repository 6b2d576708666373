"""Reads the moves that a page sends: USI, or typed in any notation."""

from __future__ import annotations

from typing import Any

from komadai import notation, variants
from komadai._core import Board, Move
from komadai.errors import IllegalMoveError, InvalidMoveError, NotationError
from komadai.messages.text import Text
from komadai.play.boards import GameBoard, read_move
from komadai.server.errors import ApiError
from komadai.variants.notation import western


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


def typed_on(board: GameBoard, text: str) -> Any:
    """The move of this board that the text describes: in any notation, in variants in USI or Western
    notation.

    It may be illegal. Raises ApiError ``not_a_move``.
    """
    if not isinstance(board, variants.Board):
        assert isinstance(board, Board), "a game's board is of shogi or of a variant"
        return typed(board, text)
    try:
        return western.read(board, text)
    except IllegalMoveError as error:
        return error.move  # the caller decides what an illegal move leads to
    except NotationError as error:
        raise ApiError("not_a_move", why=Text.of_error(error)) from error


def typed(board: Board, text: str, previous: Move | None = None) -> Move:
    """The move that this text describes here; it may be illegal. Raises ApiError ``not_a_move``."""
    try:
        return notation.read(board, text, previous=previous)
    except IllegalMoveError as error:
        illegal: Move = error.move
        return illegal  # the caller decides what an illegal move leads to
    except (NotationError, InvalidMoveError) as error:
        raise ApiError("not_a_move", why=Text.of_error(error)) from error
