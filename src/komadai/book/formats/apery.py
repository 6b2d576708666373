"""Apery's binary format (``.bin``): 16 bytes for each move, in the order of the positions' keys.

Little-endian: the position's key (64 bits, :mod:`komadai.book.formats.apery_keys`), the move (16), its count
(16), its score (32, signed). A move is its target square (bits 0-6), its source square (bits 7-13; 81 to 87
for a dropped pawn, lance, knight, silver, bishop, rook, gold) and promotion (bit 14).
Polyglot's chess books are similar, but big-endian and with other keys; they are not read here.
"""

from __future__ import annotations

from dataclasses import replace
from struct import Struct
from typing import IO, TYPE_CHECKING, Final

from komadai._core import Board, Move
from komadai.book.entry import BookEntry, BookMove, position_key
from komadai.book.formats.apery_keys import key_of
from komadai.book.formats.enumerate_positions import starts, walk
from komadai.book.formats.file_book import DiskBook, first
from komadai.errors import BookError, InvalidMoveError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

RECORD: Final = Struct("<QHHi")
_DROPS: Final = 81
_PROMOTION: Final = 1 << 14
_MAX_COUNT: Final = (1 << 16) - 1
_MAX_SCORE: Final = (1 << 31) - 1
_MAX_MOVES: Final = 593
"""No position has more legal moves."""
_SMALL: Final = 1 << 25
"""Up to this size in bytes, the order of the whole file is checked, and an unsorted file is kept in
memory."""
_SAMPLES: Final = 1000


class AperyBook(DiskBook):
    """A book in Apery's format on disk. :attr:`is_sorted`: whether it is sorted by key."""

    format = "apery"

    def _begin(self) -> None:
        if self._size % RECORD.size:
            raise BookError(
                f"expected entries of {RECORD.size} bytes each; the last one is cut off",
                offset=self._size - self._size % RECORD.size,
            )
        self._count = self._size // RECORD.size
        self._index: dict[int, list[BookMove]] | None = None
        self.is_sorted: bool = self._is_sorted()

    def __len__(self) -> int:
        """The number of moves, of all positions together."""
        return self._count

    def __iter__(self) -> Iterator[BookEntry]:
        """The positions that can be reached from the start of an even game or a handicap.

        This format has only the keys of positions. Positions are found by playing the book's moves, with at
        most one move that is not in the book between two positions; others cannot be listed.
        """
        for board in walk(lambda board: [each.move for each in self._moves(position_key(board))], starts()):
            entry = self._find(position_key(board))
            if entry is not None:
                yield BookEntry(entry.place, entry.moves, board.move_number)

    def _find(self, place: str) -> BookEntry | None:
        moves = self._moves(place)
        return BookEntry(place, tuple(moves)) if moves else None

    def _moves(self, place: str) -> list[BookMove]:
        key = key_of(place)
        with self._reading():
            return self._find_sorted(key) if self.is_sorted else self._find_unsorted(key)

    def _is_sorted(self) -> bool:
        if self._count * RECORD.size <= _SMALL:
            self._file.seek(0)
            before = 0
            while block := self._file.read(RECORD.size * 4096):
                for key, *_ in RECORD.iter_unpack(block[: len(block) - len(block) % RECORD.size]):
                    if key < before:
                        return False
                    before = key
            return True
        keys = [self._record(number * (self._count - 1) // _SAMPLES)[0] for number in range(_SAMPLES + 1)]
        return keys == sorted(keys)

    def _record(self, number: int) -> tuple[int, int, int, int]:
        key, move, count, score = RECORD.unpack(self._bytes(number * RECORD.size, RECORD.size))
        return key, move, count, score

    def _find_sorted(self, key: int) -> list[BookMove]:
        low = first(self._count, lambda number: self._record(number)[0] < key)
        moves: dict[Move, BookMove] = {}
        for number in range(low, min(low + _MAX_MOVES, self._count)):
            record = self._record(number)
            if record[0] != key:
                break
            move = _book_move(record, number)
            moves.setdefault(move.move, move)
        return _scored(moves.values())

    def _find_unsorted(self, key: int) -> list[BookMove]:
        if self._index is None:
            if self._count * RECORD.size > _SMALL:
                raise BookError(f"expected the keys in order in a file of more than {_SMALL >> 20} MB")
            self._index = {}
            for number in range(self._count):
                record = self._record(number)
                self._index.setdefault(record[0], []).append(_book_move(record, number))
        moves: dict[Move, BookMove] = {}
        for each in self._index.get(key, ()):
            moves.setdefault(each.move, each)
        return _scored(moves.values())


def _scored(moves: Iterable[BookMove]) -> list[BookMove]:
    """The moves with their scores. If all scores are 0, the book has none."""
    known = list(moves)
    if any(each.score for each in known):
        return known
    return [replace(each, score=None) for each in known]


def is_plausible(start: bytes, size: int) -> bool:
    """Whether a file with these first bytes and this size can be a book in this format."""
    records = start[: len(start) - len(start) % RECORD.size]
    return (
        bool(records)
        and size % RECORD.size == 0
        and all(_is_move(move) for _, move, _, _ in RECORD.iter_unpack(records))
    )


def _is_move(value: int) -> bool:
    to, origin = value & 127, value >> 7 & 127
    return value < 1 << 15 and to < 81 and origin < 88 and to != origin and not (origin >= 81 and value >> 14)


def _book_move(record: tuple[int, int, int, int], number: int) -> BookMove:
    _, value, count, score = record
    if not _is_move(value):
        raise BookError(f"expected a move, got {value:#06x}", offset=number * RECORD.size + 8)
    try:
        # Komadai's moves have the same bits, but dropped pieces are numbered from 82.
        move = Move.from_int(value + (1 << 7) if value >> 7 & 127 >= _DROPS else value)
    except InvalidMoveError:
        raise BookError(f"expected a move, got {value:#06x}", offset=number * RECORD.size + 8) from None
    return BookMove(move, score=score, count=count)


def _value(move: Move) -> int:
    number = int(move)
    return number if move.drop is None else number - (1 << 7)


def write(entries: Iterable[BookEntry], file: IO[bytes]) -> None:
    """Writes all entries, sorted by key; they are held in memory, a little more than 16 bytes a move.

    Counts are limited to 65,535. Unknown values become 0, but an unknown count beside others becomes 1,
    because a move with 0 is never played.
    """
    records: list[tuple[int, bytes]] = []
    for entry in entries:
        key = key_of(entry.place)
        unknown = 1 if any(each.count for each in entry.moves) else 0
        data = b"".join(
            RECORD.pack(
                key,
                _value(each.move),
                min(max(unknown if each.count is None else each.count, 0), _MAX_COUNT),
                max(-_MAX_SCORE, min(each.score or 0, _MAX_SCORE)),
            )
            for each in entry.moves
        )
        records.append((key, data))
    records.sort(key=lambda each: each[0])
    for _, data in records:
        file.write(data)


def board_key(board: Board) -> int:
    """Apery's key of a position."""
    return key_of(position_key(board))
