"""Drops repeated positions from a file of any size; the order of the others stays.

The hashes of the positions are distributed over temporary files by their value, so that equal ones come into
the same file; each of these is sorted in memory. The first record of a position stays.
"""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Final

from komadai.extras import extra
from komadai.training.data_files.formats import PSV, RecordFormat, blocks, record_count
from komadai.training.data_files.position_hash import position_hashes

with extra("train"):
    import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

MEMORY_BYTES: Final = 256 << 20
"""The default for the memory of a temporary file when it is sorted."""
TEMPORARY_PREFIX: Final = ".deduplicate-"
"""The folder of temporary files beside the output begins with it."""
_PAIR: Final = np.dtype([("hash", "<u8"), ("record", "<u8")])
_SORT_FACTOR: Final = 4
"""Sorting a file needs its size this many times."""


def without_duplicates(
    source: Path,
    target: Path,
    format: RecordFormat = PSV,
    *,
    by_label: bool = False,
    memory: int = MEMORY_BYTES,
) -> int:
    """Copies the records whose position did not occur before, and returns their number.

    With ``by_label``, records of one position with another score, move or result are no duplicates: all
    labels of a position stay. Otherwise only the first stays. ``memory`` is in bytes. Raises
    TrainingFileError for a file that is cut off, OSError. An empty file is copied.
    """
    if source.stat().st_size == 0:
        target.write_bytes(b"")
        return 0
    count = record_count(source, format)
    kept = 0
    with TemporaryDirectory(dir=target.parent, prefix=TEMPORARY_PREFIX) as folder:
        first = _first_occurrences(source, format, target.parent / folder, count, by_label, memory)
        at = 0
        with target.open("wb") as file:
            for block in blocks(source, format):
                records = np.frombuffer(block, np.uint8).reshape(-1, format.size)
                chosen = records[first[at : at + len(records)] == 1]
                at += len(records)
                kept += len(chosen)
                file.write(chosen.tobytes())
        del first  # the file is mapped, and Windows cannot remove it before
    return kept


def count_duplicates(source: Path, format: RecordFormat, memory: int = MEMORY_BYTES) -> int:
    """The number of records whose position occurred before. Raises as without_duplicates does."""
    count = record_count(source, format)
    with TemporaryDirectory(prefix="komadai-duplicates-") as folder:
        first = _first_occurrences(source, format, Path(folder), count, False, memory)
        duplicates = count - int(np.count_nonzero(first))
        del first
    return duplicates


def _first_occurrences(
    source: Path, format: RecordFormat, folder: Path, count: int, by_label: bool, memory: int
) -> NDArray[np.uint8]:
    """A byte for each record: 1 for the first of its position."""
    number = max(1, -(-count * _PAIR.itemsize * _SORT_FACTOR // memory))
    paths = [folder / f"{i}" for i in range(number)]
    for path in paths:
        path.touch()
    at = 0
    for block in blocks(source, format, max(1 << 14, 64 * number)):
        records = np.frombuffer(block, np.uint8).reshape(-1, format.size)
        pairs = np.empty(len(records), _PAIR)
        pairs["hash"] = position_hashes(records, format.label if by_label else ())
        pairs["record"] = np.arange(at, at + len(records), dtype=np.uint64)
        at += len(records)
        bucket = pairs["hash"] % np.uint64(number)
        for i, path in enumerate(paths):
            some = pairs[bucket == i] if number > 1 else pairs
            if len(some):
                with path.open("ab") as file:
                    file.write(some.tobytes())
    first: NDArray[np.uint8] = np.memmap(folder / "first", np.uint8, "w+", shape=(count,))
    for path in paths:
        pairs = np.fromfile(path, _PAIR)
        order = np.argsort(pairs["hash"], kind="stable")  # records of the same hash stay in their order
        hashes = pairs["hash"][order]
        is_first = np.ones(len(hashes), bool)
        is_first[1:] = hashes[1:] != hashes[:-1]
        first[pairs["record"][order[is_first]]] = 1
        path.unlink()
    return first
