"""The formats of training positions: PSV, HCPE and, to read only, HCPE3 and game records.

An HCPE3 file, which dlshogi uses, has games: the first position (32 bytes of HCP), the number of moves
(uint16), the result and the opponent (uint8); then for each move the move and its score (uint16, int16) and
the number of candidate moves (uint16) with their visits (two uint16 each). A move without candidates was not
searched: its position is left out.

A game record in any format of :mod:`komadai.kifu` gives the positions of its main line, if its result is
known. The score is that of the first engine analysis on the move, or 0 if there is none.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from komadai import Board, kifu
from komadai._core import Move
from komadai.errors import FileError, KomadaiError, PackedPositionError, RecordError, UnknownStyleError
from komadai.packed import EvaluatedPosition
from komadai.pieces import BLACK, WHITE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path
    from typing import BinaryIO

    from komadai.pieces import Color

BLOCK_RECORDS: Final = 1 << 14
"""Records that are read at a time."""
POSITION_BYTES: Final = 32
"""Every record begins with its position."""

_HCPE3_GAME: Final = struct.Struct("<32sHBB")
_HCPE3_MOVE: Final = struct.Struct("<HhH")
_HCPE3_VISITS: Final = struct.Struct("<HH")


class TrainingFileError(FileError):
    """A file of training positions that is empty, cut off or damaged."""


@dataclass(frozen=True, slots=True)
class RecordFormat:
    """A format whose records have a fixed size."""

    name: str
    size: int
    """Bytes of a record."""
    read: Callable[[bytes], EvaluatedPosition]
    write: Callable[[EvaluatedPosition], bytes]
    label: tuple[int, ...]
    """The bytes of score, move and result."""


PSV: Final = RecordFormat(
    "psv", 40, EvaluatedPosition.from_psv, EvaluatedPosition.to_psv, (32, 33, 34, 35, 38)
)
HCPE: Final = RecordFormat(
    "hcpe", 38, EvaluatedPosition.from_hcpe, EvaluatedPosition.to_hcpe, (32, 33, 34, 35, 36)
)
FORMATS: Final = {"psv": PSV, "bin": PSV, "hcpe": HCPE}
"""The formats by the suffix of a file."""
RECORD_SUFFIXES: Final = frozenset(
    suffix.removeprefix(".") for format in kifu.FORMATS.values() for suffix in format.suffixes
)
"""The suffixes of game records; their contents decide which format they are in."""

_MATE_SCORE: Final = 32000
"""The centipawns of a mate, less a point for each ply up to it."""


def _suffix(path: Path) -> str:
    return path.suffix.removeprefix(".").lower()


def format_of(path: Path, name: str | None = None) -> RecordFormat:
    """The format with this name, else that of the file's suffix. Raises UnknownStyleError."""
    found = FORMATS.get(name or _suffix(path))
    if found is None:
        raise UnknownStyleError(f"{path}: expected a format of training positions: {', '.join(FORMATS)}")
    return found


def record_count(path: Path, format: RecordFormat) -> int:
    """The number of records. Raises TrainingFileError for a file that is empty or cut off, OSError."""
    size = path.stat().st_size
    if size == 0:
        raise TrainingFileError(f"{path}: expected records of {format.size} bytes, got an empty file")
    if size % format.size:
        raise TrainingFileError(
            f"{path}: expected records of {format.size} bytes, got a file of {size} bytes; record "
            f"{size // format.size} is cut off"
        )
    return size // format.size


def blocks(path: Path, format: RecordFormat, records: int = BLOCK_RECORDS) -> Iterator[bytes]:
    """The file in blocks of this number of records. Raises as record_count does."""
    record_count(path, format)
    with path.open("rb") as file:
        while block := file.read(records * format.size):
            yield block


def read_positions(
    path: Path, name: str | None = None, *, report: kifu.Report | None = None
) -> Iterator[EvaluatedPosition]:
    """The positions of a file of any format, one after the other.

    ``name`` is the format, by default that of the suffix. Warnings about records of games go to ``report``.
    Raises TrainingFileError with the number of the record (for HCPE3: of the game) that is damaged, counted
    from 0, and for a file without a game that can be read; UnknownStyleError, OSError.
    """
    if (name or _suffix(path)) == "hcpe3":
        with path.open("rb") as file:
            yield from _read_hcpe3(file, path)
        return
    if (name or _suffix(path)) in RECORD_SUFFIXES:
        try:
            yield from _read_records(path, report or kifu.Report(keeps=False))
        except RecordError as error:
            raise TrainingFileError(f"{path}: {error}") from None
        return
    format = format_of(path, name)
    number = 0
    for block in blocks(path, format):
        for at in range(0, len(block), format.size):
            try:
                position = format.read(block[at : at + format.size])
            except KomadaiError as error:
                raise TrainingFileError(f"{path}: record {number}: {error}") from None
            yield position
            number += 1


def _read_hcpe3(file: BinaryIO, path: Path) -> Iterator[EvaluatedPosition]:
    number = 0
    while head := file.read(_HCPE3_GAME.size):
        try:
            yield from _hcpe3_game(head, file)
        except struct.error:
            raise TrainingFileError(f"{path}: game {number} is cut off") from None
        except KomadaiError as error:
            raise TrainingFileError(f"{path}: game {number}: {error}") from None
        number += 1
    if number == 0:
        raise TrainingFileError(f"{path}: expected games of HCPE3, got an empty file")


def _hcpe3_game(head: bytes, file: BinaryIO) -> Iterator[EvaluatedPosition]:
    start, plies, result, _ = _HCPE3_GAME.unpack(head)
    winners: tuple[Color | None, ...] = (None, BLACK, WHITE)
    if result & 3 == 3:
        raise PackedPositionError(f"result: expected 0, 1 or 2 in its low bits, got {result}")
    board = Board.unpack_hcp(start)
    for _ in range(plies):
        number, score, candidates = _HCPE3_MOVE.unpack(file.read(_HCPE3_MOVE.size))
        if len(file.read(candidates * _HCPE3_VISITS.size)) < candidates * _HCPE3_VISITS.size:
            raise struct.error
        move = Move.from_csa16(number)
        if candidates:
            yield EvaluatedPosition(board, score, move, winners[result & 3])
        board.push(move)


def _read_records(path: Path, report: kifu.Report) -> Iterator[EvaluatedPosition]:
    for game in kifu.parse(path, kifu.GameBuilder(), report=report):
        outcome = game.outcome
        if outcome is None:
            continue
        board = game.board()
        for node in game.main_line():
            move = node.move
            if move is None or not board.is_legal(move):
                break
            yield EvaluatedPosition(board, _score(node, board.turn), move, outcome.winner)
            board.push(move)


def _score(node: kifu.Node, mover: Color) -> int:
    score = node.analyses[0].score if node.analyses else None
    if score is None:
        return 0
    value = score.black()
    if value.mate_for:
        points = value.mate_for * (_MATE_SCORE - abs(value.mate or 0))
    else:
        points = max(-_MATE_SCORE, min(_MATE_SCORE, value.cp or 0))
    return points if mover == BLACK else -points
