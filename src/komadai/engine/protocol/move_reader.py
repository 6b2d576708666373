"""Reading the moves that an engine sends."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from komadai import Move
from komadai.errors import InvalidMoveError


class MoveReader(Protocol):
    """Reads moves as one engine writes them in one position.

    The moves are typed as those of standard shogi. In a game of a variant they are the moves of its board,
    which
    offer the same (:class:`komadai.protocols.MoveLike`).
    """

    def move(self, text: str) -> Move:
        """The move of this text. Raises InvalidMoveError, EngineProtocolError for an illegal one."""

    def line(self, words: Sequence[str]) -> tuple[Move, ...]:
        """The moves at the beginning of the words, up to the first word that is not a move."""


class UsiMoves:
    """Moves of standard shogi in USI. Whether they are legal is not checked."""

    def move(self, text: str) -> Move:
        """As :meth:`MoveReader.move`."""
        return Move.from_usi(text)

    def line(self, words: Sequence[str]) -> tuple[Move, ...]:
        """As :meth:`MoveReader.line`."""
        moves: list[Move] = []
        for word in words:
            try:
                moves.append(Move.from_usi(word))
            except InvalidMoveError:
                break
        return tuple(moves)


USI_MOVES = UsiMoves()
