"""Shuffles files of any size.

In the first pass each record goes to a temporary file chosen at random; in the second each of these is
shuffled in memory, and they follow one another. So every order is equally likely. The random numbers are
those of PCG-64, whose stream NumPy does not change.
"""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Final

from komadai.atomic_file import appearing
from komadai.extras import extra
from komadai.training.data_files.formats import PSV, RecordFormat, blocks, record_count

with extra("train"):
    import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

MEMORY_BYTES: Final = 512 << 20
"""The default for the memory in which a temporary file is shuffled."""
_SHUFFLE_FACTOR: Final = 3
"""Shuffling a file needs its size this many times."""


def shuffle(
    sources: Sequence[Path],
    target: Path,
    seed: int,
    format: RecordFormat = PSV,
    memory: int = MEMORY_BYTES,
) -> int:
    """Writes the records of all files in a random order, the same for the same ``seed`` and ``memory``
    (bytes); returns their number. Raises TrainingFileError for a file that is empty or cut off, OSError."""
    count = sum(record_count(source, format) for source in sources)
    number = max(1, -(-count * format.size * _SHUFFLE_FACTOR // memory))
    random = np.random.PCG64(seed)
    with (
        appearing(target, durable=True) as hidden,
        TemporaryDirectory(dir=hidden.parent, prefix=".shuffle-") as folder,
    ):
        paths = [Path(folder) / f"{i}" for i in range(number)]
        for path in paths:
            path.touch()
        for source in sources:
            for block in blocks(source, format, max(1 << 14, 64 * number)):
                records = np.frombuffer(block, np.uint8).reshape(-1, format.size)
                bucket = random.random_raw(len(records)) % np.uint64(number)
                for i, path in enumerate(paths):
                    some = records[bucket == i]
                    if len(some):
                        with path.open("ab") as file:
                            file.write(some.tobytes())
        with hidden.open("wb") as out:
            for path in paths:
                records = np.fromfile(path, np.uint8).reshape(-1, format.size)
                order = np.argsort(random.random_raw(len(records)), kind="stable")
                out.write(records[order].tobytes())
                path.unlink()
    return count
