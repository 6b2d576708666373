"""A move as a page sends it: in USI, or typed in any notation."""

from __future__ import annotations

from komadai import notation
from komadai._core import Board, Move
from komadai.errors import AmbiguousMoveError, IllegalMoveError, InvalidMoveError, NotationError
from komadai.play.texts import Text
from komadai.server.errors import ApiError


def from_usi(usi: str) -> Move:
    """The move, legal or not. Raises ApiError ``not_a_move``."""
    try:
        return Move.from_usi(usi)
    except InvalidMoveError as error:
        raise ApiError("not_a_move", why=Text(str(error), f"「{usi}」")) from error


def typed(board: Board, text: str, previous: Move | None = None) -> Move:
    """The one move that this text means here; it may be illegal. Raises ApiError ``not_a_move``."""
    try:
        return notation.read(board, text, previous=previous)
    except IllegalMoveError as error:
        return error.move  # one certain move; whether it is refused or played is for others to say
    except AmbiguousMoveError as error:
        either = "か".join(move.usi() for move in error.candidates)
        raise ApiError("not_a_move", why=Text(str(error), f"「{text}」は{either}か決まりません")) from error
    except (NotationError, InvalidMoveError) as error:
        raise ApiError("not_a_move", why=Text(str(error), f"「{text}」")) from error
