"""A film as an MP4 file: H.264 in the boxes of ISO/IEC 14496-12. The index comes first, so that a page can
play the film while it loads."""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, Final

from komadai.publish.h264 import Encoder

if TYPE_CHECKING:
    from komadai.publish.frames import Film

RATE: Final = 10
"""Frames a second. Players expect a constant rate; repeating a picture costs a dozen bytes a frame."""
_MATRIX: Final = struct.pack(">9I", 1 << 16, 0, 0, 0, 1 << 16, 0, 0, 0, 1 << 30)


def mp4(film: Film) -> bytes:
    """The film as an MP4 file with an H.264 stream (Constrained Baseline, 4:2:0, BT.709)."""
    encoder = Encoder(film.width, film.height, RATE)
    samples: list[bytes] = []
    shown = 0
    for frame in film:
        samples.append(_sample(encoder.frame(frame.image)))
        shown += frame.milliseconds
        # Rounded over the whole film, so that rounding errors of single moves do not add up.
        while len(samples) < round(shown * RATE / 1000):
            samples.append(_sample(encoder.still()))
    head = _box(b"ftyp", b"isom", struct.pack(">I", 512), b"isomiso2avc1mp41")
    index = _movie(encoder, samples, 0)
    return b"".join(
        [head, _movie(encoder, samples, len(head) + len(index) + 8), _box(b"mdat", b"".join(samples))]
    )


def _sample(unit: bytes) -> bytes:
    return struct.pack(">I", len(unit)) + unit


def _box(kind: bytes, *content: bytes) -> bytes:
    inside = b"".join(content)
    return struct.pack(">I", len(inside) + 8) + kind + inside


def _full(kind: bytes, flags: int, *content: bytes) -> bytes:
    """A box with a version (0) and flags."""
    return _box(kind, struct.pack(">I", flags), *content)


def _movie(encoder: Encoder, samples: list[bytes], first: int) -> bytes:
    """The index; ``first`` is the offset of the first sample in the file."""
    count = len(samples)
    unknown_times = (0, 0)
    movie = _full(
        b"mvhd", 0,
        struct.pack(">4IIH10x", *unknown_times, RATE, count, 1 << 16, 1 << 8),
        _MATRIX, bytes(24), struct.pack(">I", 2),
    )  # fmt: skip
    track = _full(
        b"tkhd", 3,
        struct.pack(">5I8xHHHxx", *unknown_times, 1, 0, count, 0, 0, 0), _MATRIX,
        struct.pack(">2I", encoder.width << 16, encoder.height << 16),
    )  # fmt: skip
    media = _box(
        b"mdia",
        _full(b"mdhd", 0, struct.pack(">4IHxx", *unknown_times, RATE, count, 0x55C4)),
        _full(b"hdlr", 0, bytes(4), b"vide", bytes(12), b"Komadai\0"),
        _box(
            b"minf",
            _full(b"vmhd", 1, bytes(8)),
            _box(b"dinf", _full(b"dref", 0, struct.pack(">I", 1), _full(b"url ", 1))),
            _samples(encoder, samples, first),
        ),
    )
    return _box(b"moov", movie, _box(b"trak", track, media))


def _samples(encoder: Encoder, samples: list[bytes], first: int) -> bytes:
    def table(*numbers: int) -> bytes:
        return struct.pack(f">{len(numbers)}I", *numbers)

    sps, pps = encoder.sps, encoder.pps
    configuration = _box(
        b"avcC",
        bytes([1]), sps[1:4], bytes([0xFF, 0xE1]),
        struct.pack(">H", len(sps)), sps, bytes([1]), struct.pack(">H", len(pps)), pps,
    )  # fmt: skip
    entry = _box(
        b"avc1",
        struct.pack(">6xH16xHH", 1, encoder.width, encoder.height),
        struct.pack(">IIIH", 72 << 16, 72 << 16, 0, 1), bytes(32), struct.pack(">Hh", 24, -1),
        configuration,
        _box(b"colr", b"nclx", struct.pack(">3HB", 1, 1, 1, 0)),
    )  # fmt: skip
    return _box(
        b"stbl",
        _full(b"stsd", 0, table(1), entry),
        _full(b"stts", 0, table(1, len(samples), 1)),
        _full(b"stss", 0, table(1, 1)),
        _full(b"stsc", 0, table(1, 1, len(samples), 1)),
        _full(b"stsz", 0, table(0, len(samples), *map(len, samples))),
        _full(b"stco", 0, table(1, first)),
    )
