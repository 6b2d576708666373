"""Large records, read block by block: the text is returned in pieces of whole lines."""

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
"""The number of bytes that are read at once; smaller records are read as a whole."""
LARGEST: Final = 256 * 1024 * 1024
"""The maximum number of bytes or characters in memory, of a game or of a format read as a whole."""

_WIDE: Final = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE, codecs.BOM_UTF32_BE)
"""Byte order marks of encodings in which a byte 10 may be part of a character."""


class Blocks:
    """The bytes of one record, block by block. They can be iterated once, while the file is open."""

    def __init__(self, first: bytes, stream: Any) -> None:
        """``first`` are the bytes already read from the stream."""
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
            # Python's modules raise exceptions of many types for damaged archives.
            raise RecordError(Message("archive-damaged", {"problem": str(error)})) from None
        return data

    def whole(self) -> bytes:
        """All bytes. Raises RecordError if there are more than :data:`LARGEST`."""
        parts, size = [], 0
        for block in self:
            parts.append(block)
            size += len(block)
            if size > LARGEST:
                raise RecordError(Message("record-format-too-large", {"limit": LARGEST >> 20}))
        return b"".join(parts)

    def texts(self, report: Report) -> Iterator[str]:
        """The text in pieces of whole lines. The encoding is detected in the first block that is not ASCII.

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
