"""Networks as the engine reads them: quantized weights, and their files.

A network has two accumulators of ``width`` numbers, one for each side's view of the board; an accumulator is
the sum of its biases and of the weights of the inputs that are on. Clipped to 0…127, the side to move's
first, they are the inputs of a layer of 32 neurons; a second layer of 32 and the output follow. Between the
layers a sum is shifted right by 6 bits and clipped to 0…127. The output, divided by ``scale`` and rounded
towards zero, is in centipawns.

A network of Komadai is written as follows, little-endian: 20 bytes ``KOMADAI NETWORK`` and zeros; the
version, 1; the length of the body; the CRC-32 of the body (uint32); and the body: width, scale (uint16),
has_kings, mirrored (uint8), buckets (uint16), the bucket of each square of the own king (81 uint8), 3 zeros,
the length of the description (uint32), the description (a JSON object in UTF-8); the biases ``[width]`` and
the weights ``[inputs][width]`` of the accumulators (int16); and for each layer its biases (int32) and its
weights, neuron by neuron (int8): ``[32][2 * width]``, ``[32][32]``, ``[32]``. A network that corrects the
handmade evaluation is followed by the file of its weights.

``nn.bin``, the format of YaneuraOu and other engines, is read as well, for K+P and HalfKP.
"""

from __future__ import annotations

import json
import struct
import zlib
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final

from komadai.atomic_file import appearing
from komadai.errors import EvaluationFileError
from komadai.extras import extra
from komadai.training.features import HALFKP, SQUARES, FeatureSet
from komadai.training.weights import WEIGHTS_FILE_BYTES

with extra("train"):
    import numpy as np
    from numpy.typing import NDArray

MAGIC: Final = b"KOMADAI NETWORK".ljust(20, b"\0")
VERSION: Final = 1
NN_BIN_VERSION: Final = 0x7AF32F16

HIDDEN: Final = 32
"""The neurons of each of the two layers."""
WIDTH_STEP: Final = 32
MAX_WIDTH: Final = 1024
DEFAULT_SCALE: Final = 16
WEIGHT_SHIFT: Final = 6
MAX_ACTIVATION: Final = 127

_HEADER: Final = struct.Struct("<20sIII")
_SHAPE: Final = struct.Struct(f"<HHBBH{SQUARES}sB2xI")
_NN_BIN_FEATURES: Final = {
    "Features=K+P[": FeatureSet(),
    "Features=K-P(Friend)[": FeatureSet(),
    "Features=HalfKP(Friend)[": HALFKP,
    "Features=HalfKP[": HALFKP,
}

Ints = NDArray[np.int64]


