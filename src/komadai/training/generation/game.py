"""A game of self-play as bytes, and its positions for training."""

from __future__ import annotations

import struct
from array import array
from dataclasses import dataclass
from enum import IntEnum
from sys import byteorder
from typing import TYPE_CHECKING, Final

from komadai import Board
from komadai._core import Move
from komadai.errors import KomadaiError, PackedPositionError
from komadai.packed import EvaluatedPosition
from komadai.training.quiet import is_quiet

if TYPE_CHECKING:
    from collections.abc import Iterator

    from komadai.pieces import Color

_HEAD: Final = struct.Struct("<IBbHHH")


class GameEnd(IntEnum):
    """How a game of self-play ended. The values are stored in files."""

    UNEVEN = 0
    """Not played: one side was ahead after the opening."""
    RULES = 1
    """By the rules: mate, repetition, perpetual check."""
    DECLARATION = 2
    """The side to move declared a win by an impasse."""
    MATE_FOUND = 3
    """A search found a mate."""
    SCORE = 4
    """One side was far ahead for several moves."""
    MAX_PLIES = 5


@dataclass(frozen=True, slots=True)
class GeneratedGame:
    """A game from the start position.

    ``moves`` are numbers as ``Move.psv``; ``scores`` are centipawns from the side to move, one for each move,
    0 for the first ``given`` moves, which were not searched. ``positions`` is the number of positions for
    training.
    """

    number: int
    end: GameEnd
    winner: int
    """1 for Black, -1 for White, 0 for a draw."""
    given: int
    moves: tuple[int, ...]
    scores: tuple[int, ...]
    positions: int = 0

    def to_bytes(self) -> bytes:
        """Little-endian: number (uint32), end (uint8), winner (int8), given, plies, positions (uint16), the
        moves (uint16) and the scores (int16)."""
        head = _HEAD.pack(self.number, self.end, self.winner, self.given, len(self.moves), self.positions)
        return head + _little_endian("H", self.moves) + _little_endian("h", self.scores)

    @classmethod
    def from_bytes(cls, data: bytes) -> GeneratedGame:
        """The inverse of :meth:`to_bytes`. Raises PackedPositionError for everything else."""
        if len(data) >= _HEAD.size:
            number, end, winner, given, plies, positions = _HEAD.unpack_from(data)
            if len(data) == _HEAD.size + 4 * plies and end <= max(GameEnd) and abs(winner) <= 1:
                middle = _HEAD.size + 2 * plies
                moves = _numbers("H", data[_HEAD.size : middle])
                scores = _numbers("h", data[middle:])
                return cls(number, GameEnd(end), winner, given, moves, scores, positions)
        raise PackedPositionError(f"expected a game of self-play, got {len(data)} other bytes")

    @staticmethod
    def counts(data: bytes) -> tuple[int, int]:
        """The number of a game and of its positions, without reading the moves. Raises as from_bytes does."""
        if len(data) < _HEAD.size:
            raise PackedPositionError(f"expected a game of self-play, got {len(data)} other bytes")
        number, _, _, _, _, positions = _HEAD.unpack_from(data)
        return number, positions

    def training_positions(self, max_score: int) -> Iterator[EvaluatedPosition]:
        """The quiet positions with a score within ``max_score``, in the order of the game.

        Raises PackedPositionError for an illegal move.
        """
        winner: Color | None = None
        board = Board()
        if self.winner:
            winner = board.turn if self.winner == 1 else board.turn.opponent
        for ply, (number, score) in enumerate(zip(self.moves, self.scores, strict=True)):
            try:
                move = Move.from_psv(number)
                if ply >= self.given and abs(score) <= max_score and is_quiet(board, move):
                    yield EvaluatedPosition(board, score, move, winner)
                board.push(move)
            except PackedPositionError:
                raise
            except KomadaiError as error:
                raise PackedPositionError(f"game {self.number}, move {ply + 1}: {error}") from None


def _little_endian(kind: str, numbers: tuple[int, ...]) -> bytes:
    packed = array(kind, numbers)
    if byteorder == "big":
        packed.byteswap()
    return packed.tobytes()


def _numbers(kind: str, data: bytes) -> tuple[int, ...]:
    numbers = array(kind, data)
    if byteorder == "big":
        numbers.byteswap()
    return tuple(numbers)
