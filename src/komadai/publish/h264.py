"""Encodes pictures as an H.264 stream, with the two kinds of macroblocks that board games need.

Changed macroblocks are stored uncompressed (I_PCM), unchanged ones are skipped (P_Skip). This is Constrained
Baseline, which every decoder reads. It is lossless, needs no codec library (the well-known ones are GPL), and
films stay small because a move changes only two squares.

The names are those of ITU-T H.264: ``ue`` are exponential Golomb codes (9.1); the syntax is in 7.3.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from komadai.errors import RangeError

if TYPE_CHECKING:
    from PIL.Image import Image

SPS, PPS, IDR, NON_IDR = 7, 8, 5, 1
LEVELS: Final = ((3600, 31), (8192, 40), (36864, 51))
"""The maximum number of macroblocks of a picture, and the level: 3.1, 4 and 5.1 (table A-1)."""
_I_PCM: Final = 25
_FRAME_NUM_BITS: Final = 8

_K_R, _K_B = 0.2126, 0.0722
_K_G: Final = 1 - _K_R - _K_B
_LUMA, _CHROMA = 219 / 255, 224 / 255
_TO_YUV: Final = (
    _K_R * _LUMA, _K_G * _LUMA, _K_B * _LUMA, 16,
    *(-each / (2 * (1 - _K_B)) * _CHROMA for each in (_K_R, _K_G)), _CHROMA / 2, 128,
    _CHROMA / 2, *(-each / (2 * (1 - _K_R)) * _CHROMA for each in (_K_G, _K_B)), 128,
)  # fmt: skip
"""RGB to BT.709 in the range of films (16-235), as a matrix for Pillow, which rounds the results."""


class Bits:
    """Writes bit by bit."""

    def __init__(self) -> None:
        self._done = bytearray()
        self._value = 0
        self._count = 0

    def u(self, width: int, value: int) -> None:
        """Appends a number of ``width`` bits."""
        self._value = self._value << width | value
        self._count += width
        while self._count >= 8:
            self._count -= 8
            self._done.append(self._value >> self._count & 255)
        self._value &= (1 << self._count) - 1

    def ue(self, *values: int) -> None:
        """Appends numbers from 0 as exponential Golomb codes: small numbers take few bits."""
        for value in values:
            self.u(2 * (value + 1).bit_length() - 1, value + 1)

    def whole_bytes(self, data: bytes) -> None:
        """Fills the last byte with zero bits and appends these bytes."""
        self.u(-self._count % 8, 0)
        self._done += data

    def nal(self, kind: int) -> bytes:
        """The bits written so far as a NAL unit."""
        self.u(1, 1)
        self.whole_bytes(b"")
        important = 0 if kind not in (SPS, PPS, IDR, NON_IDR) else 3
        # No bytes in it may look like the start of another unit.
        return bytes([important << 5 | kind]) + re.sub(rb"\0\0(?=[\0-\3])", b"\0\0\3", bytes(self._done))


class Encoder:
    """Encodes pictures of one size, one after the other, as NAL units."""

    def __init__(self, width: int, height: int, rate: int) -> None:
        """Width and height in pixels, both even; ``rate`` in frames a second.

        Raises RangeError for a picture that is larger than level 5.1 allows (some 9 million pixels).
        """
        if width % 2 or height % 2:
            raise RangeError(f"expected an even width and height, got {width} × {height}")
        self.width: Final = width
        self.height: Final = height
        self._columns, self._rows = -(-width // 16), -(-height // 16)
        fitting = [level for maximum, level in LEVELS if self._columns * self._rows <= maximum]
        if not fitting:
            raise RangeError(f"{width} × {height} pixels are too many for a film")
        self.sps: Final = self._sequence(fitting[0], rate)
        self.pps: Final = self._picture()
        self._last: tuple[list[bytes], ...] | None = None
        self._number = 0

    def _sequence(self, level: int, rate: int) -> bytes:
        bits = Bits()
        bits.u(8, 66)  # Baseline,
        bits.u(8, 0b11000000)  # constrained
        bits.u(8, level)
        bits.ue(0, _FRAME_NUM_BITS - 4, 2, 1)  # output in decoding order; one reference picture
        bits.u(1, 0)
        bits.ue(self._columns - 1, self._rows - 1)
        bits.u(2, 0b11)  # frames, no fields
        bits.u(1, 1)  # cropped, in units of two pixels:
        bits.ue(0, (self._columns * 16 - self.width) // 2, 0, (self._rows * 16 - self.height) // 2)
        bits.u(1, 1)  # VUI:
        bits.u(2, 0)
        bits.u(1, 1)  # video signal: no special format, range 16-235, colours as in BT.709
        bits.u(3, 5)
        bits.u(2, 0b01)
        for _ in range(3):
            bits.u(8, 1)
        bits.u(1, 0)
        bits.u(1, 1)  # timing: two ticks a frame
        bits.u(32, 1)
        bits.u(32, 2 * rate)
        bits.u(1, 1)
        bits.u(3, 0)
        bits.u(1, 1)  # restrictions: no limits on bytes, no reordering, one reference
        bits.u(1, 1)
        bits.ue(0, 0, 0, 0, 0, 1)
        return bits.nal(SPS)

    def _picture(self) -> bytes:
        bits = Bits()
        bits.ue(0, 0)
        bits.u(2, 0)  # CAVLC, no field order
        bits.ue(0, 0, 0)
        bits.u(3, 0)  # no weights
        bits.ue(0, 0, 0)
        bits.u(3, 0b100)  # each slice has its own deblocking flag; deblocking is always off
        return bits.nal(PPS)

    def frame(self, image: Image) -> bytes:
        """The next picture (RGB) as a NAL unit: the first one completely, later ones as changes."""
        planes = self._planes(image)
        last, self._last = self._last, planes
        return self._write(planes, last)

    def still(self) -> bytes:
        """A NAL unit that repeats the last picture."""
        assert self._last is not None
        return self._write(self._last, self._last)

    def _write(self, planes: tuple[list[bytes], ...], last: tuple[list[bytes], ...] | None) -> bytes:
        bits = Bits()
        bits.ue(0, 7 if last is None else 5, 0)  # first macroblock; all slices are I or P; the PPS
        self._number = 0 if last is None else (self._number + 1) % (1 << _FRAME_NUM_BITS)
        bits.u(_FRAME_NUM_BITS, self._number)
        if last is None:
            bits.ue(0)
            bits.u(2, 0)
        else:
            bits.u(3, 0)  # default reference order; references are removed in order
        bits.ue(0, 1)  # no change of the quantizer; no deblocking
        skipped = 0
        for row in range(self._rows):
            same_row = last is not None and self._same_row(planes, last, row)
            if same_row:
                skipped += self._columns
                continue
            for column in range(self._columns):
                block = self._block(planes, row, column)
                if last is None:
                    bits.ue(_I_PCM)
                elif block == self._block(last, row, column):
                    skipped += 1
                    continue
                else:
                    bits.ue(skipped, _I_PCM + 5)
                    skipped = 0
                bits.whole_bytes(block)
        if skipped:
            bits.ue(skipped)
        return bits.nal(IDR if last is None else NON_IDR)

    def _planes(self, image: Image) -> tuple[list[bytes], ...]:
        """Y, Cb and Cr as lists of lines, the last two at half size; edges are repeated up to full blocks."""
        if image.size != (self.width, self.height):
            raise RangeError(f"expected a picture of {self.width} × {self.height} pixels, got {image.size}")
        luma, *chroma = image.convert("RGB", _TO_YUV).split()
        return (
            self._lines(luma, self._columns * 16, self._rows * 16),
            *(self._lines(each.reduce(2), self._columns * 8, self._rows * 8) for each in chroma),
        )

    @staticmethod
    def _lines(plane: Image, width: int, height: int) -> list[bytes]:
        data, size = plane.tobytes(), plane.width
        lines = [data[i : i + size] for i in range(0, len(data), size)]
        lines = [line + line[-1:] * (width - size) for line in lines]
        return lines + lines[-1:] * (height - len(lines))

    @staticmethod
    def _same_row(planes: tuple[list[bytes], ...], last: tuple[list[bytes], ...], row: int) -> bool:
        return all(
            plane[row * size : (row + 1) * size] == before[row * size : (row + 1) * size]
            for plane, before, size in zip(planes, last, (16, 8, 8), strict=True)
        )

    @staticmethod
    def _block(planes: tuple[list[bytes], ...], row: int, column: int) -> bytes:
        return b"".join(
            line[column * size : (column + 1) * size]
            for plane, size in zip(planes, (16, 8, 8), strict=True)
            for line in plane[row * size : (row + 1) * size]
        )
