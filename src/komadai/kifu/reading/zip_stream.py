"""Reads zip archives with any number of files in little memory.

A zip has the list of its files (the central directory) at its end, and Python's zipfile holds all of it in
memory, 0.7 KB a file. Here the directory is cut into parts, and zipfile reads a series of archives, each of
which ends with one part. So zipfile still handles the contents (compression methods, names, encryption,
damage); this module only finds the directory and the places where it can be cut.
"""

from __future__ import annotations

import io
import os
import struct
import zipfile
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from komadai.errors import RecordError
from komadai.messages import Message

if TYPE_CHECKING:
    from collections.abc import Iterator

FILES_PER_PART: Final = 256
"""The maximum number of files in a part."""

_ENTRY: Final = struct.Struct("<4s24xHHH12x")
"""An entry of the directory; it has the lengths of the name, extra fields and comment that follow it."""
_END: Final = struct.Struct("<4s4H2LH")
_END_64: Final = struct.Struct("<4sQ2H2L4Q")
_LOCATOR: Final = struct.Struct("<4sLQL")
_LONGEST_COMMENT: Final = 0xFFFF
_END_SIGNATURE: Final = b"PK\5\6"


class _Directory(NamedTuple):
    """The central directory of an archive."""

    at: int
    """The position in the stream at which it begins."""
    size: int
    """In bytes."""
    stated_at: int
    """The position at which it begins according to the archive."""


def parts(stream: Any) -> Iterator[zipfile.ZipFile]:
    """The archive as a series of archives with few files each, in the order of its directory.

    The stream must be seekable at little cost; it must stay open until the last part has been read. Raises
    RecordError for an incomplete archive, zipfile.BadZipFile for a damaged part.
    """
    directory = _find(stream)
    if directory.at != directory.stated_at:
        # The directory at the end of a truncated archive may be that of another archive within it.
        raise RecordError(Message("archive-cut-off"))
    for entries in _cut(stream, directory):
        with zipfile.ZipFile(io.BufferedReader(_Part(stream, directory, entries))) as archive:
            yield archive


def _find(stream: Any) -> _Directory:
    size = stream.seek(0, os.SEEK_END)
    start = max(0, size - _END.size - _LONGEST_COMMENT)
    stream.seek(start)
    data = stream.read(size - start)
    place = last = data.rfind(_END_SIGNATURE)
    # The comment at the end may look like an end record.
    while place >= 0 and int.from_bytes(data[place + 20 : place + 22], "little") != len(data) - place - 22:
        place = data.rfind(_END_SIGNATURE, 0, place)
    # Some archives have other data after their end.
    place = last if place < 0 else place
    if place < 0 or place + _END.size > len(data):
        raise RecordError(Message("archive-cut-off"))
    *_, length, stated_at, _ = _END.unpack_from(data, place)
    at = start + place
    if place >= _LOCATOR.size and data.startswith(b"PK\6\7", place - _LOCATOR.size):
        at -= _LOCATOR.size + _END_64.size
        stream.seek(max(0, at))
        record = stream.read(_END_64.size)
        if at < 0 or not record.startswith(b"PK\6\6"):
            raise RecordError(Message("archive-end-damaged"))
        *_, length, stated_at = _END_64.unpack(record)
    return _Directory(at - length, length, stated_at)


def _cut(stream: Any, directory: _Directory) -> Iterator[bytes]:
    """The directory in parts of a few entries."""
    at, left = directory.at, directory.size
    rest = b""
    while left or rest:
        stream.seek(at)
        block = stream.read(min(left, 1 << 16))
        at, left = at + len(block), left - len(block)
        data = rest + block
        begin = end = count = 0
        while end + _ENTRY.size <= len(data):
            signature, *lengths = _ENTRY.unpack_from(data, end)
            if signature != b"PK\1\2":
                raise RecordError(Message("archive-list-damaged"))
            entry_end = end + _ENTRY.size + sum(lengths)
            if entry_end > len(data):
                break
            end, count = entry_end, count + 1
            if count == FILES_PER_PART:
                yield data[begin:end]
                begin, count = end, 0
        if end > begin:
            yield data[begin:end]
        rest = data[end:]
        # The longest entry is longer than one block, but shorter than four.
        if rest and (not block or len(rest) > 1 << 18):
            raise RecordError(Message("archive-list-cut-off"))


class _Part(io.RawIOBase):
    """The archive with only these entries in its directory."""

    def __init__(self, stream: Any, directory: _Directory, entries: bytes) -> None:
        self._stream = stream
        self._files_end = directory.at
        end = directory.at + len(entries)
        count = FILES_PER_PART
        self._directory = (
            entries
            + _END_64.pack(
                b"PK\6\6", _END_64.size - 12, 45, 45, 0, 0, count, count, len(entries), directory.at
            )
            + _LOCATOR.pack(b"PK\6\7", 0, end, 1)
            + _END.pack(b"PK\5\6", 0, 0, 0xFFFF, 0xFFFF, 0xFFFFFFFF, 0xFFFFFFFF, 0)
        )
        self._place = 0

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def seek(self, offset: int, whence: int = os.SEEK_SET) -> int:
        start = (0, self._place, self._files_end + len(self._directory))[whence]
        if start + offset < 0:
            raise ValueError("expected a position of 0 or more")
        self._place = start + offset
        return self._place

    def readinto(self, buffer: Any) -> int:
        if self._place < self._files_end:
            # Other parts read from the stream, too.
            self._stream.seek(self._place)
            data = self._stream.read(min(len(buffer), self._files_end - self._place))
        else:
            begin = self._place - self._files_end
            data = self._directory[begin : begin + len(buffer)]
        self._place += len(data)
        buffer[: len(data)] = data
        return len(data)
