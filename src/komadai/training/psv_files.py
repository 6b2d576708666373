"""Files of PSV records as one sequence of positions, and batches of them as a network's inputs.

The files are memory-mapped: records that were read stay in the page cache of the system, and nothing is
copied but the records of a batch.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from komadai._core import MAX_INPUTS, BatchLoader
from komadai.errors import PackedPositionError
from komadai.extras import extra
from komadai.training.data_files.formats import PSV, TrainingFileError
from komadai.training.datasets import PositionDataset
from komadai.training.features import FeatureSet

with extra("train"):
    import numpy as np
    from numpy.typing import NDArray

_SAMPLED_RECORDS: Final = 4096


@dataclass(frozen=True)
class Batch:
    """Positions as a network sees them.

    ``inputs`` uint32 ``[positions][2][40]``: the inputs that are on, for the side to move and for its
    opponent, then 0xffffffff. All for the side to move, float32 ``[positions]``: ``scores`` in centipawns;
    ``results``, 1, 0.5 or 0; ``offsets`` in centipawns, the value of the evaluation that the network
    corrects, or 0.
    """

    inputs: NDArray[np.uint32]
    scores: NDArray[np.float32]
    results: NDArray[np.float32]
    offsets: NDArray[np.float32]

    def __len__(self) -> int:
        return len(self.scores)


@dataclass(frozen=True)
class Selection:
    """A filter of the files' positions: those with a score within ``max_score`` centipawns of 0; with
    ``skip_checks`` only those whose side to move is not in check; with ``skip_captures`` only those whose
    move is neither a capture nor a promotion.

    With ``both_sides`` each position without a check is used a second time, with the other side to move and
    the opposite score and result.
    """

    skip_checks: bool = True
    skip_captures: bool = False
    max_score: int = 10_000
    both_sides: bool = False


class PsvFiles:
    """The records of files, one file after the other, numbered from 0.

    Raises TrainingFileError for a file that is empty or whose size is no multiple of 40 bytes, OSError for
    one that cannot be read.
    """

    def __init__(self, paths: Sequence[Path]) -> None:
        if not paths:
            raise TrainingFileError("expected at least one file of PSV records")
        self.paths: Final = tuple(paths)
        self._maps = [PositionDataset(path, PSV.name).raw for path in paths]
        self.counts: Final = tuple(len(each) for each in self._maps)

    def __len__(self) -> int:
        return sum(self.counts)

    def parts(self, records: NDArray[np.uint64]) -> Iterator[tuple[int, NDArray[np.uint64]]]:
        """These records file by file: the number of the file, and their numbers in it."""
        ends = np.cumsum(self.counts)
        file_of = np.searchsorted(ends, records, side="right")
        for number, count in enumerate(self.counts):
            chosen = records[file_of == number] if len(self.counts) > 1 else records
            if len(chosen):
                yield number, np.ascontiguousarray(chosen - np.uint64(ends[number] - count))

    def raw(self, file: int) -> NDArray[np.uint8]:
        """The bytes of a file as an array of shape (records, 40), memory-mapped."""
        return self._maps[file]

    def checksum(self) -> int:
        """The CRC-32 of the sizes and of records all over the files, to recognise the same data again."""
        checksum = 0
        for records in self._maps:
            places = np.linspace(0, len(records) - 1, min(len(records), _SAMPLED_RECORDS)).astype(np.int64)
            checksum = zlib.crc32(records[places].tobytes(), zlib.crc32(b"%d" % len(records), checksum))
        return checksum


class Split:
    """The records of files that are trained on, and those for validation only: the last ones of each file, a
    ``share`` of its records."""

    def __init__(self, files: PsvFiles, share: float) -> None:
        self._counts = np.array(files.counts)
        self._validation_counts = np.array([int(count * share) for count in files.counts])
        self.training: Final = int((self._counts - self._validation_counts).sum())
        """The number of records that are trained on."""
        self.validation: Final = int(self._validation_counts.sum())

    def training_records(self, places: NDArray[np.uint64]) -> NDArray[np.uint64]:
        """The records at these places, from 0, among those that are trained on."""
        counts = self._counts - self._validation_counts
        file = np.searchsorted(np.cumsum(counts), places, side="right")
        skipped = np.concatenate([[0], np.cumsum(self._validation_counts)])
        return places + skipped[file].astype(np.uint64)

    def validation_records(self) -> NDArray[np.uint64]:
        """All records for validation."""
        parts = [
            np.arange(end - count, end, dtype=np.uint64)
            for end, count in zip(np.cumsum(self._counts), self._validation_counts, strict=True)
        ]
        return np.concatenate(parts)


class BatchReader:
    """Makes batches for a feature set from files, on ``threads`` threads. ``corrected``: the bytes of a file
    of weights of the handmade evaluation that the network corrects, or none.

    Arrays of earlier batches are used again: a batch is valid until the next one is read.
    """

    def __init__(
        self,
        files: PsvFiles,
        features: FeatureSet,
        selection: Selection | None = None,
        threads: int = 1,
        corrected: bytes = b"",
    ) -> None:
        selection = selection or Selection()
        self._files = files
        self._loader = BatchLoader(
            has_kings=features.has_kings,
            mirrored=features.mirrored,
            buckets=features.buckets,
            bucket_of=features.bucket_of,
            skip_checks=selection.skip_checks,
            skip_captures=selection.skip_captures,
            max_score=selection.max_score,
            both_sides=selection.both_sides,
            threads=threads,
            corrected=corrected,
        )
        self._positions = 2 if selection.both_sides else 1
        """The most positions that a record gives."""
        self._room = _empty_batch(0)

    def read(self, records: NDArray[np.uint64]) -> Batch:
        """The positions of these records, file by file, without those that are not used.

        Raises PackedPositionError, with the file and the number of the record, for the first that is damaged.
        """
        if self._positions * len(records) > len(self._room):
            self._room = _empty_batch(self._positions * len(records))
        room = self._room
        count = 0
        for file, numbers in self._files.parts(records):
            try:
                count += self._loader.load(
                    self._files.raw(file),
                    numbers,
                    inputs=room.inputs[count:],
                    scores=room.scores[count:],
                    results=room.results[count:],
                    offsets=room.offsets[count:],
                )
            except PackedPositionError as error:
                raise PackedPositionError(f"{self._files.paths[file]}: {error}") from None
        return Batch(room.inputs[:count], room.scores[:count], room.results[:count], room.offsets[:count])


def _empty_batch(count: int) -> Batch:
    return Batch(
        np.empty((count, 2, MAX_INPUTS), np.uint32),
        np.empty(count, np.float32),
        np.empty(count, np.float32),
        np.empty(count, np.float32),
    )