@dataclass(frozen=True)
class Network:
    """A quantized network.

    int16: ``bias[width]``, ``weights[inputs][width]``. int32: ``first_bias[32]``, ``second_bias[32]``. int8:
    ``first[32][2 * width]``, ``second[32][32]``, ``output[32]``.
    ``description``: how the network was made, as values for :mod:`json`. ``corrected``: the bytes of a
    file of weights; the engine then adds the network's values to those of the handmade evaluation with them.
    """

    features: FeatureSet
    bias: NDArray[np.int16]
    weights: NDArray[np.int16]
    first_bias: NDArray[np.int32]
    first: NDArray[np.int8]
    second_bias: NDArray[np.int32]
    second: NDArray[np.int8]
    output_bias: int
    output: NDArray[np.int8]
    scale: int = DEFAULT_SCALE
    description: dict[str, Any] = field(default_factory=dict)
    corrected: bytes = b""

    @property
    def width(self) -> int:
        """The length of an accumulator."""
        return len(self.bias)

    def outputs(self, inputs: NDArray[np.uint32]) -> Ints:
        """The integer outputs ``[positions]`` for inputs that are on, ``[positions][2][inputs of a side]``.

        The side to move comes first; numbers that are no inputs stand for none. The slow definition of what
        the engine computes, bit by bit.
        """
        columns = np.minimum(inputs, self.features.inputs)
        weights = np.vstack([self.weights, np.zeros((1, self.width), np.int16)])
        sums = weights[columns].sum(axis=2, dtype=np.int64) + self.bias
        # As int16, which the engine computes with: larger sums wrap around.
        activations = np.clip(sums.astype(np.int16).astype(np.int64), 0, MAX_ACTIVATION)
        x = activations.reshape(len(inputs), 2 * self.width)
        for bias, layer in ((self.first_bias, self.first), (self.second_bias, self.second)):
            x = np.clip(
                (x @ layer.T.astype(np.int64) + bias) >> WEIGHT_SHIFT,
                0,
                MAX_ACTIVATION,
            )
        outputs: Ints = x @ self.output.astype(np.int64) + self.output_bias
        return outputs

    def values(self, inputs: NDArray[np.uint32]) -> Ints:
        """The values of the network itself in centipawns [positions], for the side to move. Arguments as in
        :meth:`outputs`."""
        outputs = self.outputs(inputs)
        values: Ints = np.sign(outputs) * (np.abs(outputs) // self.scale)
        return values

    def to_bytes(self) -> bytes:
        """The file of this network, in the format of Komadai."""
        text = json.dumps(self.description, ensure_ascii=False, sort_keys=True).encode()
        features = self.features
        body = b"".join(
            (
                _SHAPE.pack(
                    self.width,
                    self.scale,
                    features.has_kings,
                    features.mirrored,
                    features.buckets,
                    features.bucket_of,
                    bool(self.corrected),
                    len(text),
                ),
                text,
                self.bias.astype("<i2").tobytes(),
                self.weights.astype("<i2").tobytes(),
                self.first_bias.astype("<i4").tobytes(),
                self.first.astype("i1").tobytes(),
                self.second_bias.astype("<i4").tobytes(),
                self.second.astype("i1").tobytes(),
                struct.pack("<i", self.output_bias),
                self.output.astype("i1").tobytes(),
                self.corrected,
            )
        )
        return _HEADER.pack(MAGIC, VERSION, len(body), zlib.crc32(body)) + body

    def write(self, path: Path) -> None:
        """Writes the file; it appears under its name when it is complete. Raises OSError."""
        with appearing(path, durable=True) as hidden:
            hidden.write_bytes(self.to_bytes())


def read(path: Path) -> Network:
    """The network of a file of Komadai or of an ``nn.bin``.

    Raises EvaluationFileError for any other or a damaged file, with what was expected; OSError.
    """
    data = path.read_bytes()
    try:
        if data.startswith(MAGIC):
            return _read_own(data)
        if data[:4] == struct.pack("<I", NN_BIN_VERSION):
            return _read_nn_bin(data)
    except _BadFileError as error:
        raise EvaluationFileError(f"{path}: {error}") from None
    raise EvaluationFileError(
        f"{path}: byte 0: expected 'KOMADAI NETWORK' or the version 0x{NN_BIN_VERSION:08x} of nn.bin"
    )


class _BadFileError(Exception):
    """An error in a file."""


def _read_own(data: bytes) -> Network:
    if len(data) < _HEADER.size + _SHAPE.size:
        raise _BadFileError(f"byte {len(data)}: expected more: a truncated network of Komadai")
    _, version, length, checksum = _HEADER.unpack_from(data)
    body = memoryview(data)[_HEADER.size :]
    if version != VERSION:
        raise _BadFileError(f"byte 20: a network of version {version}, expected version {VERSION}")
    if length != len(body):
        raise _BadFileError(f"byte 24: expected {length} bytes after the header, got {len(body)}")
    if zlib.crc32(body) != checksum:
        raise _BadFileError("byte 28: the checksum does not match the weights: a damaged network")
    width, scale, has_kings, mirrored, buckets, bucket_of, is_correction, text_length = _SHAPE.unpack_from(
        body
    )
    if width % WIDTH_STEP or not WIDTH_STEP <= width <= MAX_WIDTH:
        raise _BadFileError(
            f"a network of width {width}, expected a multiple of {WIDTH_STEP} up to {MAX_WIDTH}"
        )
    if not (1 <= scale <= 1 << 15 and 1 <= buckets <= SQUARES and max(bucket_of) < buckets):
        raise _BadFileError("the scale or a bucket is out of range")
    features = FeatureSet(bool(has_kings), bool(mirrored), buckets, bucket_of)
    if is_correction > 1:
        raise _BadFileError(f"byte {_HEADER.size + 8 + SQUARES}: expected 0 or 1")
    expected = _weight_bytes(features, width) + is_correction * WEIGHTS_FILE_BYTES
    if len(body) - _SHAPE.size - text_length != expected:
        raise _BadFileError(
            f"expected {expected} bytes of weights, got {len(body) - _SHAPE.size - text_length}"
        )
    text_end = _SHAPE.size + text_length
    try:
        description = json.loads(bytes(body[_SHAPE.size : text_end]) or b"{}")
    except ValueError as error:
        raise _BadFileError(f"the description is not JSON: {error}") from None
    if not isinstance(description, dict):
        raise _BadFileError("the description is not a JSON object")
    network = _Reader(body[text_end:]).network(features, width, scale, description)
    return replace(network, corrected=bytes(body[-WEIGHTS_FILE_BYTES:])) if is_correction else network


def _read_nn_bin(data: bytes) -> Network:
    if len(data) < 12:
        raise _BadFileError(f"byte {len(data)}: expected more: a truncated nn.bin")
    length = struct.unpack_from("<I", data, 8)[0]
    text = data[12 : 12 + length].decode("latin-1")
    weights = memoryview(data)[12 + length :]
    for spelling, features in _NN_BIN_FEATURES.items():
        if text.startswith(spelling):
            # The two parts of the file begin with a hash of 4 bytes.
            base, step = (_weight_bytes(features, width) for width in (0, 1))
            width, rest = divmod(len(weights) - 8 - base, step - base)
            if rest == 0 and WIDTH_STEP <= width <= MAX_WIDTH and width % WIDTH_STEP == 0:
                return _Reader(weights[4:], hash_bytes=4).network(
                    features, width, DEFAULT_SCALE, {"architecture": text}
                )
    raise _BadFileError(
        f"an nn.bin of the architecture {text[:120]!r} with {len(weights)} bytes of weights,"
        " expected K+P or HalfKP with layers of 2 x width-32-32: another architecture, or truncated"
    )


def _weight_bytes(features: FeatureSet, width: int) -> int:
    return 2 * width * (features.inputs + 1) + HIDDEN * (2 * width + HIDDEN + 1) + 4 * (2 * HIDDEN + 1)


class _Reader:
    """The weights of a file whose length has been checked."""

    def __init__(self, data: memoryview, hash_bytes: int = 0) -> None:
        self._data = data
        self._at = 0
        self._hash_bytes = hash_bytes

    def network(self, features: FeatureSet, width: int, scale: int, description: dict[str, Any]) -> Network:
        bias = self._numbers("<i2", width).astype(np.int16)
        weights = self._numbers("<i2", features.inputs, width).astype(np.int16)
        self._at += self._hash_bytes
        return Network(
            features,
            bias,
            weights,
            self._numbers("<i4", HIDDEN).astype(np.int32),
            self._numbers("i1", HIDDEN, 2 * width).astype(np.int8),
            self._numbers("<i4", HIDDEN).astype(np.int32),
            self._numbers("i1", HIDDEN, HIDDEN).astype(np.int8),
            int(self._numbers("<i4", 1)[0]),
            self._numbers("i1", HIDDEN).astype(np.int8),
            scale,
            description,
        )

    def _numbers(self, kind: str, *shape: int) -> NDArray[Any]:
        numbers = np.frombuffer(self._data, dtype=kind, count=int(np.prod(shape)), offset=self._at)
        self._at += numbers.nbytes
        return numbers.reshape(shape)
