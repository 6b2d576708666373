"""Records too large to be held, read block by block: text comes out in pieces of whole lines."""

from __future__ import annotations

import codecs
from typing import TYPE_CHECKING, Any, Final

from komadai.errors import RecordError
from komadai.kifu.reading.encoding import decode, refuse_binary
from komadai.messages import Message

if TYPE_CHECKING:
    from collections.abc import Iterator

    from komadai.kifu.diagnostics import Report

BLOCK: Final = 1 << 18
"""So many bytes are read at once; a smaller record is never taken for a large one."""
LARGEST: Final = 256 * 1024 * 1024
"""The bytes or characters that are held at once at most: of a format that is read as a whole, of a game."""

_WIDE: Final = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE, codecs.BOM_UTF32_BE)
"""Marks of encodings in which a byte 10 need not be a line end (UTF-32's other one begins like UTF-16's)."""


class Blocks:
    """The bytes of one record, block by block. They can be gone through once, while the file is open."""

    def __init__(self, first: bytes, stream: Any) -> None:
        """``first`` is what was read of the stream already."""
        self._first = first
        self._stream = stream

    def __iter__(self) -> Iterator[bytes]:
        yield self._first
        while block := self._read():
            yield block

    def _read(self) -> bytes:
        try:
            data: bytes = self._stream.read(BLOCK)
        except RecordError:
            raise
        except Exception as error:
            if isinstance(error, OSError) and error.errno is not None:
                raise
            # Of a damaged archive Python's modules raise nearly everything there is.
            raise RecordError(Message("archive-damaged", {"problem": str(error)})) from None
        return data

    def whole(self) -> bytes:
        """All of it. Raises RecordError if that is more than :data:`LARGEST`."""
        parts, size = [], 0
        for block in self:
            parts.append(block)
            size += len(block)
            if size > LARGEST:
                raise RecordError(Message("record-format-too-large", {"limit": LARGEST >> 20}))
        return b"".join(parts)

    def texts(self, report: Report) -> Iterator[str]:
        """The text in pieces of whole lines. The encoding is found in the first block that is not ASCII.

        Raises RecordError for a line of more than :data:`LARGEST` bytes.
        """
        refuse_binary(self._first)
        if self._first.startswith(_WIDE):
            yield decode(self.whole(), report).text
            return
        encoding: str | None = None
        lines = 0
        rest: list[bytes] = []
        waiting = 0
        for block in self:
            end = block.rfind(b"\n") + 1
            if not end:
                rest.append(block)
                waiting += len(block)
                if waiting > LARGEST:
                    raise RecordError(Message("record-line-too-long", {"limit": LARGEST >> 20}))
                continue
            data = b"".join((*rest, block[:end]))
            rest, waiting = [block[end:]], len(block) - end
            found = decode(data, report, lines=lines, encoding=encoding)
            if not data.isascii():
                encoding = found.encoding
            lines += found.text.count("\n")
            yield found.text
        if waiting:
            yield decode(b"".join(rest), report, lines=lines, encoding=encoding).text
