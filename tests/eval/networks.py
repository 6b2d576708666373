"""Networks for tests, and a slow evaluation by them that shares nothing with the core.

The numbers of a network are hashes of their places: YaneuraOu was given the same networks to get the outputs
in ``tests/data/network_outputs.jsonl``.
"""

from __future__ import annotations

import json
import struct
import zlib
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from komadai import Board

Numbers = NDArray[np.int64]

# The lowest and the highest bias and weight: of the accumulators, of both layers, of the output.
RANGES = {
    "mild": (
        *((-60, 120), (-64, 64), (-4000, 6000), (-9, 9)),
        *((-4000, 6000), (-40, 40), (-3000, 3000), (-127, 127)),
    ),
    "extreme": (
        *((-32768, 32767), (-32768, 32767), (-(1 << 18), 1 << 18), (-128, 127)),
        *((-(1 << 16), 1 << 16), (-128, 127), (540000, 540000), (-128, 127)),
    ),
}  # fmt: skip
KINDS = ("<i2", "<i2", "<i4", "i1", "<i4", "i1", "<i4", "i1")


@dataclass(frozen=True)
class Features:
    """``buckets``: the bucket of each square of the own king, by file and rank, after mirroring."""

    has_kings: bool = True
    mirrored: bool = False
    buckets: tuple[int, ...] = (0,) * 81
    bucket_count: int = 1

    @property
    def inputs(self) -> int:
        return self.bucket_count * self.inputs_of_bucket

    @property
    def inputs_of_bucket(self) -> int:
        return 1548 + 162 * self.has_kings


KP = Features()
HALF_KP = Features(has_kings=False, buckets=tuple(range(81)), bucket_count=81)
MIRRORED_KP = Features(mirrored=True)
# By the rank of the king: the last, the last but one, the others.
MIRRORED_BUCKETS = Features(
    mirrored=True, buckets=tuple(max(0, rank - 6) for _ in range(9) for rank in range(9)), bucket_count=3
)


def hashes(section: int, count: int) -> NDArray[np.uint64]:
    """SplitMix64 of the section's number and the place."""
    with np.errstate(over="ignore"):
        x = (np.arange(count, dtype=np.uint64) | np.uint64(section << 40)) + np.uint64(0x9E3779B97F4A7C15)
        x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        return x ^ (x >> np.uint64(31))


@dataclass
class RandomNetwork:
    features: Features = KP
    width: int = 256
    style: str = "mild"
    parts: list[Numbers] = field(init=False)

    def __post_init__(self) -> None:
        w, inputs = self.width, self.features.inputs
        counts = (w, w * inputs, 32, 32 * 2 * w, 32, 32 * 32, 1, 32)
        self.parts = [
            low + (hashes(i, count) % np.uint64(high - low + 1)).astype(np.int64)
            for i, (count, (low, high)) in enumerate(zip(counts, RANGES[self.style], strict=True))
        ]

    def _weights(self, parts: slice) -> bytes:
        numbers = zip(self.parts[parts], KINDS[parts], strict=True)
        return b"".join(part.astype(kind).tobytes() for part, kind in numbers)

    def nn_bin(self, text: str, transformer_hash: int = 0) -> bytes:
        """The network in the field's format, with a text that names its architecture."""
        head = struct.pack("<III", 0x7AF32F16, 0x12345678, len(text)) + text.encode()
        parts = (
            struct.pack("<I", transformer_hash),
            self._weights(slice(2)),
            bytes(4),
            self._weights(slice(2, 8)),
        )
        return head + b"".join(parts)

    def network_file(self) -> bytes:
        """The network in Komadai's format."""
        f = self.features
        description = json.dumps({"licence": "CC0"}).encode()
        body = struct.pack("<HHBBH", self.width, 16, f.has_kings, f.mirrored, f.bucket_count)
        body += bytes(f.buckets) + bytes(3) + struct.pack("<I", len(description)) + description
        body += self._weights(slice(8))
        magic = b"KOMADAI NETWORK".ljust(20, b"\0")
        return magic + struct.pack("<III", 1, len(body), zlib.crc32(body)) + body

    def output(self, board: Board) -> int:
        """The output for the side to move, by the definition."""
        black_moves = board.sfen().split()[1] == "b"
        x = np.concatenate([self._accumulator(board, black) for black in (black_moves, not black_moves)])
        for bias, weights in zip(self.parts[2::2], self.parts[3::2], strict=True):
            sums = bias + weights.reshape(len(bias), -1) @ x
            x = np.clip(sums >> 6, 0, 127)
        return int(sums[0])

    def _accumulator(self, board: Board, black: bool) -> Numbers:
        columns = self.parts[1].reshape(-1, self.width)[inputs(self.features, board.sfen(), black)]
        sums = (self.parts[0] + columns.sum(axis=0) + 32768) % 65536 - 32768
        clipped: Numbers = np.clip(sums, 0, 127)
        return clipped


HAND = {
    "P": (1, 20), "L": (39, 44), "N": (49, 54), "S": (59, 64), "G": (69, 74), "B": (79, 82), "R": (85, 88),
}  # fmt: skip
BOARD = {
    "P": 0, "L": 1, "N": 2, "S": 3, "G": 4, "B": 5, "+B": 6, "R": 7, "+R": 8,
    "+P": 4, "+L": 4, "+N": 4, "+S": 4,
}  # fmt: skip


def inputs(features: Features, sfen: str, black: bool) -> list[int]:
    """The inputs that are on for one side, from the SFEN."""
    rows, _, hands, _ = sfen.split()
    pieces: list[tuple[str, bool, int, int]] = []
    for rank, row in enumerate(rows.split("/")):
        file, plus = 8, ""
        for letter in row:
            if letter == "+":
                plus = "+"
            elif letter.isdigit():
                file -= int(letter)
            else:
                own = letter.isupper() == black
                seen = (file, rank) if black else (8 - file, 8 - rank)
                pieces.append((plus + letter.upper(), own, *seen))
                file, plus = file - 1, ""
    own_king = next(((file, rank) for name, own, file, rank in pieces if name == "K" and own), (4, 8))
    mirror = features.mirrored and own_king[0] > 4

    def square(file: int, rank: int) -> int:
        return (8 - file if mirror else file) * 9 + rank

    found = []
    for name, own, file, rank in pieces:
        if name != "K":
            found.append(90 + 81 * (2 * BOARD[name] + (not own)) + square(file, rank))
    number = ""
    for letter in hands.replace("-", ""):
        if letter.isdigit():
            number += letter
        else:
            first = HAND[letter.upper()][letter.isupper() != black]
            found += range(first, first + int(number or 1))
            number = ""
    found += [0] * (38 - len(found))
    if features.has_kings:
        found += [
            1548 + 81 * (not own) + square(file, rank) for name, own, file, rank in pieces if name == "K"
        ]
    offset = features.buckets[square(*own_king)] * features.inputs_of_bucket
    return [offset + each for each in found]
