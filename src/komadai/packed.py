"""Positions of training data as bytes: PackedSfenValue (PSV) and HuffmanCodedPosAndEval (HCPE).

A PSV record is 40 bytes, as in YaneuraOu; an HCPE record is 38 bytes, as in Apery, dlshogi and cshogi; HCP is
the position of an HCPE record alone. Numbers are little-endian.

Nothing here imports NumPy, but NumPy takes the dtypes as they are: ``numpy.frombuffer(data, PSV_DTYPE)``.

>>> import komadai
>>> record = EvaluatedPosition(komadai.Board(), 25, komadai.Move.from_usi("2g2f"), komadai.BLACK)
>>> len(record.to_psv()), len(record.to_hcpe())
(40, 38)
>>> EvaluatedPosition.from_psv(record.to_psv()) == record
True
"""

from __future__ import annotations

import struct
from typing import NamedTuple

from komadai._core import Board, Move
from komadai.errors import InvalidMoveError, PackedPositionError, RangeError
from komadai.pieces import Color

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any, Final

Field = tuple[str, str] | tuple[str, str, tuple[int, ...]]

PSV_DTYPE: Final[list[Field]] = [
    ("sfen", "u1", (32,)),
    ("score", "<i2"),
    ("move", "<u2"),
    ("gamePly", "<u2"),
    ("game_result", "i1"),
    ("padding", "u1"),
]
"""The fields of PSV for NumPy: ``sfen`` is Board.pack(), ``move`` Move.psv; ``game_result`` is 1, 0 or -1
where the side to move won, drew or lost."""

HCP_DTYPE: Final[list[Field]] = [("hcp", "u1", (32,))]
"""The field of HCP for NumPy: Board.pack_hcp()."""

HCPE_DTYPE: Final[list[Field]] = [
    ("hcp", "u1", (32,)),
    ("eval", "<i2"),
    ("bestMove16", "<i2"),
    ("gameResult", "i1"),
    ("dummy", "u1"),
]
"""The fields of HCPE for NumPy: ``hcp`` is Board.pack_hcp(), ``bestMove16`` Move.csa16; ``gameResult`` is 0
for a draw, 1 where Black won, 2 where White won."""

_PSV: Final = struct.Struct("<32shHHbB")
_HCPE: Final = struct.Struct("<32shhbB")
_LOWEST_SCORE, _HIGHEST_SCORE = -(1 << 15), (1 << 15) - 1
_HIGHEST_PLY: Final = (1 << 16) - 1
_RESULT_BITS: Final = 3
"""dlshogi keeps how a game ended in the higher bits of ``gameResult``."""


class EvaluatedPosition(NamedTuple):
    """A position with what a game or a search found about it."""

    board: Board
    """Only the position and the move number are stored, not the history."""
    score: int
    """In centipawns, from the side to move; -32768 to 32767."""
    move: Move | None
    """The best move, or the one that was played; None if there is none."""
    winner: Color | None
    """The winner of the game; None for a draw."""

    def to_psv(self) -> bytes:
        """The record as 40 bytes of PSV. The ply is the board's move number, 65535 at most.

        Raises RangeError for a score that does not fit, PackedPositionError as Board.pack does.
        """
        result = 0 if self.winner is None else 1 if self.winner is self.board.turn else -1
        move = 0 if self.move is None else self.move.psv
        ply = min(self.board.move_number, _HIGHEST_PLY)
        return _PSV.pack(self.board.pack(), _checked_score(self.score), move, ply, result, 0)

    @staticmethod
    def from_psv(data: bytes) -> EvaluatedPosition:
        """The record of 40 bytes of PSV. Raises PackedPositionError for everything else."""
        sfen, score, move, ply, result, _ = _unpacked(_PSV, data)
        if result not in (-1, 0, 1):
            raise PackedPositionError(f"game_result: expected -1, 0 or 1, got {result}")
        board = Board(f"{Board.unpack(sfen).sfen().rsplit(' ', 1)[0]} {ply}")
        winner = None if result == 0 else board.turn if result == 1 else board.turn.opponent
        return EvaluatedPosition(board, score, _move(Move.from_psv, move), winner)

    def to_hcpe(self) -> bytes:
        """The record as 38 bytes of HCPE, which have no place for the move number.

        Raises RangeError for a score that does not fit, PackedPositionError as Board.pack_hcp does.
        """
        result = 0 if self.winner is None else 1 + self.winner
        move = 0 if self.move is None else self.move.csa16
        return _HCPE.pack(self.board.pack_hcp(), _checked_score(self.score), move, result, 0)

    @staticmethod
    def from_hcpe(data: bytes) -> EvaluatedPosition:
        """The record of 38 bytes of HCPE. Raises PackedPositionError for everything else."""
        hcp, score, move, result, _ = _unpacked(_HCPE, data)
        if result < 0 or result & _RESULT_BITS == _RESULT_BITS:
            raise PackedPositionError(f"gameResult: expected 0, 1 or 2 in its low bits, got {result}")
        winner = (None, Color.BLACK, Color.WHITE)[result & _RESULT_BITS]
        return EvaluatedPosition(Board.unpack_hcp(hcp), score, _move(Move.from_csa16, move), winner)


def read_psv(data: bytes) -> Iterator[EvaluatedPosition]:
    """The records of a file of PSV, one after the other.

    Raises PackedPositionError where a record is damaged or the last one is cut off.
    """
    for at in range(0, len(data), _PSV.size):
        yield EvaluatedPosition.from_psv(data[at : at + _PSV.size])


def read_hcpe(data: bytes) -> Iterator[EvaluatedPosition]:
    """The records of a file of HCPE, one after the other. Raises as read_psv does."""
    for at in range(0, len(data), _HCPE.size):
        yield EvaluatedPosition.from_hcpe(data[at : at + _HCPE.size])


def _unpacked(layout: struct.Struct, data: bytes) -> tuple[Any, ...]:
    if len(data) != layout.size:
        raise PackedPositionError(f"a record has {layout.size} bytes, got {len(data)}")
    return layout.unpack(data)


def _move(read: Callable[[int], Move], number: int) -> Move | None:
    """The move with this number; None for 0, which stands for no move."""
    if number == 0:
        return None
    try:
        return read(number)
    except InvalidMoveError as error:
        raise PackedPositionError(f"the move: {error}") from None


def _checked_score(score: int) -> int:
    if not _LOWEST_SCORE <= score <= _HIGHEST_SCORE:
        raise RangeError(f"score: expected {_LOWEST_SCORE} to {_HIGHEST_SCORE}, got {score!r}")
    return score
