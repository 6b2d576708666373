"""Positions as the text of USI's ``position`` command: a start, and the moves from there."""

from __future__ import annotations

from komadai import Board, Color
from komadai.errors import EngineUsageError, KomadaiError


def board_of(text: str) -> Board:
    """The board after the moves, which are its history.

    Raises EngineUsageError that says what is wrong: the start, the SFEN, or which move.
    """
    words = text.split()
    at = words.index("moves") if "moves" in words else len(words)
    place, moves = words[:at], words[at + 1 :]
    if place != ["startpos"] and place[:1] != ["sfen"]:
        raise EngineUsageError("expected: position startpos|sfen <sfen> [moves …]")
    try:
        board = Board(" ".join(place[1:])) if place[0] == "sfen" else Board()
    except KomadaiError as error:
        raise EngineUsageError(str(error)) from error
    for number, usi in enumerate(moves, 1):
        try:
            board.push_usi(usi)
        except KomadaiError as error:
            raise EngineUsageError(f"move {number}: {error}") from error
    return board


def turn_of(text: str) -> Color:
    """Whose turn it is, of whatever variant."""
    start, _, moves = text.partition(" moves ")
    white = " w " in start
    return Color(white ^ len(moves.split()) % 2)


def text_of(position: Board | str) -> str:
    """The text of a board with its history; one that is a text already, with single blanks.

    What is in it is for the engine to judge, which may play a variant. Raises EngineUsageError for a text
    that does not begin as it must, TypeError for anything else.
    """
    if isinstance(position, Board):
        return position.usi_position()
    if not isinstance(position, str):
        raise TypeError(f"position: expected a Board or the text of a position command, got {position!r}")
    text = " ".join(position.split())
    if text.split(" ", 1)[0] not in ("startpos", "sfen"):
        raise EngineUsageError(f"position: expected 'startpos …' or 'sfen …', got {position[:100]!r}")
    return text
