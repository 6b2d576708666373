"""Reads zip archives with any number of files in little memory.

A zip has the list of its files at its end, and Python's zipfile holds all of it, 0.7 KB a file. Here the
list is cut into short ones, and for each zipfile is shown an archive that ends with it. So all that a zip
may hold (methods, names, encryption, damage) stays zipfile's business; known here is no more than where
the list lies and where it can be cut.
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

TOGETHER: Final = 256
"""The number of files that are listed at once."""

_ENTRY: Final = struct.Struct("<4s24xHHH12x")
"""A file in the list: the lengths of what follows it (name, extra fields, comment)."""
_END: Final = struct.Struct("<4s4H2LH")
_END_64: Final = struct.Struct("<4sQ2H2L4Q")
_LOCATOR: Final = struct.Struct("<4sLQL")
_LONGEST_COMMENT: Final = 0xFFFF
_ENDS: Final = b"PK\5\6"


class _List(NamedTuple):
    """The list of an archive's files."""

    at: int
    """Where it begins in the stream."""
    size: int
    """In bytes."""
    stated_at: int
    """Where it begins according to the archive."""


def parts(stream: Any) -> Iterator[zipfile.ZipFile]:
    """The archive as one of few files after the other, in the order of its list.

    The stream must be seekable at little cost; it is read from wherever it is needed, until the last part
    is done with. Raises RecordError for what is no whole archive, zipfile.BadZipFile for a damaged part.
    """
    found = _find(stream)
    if found.at != found.stated_at:
        # What is found at the end of an archive that was cut off may be the list of another one within it.
        raise RecordError(Message("archive-cut-off"))
    for entries in _cut(stream, found):
        with zipfile.ZipFile(io.BufferedReader(_Part(stream, found, entries))) as archive:
            yield archive


def _find(stream: Any) -> _List:
    size = stream.seek(0, os.SEEK_END)
    start = max(0, size - _END.size - _LONGEST_COMMENT)
    stream.seek(start)
    data = stream.read(size - start)
    place = last = data.rfind(_ENDS)
    # The comment at the end may look like an end record.
    while place >= 0 and int.from_bytes(data[place + 20 : place + 22], "little") != len(data) - place - 22:
        place = data.rfind(_ENDS, 0, place)
    # Some archives have other data behind them.
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
    return _List(at - length, length, stated_at)


def _cut(stream: Any, found: _List) -> Iterator[bytes]:
    """The list in pieces of a few entries."""
    at, left = found.at, found.size
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
            behind = end + _ENTRY.size + sum(lengths)
            if behind > len(data):
                break
            end, count = behind, count + 1
            if count == TOGETHER:
                yield data[begin:end]
                begin, count = end, 0
        if end > begin:
            yield data[begin:end]
        rest = data[end:]
        # The longest entry is longer than a block, but not than four.
        if rest and (not block or len(rest) > 1 << 18):
            raise RecordError(Message("archive-list-cut-off"))


class _Part(io.RawIOBase):
    """The archive with only these files in its list."""

    def __init__(self, stream: Any, found: _List, entries: bytes) -> None:
        self._stream = stream
        self._files = found.at
        end = found.at + len(entries)
        self._list = (
            entries
            + _END_64.pack(
                b"PK\6\6", _END_64.size - 12, 45, 45, 0, 0, TOGETHER, TOGETHER, len(entries), found.at
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
        start = (0, self._place, self._files + len(self._list))[whence]
        if start + offset < 0:
            raise ValueError("a place before the beginning")
        self._place = start + offset
        return self._place

    def readinto(self, buffer: Any) -> int:
        if self._place < self._files:
            # Other parts read from the stream, too.
            self._stream.seek(self._place)
            data = self._stream.read(min(len(buffer), self._files - self._place))
        else:
            begin = self._place - self._files
            data = self._list[begin : begin + len(buffer)]
        self._place += len(data)
        buffer[: len(data)] = data
        return len(data)
