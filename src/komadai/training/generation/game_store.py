"""The games of a data set on disk. A game that was added is there after a crash, whole, and once.

The folder has:

- ``settings.json``: what the games depend on; a store is not opened with other settings;
- ``games-00000.bin``, ``games-00001.bin`` …: the games in the order in which they ended. Each is its length
  and its CRC-32 (uint32, little-endian), then the bytes of a
  :class:`~komadai.training.generation.game.GeneratedGame`;
- ``journal.jsonl``: a line for each file of games that is complete, with its games, bytes and SHA-256;
- ``lock``: locked by the process that writes.

Each game is flushed to the disk before it counts. A kill can leave a part of a game at the end of the last
file; it is cut off when the store is opened.
"""

from __future__ import annotations

import hashlib
import json
import os
import struct
import zlib
from typing import TYPE_CHECKING, Any, Final

from komadai.atomic_file import appearing
from komadai.errors import FileError
from komadai.file_lock import Taken, lock
from komadai.training.generation.game import GeneratedGame

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path
    from types import TracebackType
    from typing import BinaryIO, Self

_FRAME: Final = struct.Struct("<II")
_MAX_LENGTH: Final = 1 << 20
SHARD_BYTES: Final = 32 << 20
"""A file of games is complete when it has this number of bytes or more."""


class GameStoreError(FileError):
    """A folder of games that is damaged, in use, or has games of other settings."""


