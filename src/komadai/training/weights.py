"""The evaluation's weights as arrays, and the file the engine reads (USI option ``EvalFile``).

The file: 20 bytes ``KOMADAI EVALUATION`` and zeros; version, length of the body, CRC-32 of the body (uint32);
the body: int16 numbers, little-endian, in the order of :class:`Weights`.
"""

from __future__ import annotations

import json
import struct
import zlib
from dataclasses import dataclass
from math import prod
from pathlib import Path
from typing import Final

from komadai._core import built_in_weights, evaluation_layout
from komadai.errors import EvaluationFileError
from komadai.extras import extra
from komadai.score import KOMADAI_WIN_RATE, WinRateModel, metadata_path

with extra("train"):
    import numpy as np
    from numpy.typing import NDArray

MAGIC = b"KOMADAI EVALUATION".ljust(20, b"\0")
VERSION = 1
BUILT_IN: Final = "built-in"
"""Stands for the weights that are compiled into the library."""

_LAYOUT = evaluation_layout()
SHAPES: dict[str, tuple[int, ...]] = {
    "plain": (_LAYOUT["plain_terms"], 2),
    "distances": (_LAYOUT["viewed"] * _LAYOUT["distances"], 2),
    "views": (_LAYOUT["half"] * _LAYOUT["viewed"] * _LAYOUT["squares"],),
    "danger": (_LAYOUT["danger_terms"],),
    "curve": (_LAYOUT["curve_points"],),
}
WEIGHTS_FILE_BYTES: Final = len(MAGIC) + 12 + 2 * sum(prod(shape) for shape in SHAPES.values())
"""The size of each file of weights."""


@dataclass(frozen=True)
class Weights:
    """The weights of the terms of ``cpp/eval/terms.h`` in centipawns (``danger``: points of the curve).

    ``plain`` and ``distances`` have two columns, opening and endgame.
    """

    plain: NDArray[np.float64]
    distances: NDArray[np.float64]
    views: NDArray[np.float64]
    danger: NDArray[np.float64]
    curve: NDArray[np.float64]

    def write(self, path: Path, win_rate: WinRateModel = KOMADAI_WIN_RATE) -> None:
        """Rounds and writes them, limited to int16, and the win-rate model of their scores beside them."""
        numbers = []
        for name in SHAPES:
            scale = _LAYOUT["curve_step"] if name == "danger" else _LAYOUT["grain"]
            rounded = np.rint(getattr(self, name) * scale)
            numbers.append(np.clip(rounded, -32768, 32767).astype("<i2").tobytes())
        body = b"".join(numbers)
        path.write_bytes(MAGIC + struct.pack("<III", VERSION, len(body), zlib.crc32(body)) + body)
        Path(metadata_path(path)).write_text(json.dumps(win_rate.metadata()) + "\n", encoding="utf-8")

    @staticmethod
    def read(path: Path) -> Weights:
        """The weights of a file. Raises EvaluationFileError, OSError."""
        return Weights.from_bytes(path.read_bytes(), str(path))

    @staticmethod
    def from_bytes(data: bytes, name: str) -> Weights:
        """The weights of the bytes of a file. Raises EvaluationFileError, which begins with ``name``."""
        head = len(MAGIC) + 12
        if len(data) < head or not data.startswith(MAGIC):
            raise EvaluationFileError(f"{name}: byte 0: expected {MAGIC.rstrip(bytes(1)).decode()!r}")
        version, length, checksum = struct.unpack("<III", data[len(MAGIC) : head])
        body = data[head:]
        expected = 2 * sum(int(np.prod(shape)) for shape in SHAPES.values())
        if version != VERSION or not length == len(body) == expected or checksum != zlib.crc32(body):
            raise EvaluationFileError(f"{name}: another version than {VERSION}, or damaged")
        arrays = {}
        at = 0
        for part_name, shape in SHAPES.items():
            count = int(np.prod(shape))
            scale = _LAYOUT["curve_step" if part_name == "danger" else "grain"]
            part = np.frombuffer(body, dtype="<i2", count=count, offset=at)
            arrays[part_name] = part.reshape(shape).astype(np.float64) / scale
            at += 2 * count
        return Weights(**arrays)


def read_bytes(name: str) -> bytes:
    """The bytes of a file of weights, or of ``"built-in"``. Raises EvaluationFileError, OSError."""
    if name == BUILT_IN:
        return built_in_weights()
    data = Path(name).read_bytes()
    Weights.from_bytes(data, name)
    return data
