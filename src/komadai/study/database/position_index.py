"""The position index: sorted files of records, read through memory maps.

A file (a run) holds the records of some games, sorted by position; ``cpp/study/position_records.h`` describes
a record. A run is never changed. New games make a new run; when there are :data:`FAN_IN` runs of about the
same size, they are merged into one, so that a look-up searches few files. The table ``run`` of the database
lists the runs that are valid: a file that is not in it is left over from an interrupted import.
"""

from __future__ import annotations

import mmap
import os
import struct
from bisect import bisect_left
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from komadai._core import Board, RunMerger, count_moves, find_games
from komadai.errors import DatabaseError
from komadai.messages import Message

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from komadai._core import Move

FAN_IN: Final = 8
"""The number of runs of one level that are merged into one."""
RECORD: Final = 16
"""The size of a record in bytes."""
_MAGIC: Final = b"KMDPOS1\n"
_HEADER: Final = struct.Struct("<8sQQQ")
"""The magic number, the number of records, the key of the start position, 0."""
_START_KEY: Final = Board().key
"""A file with another key of the start position was written with other keys of positions."""
_ALL: Final = 2**63 - 1
_MAX_GAME: Final = (1 << 29) - 1
_CHUNK: Final = 1 << 18
"""The number of records that are merged at once."""


class Run(NamedTuple):
    """A row of the table ``run``."""

    id: int
    records: int

    @property
    def level(self) -> int:
        """The class of its size: each has room for :data:`FAN_IN` times the records of the one before."""
        return (self.records.bit_length() - 1) // 3


def file_name(run: int) -> str:
    """The name of the file of a run."""
    return f"positions-{run:06}.idx"


def write_run(path: Path, records: int, parts: Iterable[bytes]) -> None:
    """Writes a run from sorted records, and flushes it to the disk. Removes the file after an error."""
    try:
        with path.open("wb") as file:
            file.write(_HEADER.pack(_MAGIC, records, _START_KEY, 0))
            for part in parts:
                file.write(part)
            file.flush()
            os.fsync(file.fileno())
    except BaseException:
        path.unlink(missing_ok=True)
        raise


class RunFile:
    """A run that is mapped to memory."""

    def __init__(self, path: Path, records: int) -> None:
        """Raises DatabaseError if the file is not a run with this number of records, OSError."""
        expected = _HEADER.size + records * RECORD
        try:
            with path.open("rb") as file:
                found = os.fstat(file.fileno()).st_size
                if found != expected:
                    raise DatabaseError(
                        Message(
                            "database-file-too-short",
                            {"name": path.name, "found": found, "expected": expected},
                        )
                    )
                self._map = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        except FileNotFoundError:
            raise DatabaseError(Message("database-file-missing", {"name": path.name})) from None
        if _HEADER.unpack_from(self._map) != (_MAGIC, records, _START_KEY, 0):
            self._map.close()
            raise DatabaseError(Message("database-file-unknown", {"name": path.name}))
        if hasattr(self._map, "madvise"):
            self._map.madvise(mmap.MADV_RANDOM)
        self.records: Final = memoryview(self._map)[_HEADER.size :]

    def close(self) -> None:
        """Releases the file."""
        self.records.release()
        self._map.close()


class PositionIndex:
    """The runs of a database, opened for look-ups."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._open: dict[int, RunFile] = {}

    def use(self, runs: Sequence[Run]) -> None:
        """Opens these runs and closes all others. Raises DatabaseError, OSError."""
        wanted = {run.id for run in runs}
        for run in runs:
            if run.id not in self._open:
                self._open[run.id] = RunFile(self._folder / file_name(run.id), run.records)
        for old in self._open.keys() - wanted:
            self._open.pop(old).close()

    def close(self) -> None:
        """Closes all files."""
        self.use(())

    def count_moves(
        self, key: int, allowed: bytes | None = None
    ) -> tuple[int, list[tuple[Move, int, int, int, int]]]:
        """The number of games that reach a position, and for each move played in it the number of games, of
        Black's and White's wins and of draws.

        ``allowed`` has a bit for each game, of byte ``game // 8`` the bit ``game % 8``; games without a bit
        set are not counted.
        """
        return count_moves(self._records(), key, allowed)

    def find_games(self, key: int, limit: int | None = None) -> memoryview:
        """The first ``limit`` games that reach a position, or all, in ascending order.

        They are 64-bit numbers: the lower 16 bits are the number of moves before the position, the others the
        number of the game.
        """
        return memoryview(find_games(self._records(), key, _ALL if limit is None else limit)).cast("Q")

    def sample_games(self, key: int, move: Move, limit: int, allowed: bytes | None = None) -> list[int]:
        """At most ``limit`` of the games that played a move in a position, evenly spread over them all.

        ``allowed`` is as in :meth:`count_moves`; then the games are looked for among sixteen times as many.
        """
        first, end = int(move) << 48, (int(move) + 1) << 48
        parts: list[tuple[memoryview, range]] = []
        for records in self._records():
            numbers = records.cast("Q")

            def record(at: int, numbers: memoryview = numbers) -> tuple[int, int]:
                return numbers[2 * at], numbers[2 * at + 1]

            every = range(len(numbers) // 2)
            low = bisect_left(every, (key, first), key=record)
            parts.append((numbers, range(low, bisect_left(every, (key, end), lo=low, key=record))))
        total = sum(len(found) for _, found in parts)
        tried = limit if allowed is None else 16 * limit
        step = max(1, -(-total // tried))
        games = [
            numbers[2 * at + 1] >> 16 & _MAX_GAME
            for numbers, found in parts
            for at in found[step // 2 :: step]
        ]
        if allowed is not None:
            games = [game for game in games if allowed[game >> 3] >> (game & 7) & 1]
        return games[:: max(1, -(-len(games) // limit))]

    def _records(self) -> list[memoryview]:
        return [run.records for run in self._open.values()]


def choose_merge(runs: Sequence[Run], *, all_small: bool = False) -> list[Run]:
    """The runs to merge next; none if there are few enough.

    With ``all_small`` all runs are merged, except those that are four times as large as all smaller ones
    together: rewriting such a run costs more than a search in one more file.
    """
    if all_small:
        rest = sorted(runs, key=lambda run: run.records)
        while len(rest) > 1 and rest[-1].records > 4 * sum(run.records for run in rest[:-1]):
            rest.pop()
        return rest if len(rest) > 1 else []
    levels: dict[int, list[Run]] = {}
    for run in runs:
        levels.setdefault(run.level, []).append(run)
    return next((levels[level] for level in sorted(levels) if len(levels[level]) >= FAN_IN), [])


def merge_runs(folder: Path, runs: Sequence[Run], merged: Run) -> None:
    """Writes the run ``merged`` from the records of others. Raises DatabaseError, OSError."""
    files = [RunFile(folder / file_name(run.id), run.records) for run in runs]
    try:
        merger = RunMerger([file.records for file in files])
        write_run(folder / file_name(merged.id), merged.records, _merged(merger))
        del merger
    finally:
        for file in files:
            file.close()


def _merged(merger: RunMerger) -> Iterator[bytes]:
    while part := merger.read(_CHUNK):
        yield part
