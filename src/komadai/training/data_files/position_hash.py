"""Hashes of packed positions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from komadai.extras import extra
from komadai.training.data_files.formats import POSITION_BYTES

with extra("train"):
    import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

# The constants of SplitMix64 (Steele, Lea, Flood, "Fast splittable pseudorandom number generators", 2014).
_MIX_1: Final = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2: Final = np.uint64(0x94D049BB133111EB)


def position_hashes(records: NDArray[np.uint8], label: tuple[int, ...] = ()) -> NDArray[np.uint64]:
    """A 64-bit hash of the position of each record, and of the bytes ``label``.

    ``records`` is uint8 [records][bytes of a record]. Both PSV and HCP write a position in one way only, so
    equal positions have equal bytes; the move number is not part of them. Two of 100 million different
    positions have the same hash with a probability of 0.03 %.
    """
    words = np.ascontiguousarray(records[:, :POSITION_BYTES]).view("<u8")
    columns = [words[:, i] for i in range(words.shape[1])]
    if label:
        padded = np.zeros((len(records), 8), np.uint8)
        padded[:, : len(label)] = records[:, list(label)]
        columns.append(padded.view("<u8")[:, 0])
    hashes = np.zeros(len(records), np.uint64)
    for column in columns:
        hashes = (hashes ^ column.astype(np.uint64)) * _MIX_1
        hashes = (hashes ^ (hashes >> np.uint64(27))) * _MIX_2
        hashes ^= hashes >> np.uint64(31)
    return hashes