class GameStore:
    """The games of a data set. ``positions`` maps a game's number to the count of its positions."""

    def __init__(self, folder: Path, identity: dict[str, Any], shard_bytes: int = SHARD_BYTES) -> None:
        """Opens or makes the folder. Raises GameStoreError, OSError."""
        self.folder = folder
        self.positions: dict[int, int] = {}
        self._places: dict[int, tuple[int, int, int]] = {}
        """The file, offset and length of each game."""
        self._shard_bytes = shard_bytes
        self._file: BinaryIO | None = None
        folder.mkdir(parents=True, exist_ok=True)
        self._lock: BinaryIO = (folder / "lock").open("ab")
        try:
            lock(self._lock.fileno())
            self._check_settings(identity)
            self._read()
        except Taken:
            self.close()
            raise GameStoreError(f"{folder} is in use by another process") from None
        except BaseException:
            self.close()
            raise

    def add(self, data: bytes) -> GeneratedGame:
        """Stores a game and returns it after it is on the disk. A game that is there already is not added.

        Raises PackedPositionError for bytes that are no game, OSError.
        """
        game = GeneratedGame.from_bytes(data)
        if game.number in self.positions:
            return game
        if self._file is None or self._size >= self._shard_bytes:
            self._next_shard()
        assert self._file is not None
        frame = _FRAME.pack(len(data), zlib.crc32(data))
        self._file.write(frame + data)
        self._file.flush()
        os.fsync(self._file.fileno())
        self._places[game.number] = (self._shard, self._size + _FRAME.size, len(data))
        self._size += _FRAME.size + len(data)
        self.positions[game.number] = game.positions
        return game

    def games(self, count: int) -> Iterator[GeneratedGame]:
        """The games 0 to ``count - 1`` in the order of their numbers. Raises KeyError for a missing one."""
        files: dict[int, BinaryIO] = {}
        try:
            for number in range(count):
                shard, offset, length = self._places[number]
                if shard not in files:
                    files[shard] = self._path(shard).open("rb")
                files[shard].seek(offset)
                yield GeneratedGame.from_bytes(files[shard].read(length))
        finally:
            for file in files.values():
                file.close()

    def close(self) -> None:
        if self._file is not None:
            self._file.close()
        self._lock.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _path(self, shard: int) -> Path:
        return self.folder / f"games-{shard:05}.bin"

    def _check_settings(self, identity: dict[str, Any]) -> None:
        path = self.folder / "settings.json"
        if not path.exists():
            with appearing(path, durable=True) as hidden:
                hidden.write_text(json.dumps(identity, indent=1) + "\n", encoding="utf-8")
            return
        try:
            found = json.loads(path.read_text(encoding="utf-8"))
        except ValueError:
            found = None
        if not isinstance(found, dict):
            raise GameStoreError(f"{path}: expected the settings of a data set as JSON")
        for key in {**found, **identity}:
            if found.get(key) != identity.get(key):
                raise GameStoreError(
                    f"{self.folder} has games of other settings: {key} was {found.get(key)!r} and is "
                    f"{identity.get(key)!r} now; take another folder"
                )

    def _read(self) -> None:
        shards = sorted(self.folder.glob("games-*.bin"))
        if [each.name for each in shards] != [self._path(i).name for i in range(len(shards))]:
            raise GameStoreError(f"{self.folder}: a file of games is missing before {shards[-1].name}")
        self._complete = self._read_journal()
        self._shard, self._size = len(shards) - 1, 0
        for number, path in enumerate(shards):
            is_last = number == len(shards) - 1
            self._size = self._read_shard(number, path.read_bytes(), is_last)
        if shards:
            self._file = shards[-1].open("r+b")
            self._file.truncate(self._size)
            self._file.seek(self._size)
            os.fsync(self._file.fileno())

    def _read_shard(self, shard: int, data: bytes, is_last: bool) -> int:
        """Reads the games of a file; returns the length of the whole games in it."""
        at = 0
        while at < len(data):
            start = at + _FRAME.size
            length, checksum = _FRAME.unpack_from(data, at) if start <= len(data) else (0, 0)
            body = data[start : start + length]
            if not 0 < length <= _MAX_LENGTH or len(body) < length or zlib.crc32(body) != checksum:
                rest = data[at:]
                is_torn = len(body) < length <= _MAX_LENGTH or start + length == len(data)
                if is_last and (start > len(data) or is_torn or not any(rest)):
                    return at
                raise GameStoreError(
                    f"{self._path(shard)}: byte {at}: expected a game of {length} bytes with the checksum "
                    f"{checksum:08x}; the file is damaged"
                )
            number, positions = GeneratedGame.counts(body)
            if number in self.positions:
                raise GameStoreError(f"{self._path(shard)}: byte {at}: game {number} is there twice")
            self.positions[number] = positions
            self._places[number] = (shard, start, length)
            at = start + length
        return at

    def _next_shard(self) -> None:
        if self._file is not None:
            self._file.close()
        for complete in range(self._complete, self._shard + 1):
            self._note_complete(complete)
        self._complete = self._shard + 1
        self._shard += 1
        self._size = 0
        self._file = self._path(self._shard).open("xb")
        _flush_folder(self.folder)

    def _read_journal(self) -> int:
        """The number of complete files. A line that a kill cut off is removed."""
        path = self.folder / "journal.jsonl"
        data = path.read_bytes() if path.exists() else b""
        whole = data.rfind(b"\n") + 1
        if whole < len(data):
            os.truncate(path, whole)
        for number, line in enumerate(data[:whole].splitlines()):
            try:
                facts = json.loads(line)
                name, size = facts["file"], facts["bytes"]
            except (ValueError, KeyError, TypeError):
                raise GameStoreError(f"{path}, line {number + 1}: expected a file of games") from None
            shard = self._path(number)
            if name != shard.name or not shard.exists() or shard.stat().st_size != size:
                raise GameStoreError(f"{shard}: expected a file of {size} bytes; it is damaged or missing")
        return len(data[:whole].splitlines())

    def _note_complete(self, shard: int) -> None:
        path = self._path(shard)
        data = path.read_bytes()
        games = [number for number, place in self._places.items() if place[0] == shard]
        facts = {
            "file": path.name,
            "games": len(games),
            "positions": sum(self.positions[number] for number in games),
            "bytes": len(data),
            "sha256": hashlib.sha256(data).hexdigest(),
        }
        with (self.folder / "journal.jsonl").open("ab", buffering=0) as journal:
            journal.write(json.dumps(facts).encode() + b"\n")
            os.fsync(journal.fileno())


def _flush_folder(folder: Path) -> None:
    if os.name == "posix":
        number = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(number)
        finally:
            os.close(number)
