"""Positions as the text of USI's ``position`` command: a start, and the moves from there."""

from __future__ import annotations

from typing import Any, TypeAlias

from komadai import Board, Color
from komadai.errors import ArgumentTypeError, EngineUsageError, SfenError
from komadai.protocols import BoardLike

Position: TypeAlias = Board | BoardLike[Any] | str
"""A position for an engine: a board with its history, of a variant too, or a text that :func:`text_of`
reads."""


def board_of(text: str) -> Board:
    """The board after the moves, which are its history.

    Raises EngineUsageError that says what is wrong: the start, the SFEN, or which move.
    """
    if text.split(" ", 1)[0] not in ("startpos", "sfen"):
        raise EngineUsageError("expected: position startpos|sfen <sfen> [moves …]")
    try:
        return Board(text)
    except SfenError as error:
        raise EngineUsageError(_reason(error)) from error


def turn_of(text: str) -> Color:
    """The side to move after the moves of this text, which may be of a variant."""
    start, _, moves = text.partition(" moves ")
    white = " w " in start
    return Color(white ^ len(moves.split()) % 2)


def text_of(position: object) -> str:
    """The text of a position command: of a board with its history, or of a text.

    A text that begins with ``startpos`` or ``sfen`` (after ``position``, which is removed) is passed on with
    single blanks, because the engine may play a variant. Other texts are read as ``Board(text)`` reads them.
    Raises EngineUsageError for a text that cannot be read, ArgumentTypeError for anything else.
    """
    if isinstance(position, Board):
        return position.usi_position()
    if not isinstance(position, str):
        raise ArgumentTypeError(f"position: expected a Board or the text of a position, got {position!r}")
    text = " ".join(position.split()).removeprefix("position ")
    if text.split(" ", 1)[0] in ("startpos", "sfen"):
        return text
    try:
        return Board(position).usi_position()
    except SfenError as error:
        raise EngineUsageError(f"position: {_reason(error)}") from error


def _reason(error: SfenError) -> str:
    return error.reason if error.field in ("position", "moves") else str(error)
