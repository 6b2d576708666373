"""YaneuraOu's binary format (``.ybb``): packed positions in order, each with a place in a list of moves.

Little-endian. A head of 32 bytes: ``YANE-BINBOOK-V1`` and a zero, the number of positions (64 bits), flags
(64; bit 0: moves have a depth). For each position 44 bytes: the packed position of training data (32, what
``Board.pack`` gives), where in the list its moves begin (64), the move number (16), how many moves (16).
For each move its 16 bits (to, from << 7; a drop has bit 14 and the piece type in place of the square left;
promotion is bit 15), score (16, signed) and, with the flag, depth (16).
"""

from __future__ import annotations

from struct import Struct
from tempfile import TemporaryFile
from typing import IO, TYPE_CHECKING, Final

from komadai._core import Board, Move
from komadai.book.entry import BookEntry, BookMove, position_key
from komadai.book.formats.file_book import DiskBook, first
from komadai.errors import BookError, InvalidMoveError, PackedPositionError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

MAGIC: Final = b"YANE-BINBOOK-V1\0"
_HEAD: Final = Struct("<16sQQ")
_RECORD: Final = Struct("<32sQHH")
_MOVE: Final = Struct("<Hh")
_DEEP_MOVE: Final = Struct("<HhH")
_DEPTHS: Final = 1
_DROP, _PROMOTION = 1 << 14, 1 << 15
_SHORT: Final = (1 << 15) - 1
_NUMBER: Final = (1 << 16) - 1
_MOST_MOVES: Final = 593


class YbbBook(DiskBook):
    """A book in YaneuraOu's binary format on the disk."""

    format = "ybb"

    def _begin(self) -> None:
        head = self._file.read(_HEAD.size)
        if len(head) < _HEAD.size or not head.startswith(MAGIC):
            raise BookError("expected YANE-BINBOOK-V1 and a head of 32 bytes", offset=0)
        count: int
        _, count, flags = _HEAD.unpack(head)
        self._count = count
        if flags > _DEPTHS:
            raise BookError(f"expected flags of 0 or 1, got {flags}", offset=24)
        self._move = _DEEP_MOVE if flags & _DEPTHS else _MOVE
        self._moves_at = _HEAD.size + self._count * _RECORD.size
        if self._moves_at > self._size:
            raise BookError(
                f"expected {self._count} positions of {_RECORD.size} bytes; the file ends before",
                offset=16,
            )

    def __len__(self) -> int:
        """The number of positions."""
        return self._count

    def __iter__(self) -> Iterator[BookEntry]:
        for number in range(self._count):
            with self._lock:
                record = self._record(number)
            try:
                place = position_key(Board.unpack(record[0]))
            except PackedPositionError as error:
                raise BookError(f"expected a packed position: {error}", offset=self._offset(number)) from None
            with self._lock:  # not while whoever asks has the entry, and perhaps another question
                entry = self._entry(place, number, record)
            yield entry

    def _find(self, place: str) -> BookEntry | None:
        try:
            packed = Board(f"{place} 1").pack()
        except PackedPositionError:
            return None  # without both kings nothing can be packed
        with self._reading():
            number = first(self._count, lambda number: self._record(number)[0] < packed)
            record = self._record(number) if number < self._count else None
            return None if record is None or record[0] != packed else self._entry(place, number, record)

    def _offset(self, number: int) -> int:
        return _HEAD.size + number * _RECORD.size

    def _record(self, number: int) -> tuple[bytes, int, int, int]:
        packed, at, ply, moves = _RECORD.unpack(self._bytes(self._offset(number), _RECORD.size))
        return packed, at, ply, moves

    def _entry(self, place: str, number: int, record: tuple[bytes, int, int, int]) -> BookEntry:
        _, at, ply, count = record
        start = self._moves_at + at
        if count > _MOST_MOVES or start + count * self._move.size > self._size:
            raise BookError(
                f"expected at most {_MOST_MOVES} moves within the file, got {count} from byte {start}",
                offset=self._offset(number) + 32,
            )
        data = self._bytes(start, count * self._move.size)
        moves: dict[Move, BookMove] = {}
        written = list(self._move.iter_unpack(data))
        any_known = any(score or (depth and depth[0]) for _, score, *depth in written)
        for index, (value, score, *depth) in enumerate(written):
            move = _read_move(value, start + index * self._move.size)
            # What has neither score nor depth is written as 0 and 0; beside others that is a score.
            known = any_known
            moves.setdefault(
                move,
                BookMove(move, score=score if known else None, depth=depth[0] if known and depth else None),
            )
        return BookEntry(place, tuple(moves.values()), max(ply, 1))


def _read_move(value: int, offset: int) -> Move:
    origin = value >> 7 & 127
    number = value & (1 << 14) - 1
    try:
        if value & _DROP:
            if value & _PROMOTION or not 1 <= origin <= 7:
                raise InvalidMoveError(f"{value:#06x}")
            return Move.from_int(number + (81 << 7))
        return Move.from_int(number | (_DROP if value & _PROMOTION else 0))
    except InvalidMoveError:
        raise BookError(f"expected a move, got {value:#06x}", offset=offset) from None


def _written(move: Move) -> int:
    number = int(move)
    if move.drop is not None:
        return number - (81 << 7) | _DROP
    return number & ~_DROP | (_PROMOTION if move.promotion else 0)


def write(entries: Iterable[BookEntry], file: IO[bytes]) -> None:
    """Writes all entries, sorted as packed positions; 50 bytes of each are held in memory.

    Scores and depths beyond 16 bits become the greatest there are. Raises BookError for a position without
    both kings or against the rules.
    """
    records: list[tuple[bytes, int, int, int]] = []
    with TemporaryFile() as moves:
        at = 0
        for entry in entries:
            try:
                packed = Board(entry.sfen).pack()
            except (PackedPositionError, ValueError) as error:
                raise BookError(f"this position cannot be packed ({error})", text=entry.sfen) from None
            records.append((packed, at, min(entry.number, _NUMBER), len(entry.moves)))
            for each in entry.moves:
                score = max(-_SHORT, min(each.score or 0, _SHORT))
                depth = max(0, min(each.depth or 0, _NUMBER))
                at += moves.write(_DEEP_MOVE.pack(_written(each.move), score, depth))
        records.sort(key=lambda each: each[0])
        file.write(_HEAD.pack(MAGIC, len(records), _DEPTHS))
        for record in records:
            file.write(_RECORD.pack(*record))
        moves.seek(0)
        while block := moves.read(1 << 20):
            file.write(block)
