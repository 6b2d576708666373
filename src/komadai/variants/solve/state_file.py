"""The state of an analysis in a file, from which it is continued.

The file has a mark, the length of a JSON text (8 bytes, little-endian), this text, and the arrays of the
native analysis one after the other. It is replaced as a whole: a process that is killed while it writes
leaves the state before. It is not flushed to the disk, because that would slow the analysis down; after a
power failure the checksum shows whether the file is complete.
"""

from __future__ import annotations

import json
import mmap
import zlib
from typing import TYPE_CHECKING, Any, Final, Self

from komadai.atomic_file import appearing

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

_MARK: Final = b"komadai solver state 1\n"


class State:
    """A state in a file: a context manager, in which the arrays are valid."""

    def __init__(self, header: dict[str, Any], memory: mmap.mmap, begin: int) -> None:
        self.counters: dict[str, Any] = header["counters"]
        self.seconds: float = header["seconds"]
        self.processor_seconds: float = header["processor_seconds"]
        self.arrays: list[memoryview] = []
        self._memory = memory
        for size in header["sizes"]:
            self.arrays.append(memoryview(memory)[begin : begin + size])
            begin += size

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        for array in self.arrays:
            array.release()
        self._memory.close()


def save(
    path: Path,
    fingerprint: int,
    counters: dict[str, Any],
    arrays: Sequence[memoryview],
    seconds: float,
    processor_seconds: float,
) -> None:
    """Replaces the file. Raises OSError."""
    header = json.dumps(
        {
            "fingerprint": fingerprint,
            "counters": counters,
            "sizes": [len(each) for each in arrays],
            "checksum": _checksum(arrays),
            "seconds": seconds,
            "processor_seconds": processor_seconds,
        }
    ).encode()
    with appearing(path) as hidden, open(hidden, "wb") as file:
        file.write(_MARK + len(header).to_bytes(8, "little") + header)
        for each in arrays:
            file.write(each)


def load(path: Path, fingerprint: int) -> State | None:
    """The state in a file; None if there is none, if it is of other rules, or incomplete. Raises OSError."""
    if not path.exists():
        return None
    with open(path, "rb") as file:
        if file.read(len(_MARK)) != _MARK:
            return None
        try:
            header = json.loads(file.read(int.from_bytes(file.read(8), "little")))
        except ValueError:
            return None
        begin = file.tell()
        if header["fingerprint"] != fingerprint or path.stat().st_size != begin + sum(header["sizes"]):
            return None
        state = State(header, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ), begin)
    if _checksum(state.arrays) == header["checksum"]:
        return state
    with state:
        return None


def _checksum(arrays: Sequence[memoryview]) -> int:
    checksum = 0
    for each in arrays:
        checksum = zlib.crc32(each, checksum)
    return checksum
