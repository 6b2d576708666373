"""Decodes the bytes of a record; the encoding is detected from the bytes."""

from __future__ import annotations

import codecs
import re
from typing import TYPE_CHECKING, Final, NamedTuple

from komadai.errors import RecordError
from komadai.messages import Message

if TYPE_CHECKING:
    from komadai.kifu.diagnostics import Report

_MARKS: Final = (
    (codecs.BOM_UTF8, "utf-8"),
    # UTF-32's mark begins with UTF-16's.
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_MARK_BYTES: Final = tuple(mark for mark, _ in _MARKS)
_BYTES_TYPES: Final = (bytes, bytearray, memoryview)
_ESCAPES: Final = re.compile(rb"\x1b[$(]")
_JAPANESE: Final = ("cp932", "euc_jp", "euc_jis_2004")
_LOST: Final = "\ufffd"
_TABLE: Final = {0: None}
_CONTROLS: Final = re.compile(rb"[\x00-\x08\x0e-\x19\x1c-\x1f\x7f]")
"""Bytes that no encoding of text uses but UTF-16 and UTF-32."""
_CONTROL_TABLE: Final = bytes(bool(_CONTROLS.match(bytes([byte]))) for byte in range(256))
"""For bytes.translate: 1 for each control byte, 0 for others. Much faster than a regular expression."""
_BINARY_SAMPLE: Final = 1 << 12
_FIRST_SAMPLE: Final = 1 << 10
"""The number of bytes of the first check for control bytes; binary files have some this early."""
_FEW_STRANGE: Final = 8
"""Up to this number of undecodable characters, a short text is not binary."""
_SIGNATURES: Final = (
    (b"\x89PNG", "PNG"), (b"\xff\xd8\xff", "JPEG"), (b"GIF8", "GIF"), (b"%PDF-", "PDF"),
    (b"PK\x03\x04", "ZIP"),
    (b"\x1f\x8b", "gzip"), (b"\x28\xb5\x2f\xfd", "zst"), (b"7z\xbc\xaf\x27\x1c", "7z"), (b"Rar!", "RAR"),
    (b"SQLite format 3\0", "SQLite"), (b"\x7fELF", "ELF"), (b"MZ\x90\0", "EXE"),
)  # fmt: skip
"""The first bytes of files of other kinds."""
_SAMPLE: Final = 1 << 16
"""The number of bytes that are compared if several encodings fit."""


class Decoded(NamedTuple):
    """A record's text, its lines ended by ``\\n``, and the encoding its bytes are in."""

    text: str
    encoding: str


def decode(data: bytes, report: Report, *, lines: int = 0, encoding: str | None = None) -> Decoded:
    """The text of these bytes; ``lines`` is the number of lines of the record before them.

    ``encoding`` is the encoding of the record so far; it is used if the bytes can be decoded with it.

    UTF-8 (with or without a byte order mark), UTF-16 and UTF-32 (with one), Shift_JIS (CP932),
    EUC-JP and ISO-2022-JP are detected from the bytes. Bytes that cannot be decoded become U+FFFD,
    with a warning for each such line. Raises RecordError only if the report is strict.
    """
    if data.startswith(_MARK_BYTES):
        mark, encoding = next(each for each in _MARKS if data.startswith(each[0]))
        text = data[len(mark) :].decode(encoding, "replace")
    else:
        text, encoding = _sniffed(data, encoding)
    text = plain_lines(text)
    if _LOST in text:
        for number, line in enumerate(text.split("\n"), lines + 1):
            if _LOST in line:
                count = line.count(_LOST)
                message = Message("undecodable", {"count": count, "encoding": encoding}, "replaced")
                report.add(message, line=number, column=line.index(_LOST) + 1, text=line)
    # Each NUL character comes from a NUL byte, and a search in bytes is faster.
    return Decoded(without_nul(text, report, lines=lines) if b"\0" in data else text, encoding)


def without_nul(text: str, report: Report, *, lines: int = 0) -> str:
    """The text without NUL characters, with a warning if there are any; ``lines`` stand before it."""
    if "\0" not in text:
        return text
    before = text[: text.index("\0")]
    line, column = lines + before.count("\n") + 1, len(before) - before.rfind("\n")
    message = Message("nul-characters", {"count": text.count("\0")}, "removed")
    report.add(message, line=line, column=column)
    return text.translate(_TABLE)


def plain_lines(text: str) -> str:
    """The text with all lines ended by ``\\n``, without a byte order mark."""
    # A search for one character is much faster than a replacement that finds nothing.
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    if "\ufeff" in text:
        # Concatenated files have byte order marks inside.
        text = text.removeprefix("\ufeff").replace("\n\ufeff", "\n")
    return text.removesuffix("\x1a")  # DOS ended texts with Ctrl-Z.


def _sniffed(data: bytes, expected: str | None = None) -> tuple[str, str]:
    """The text of bytes without a byte order mark, and the most likely encoding: ``expected`` if it fits."""
    if expected is not None and (text := _fitting(data, expected)) is not None:
        return text, expected
    if data.isascii():
        if b"\x1b" in data and _ESCAPES.search(data):
            escaped = _fitting(data, "iso2022_jp_ext")
            if escaped is not None:
                return escaped, "iso2022_jp_ext"
        return data.decode("ascii"), "utf-8"
    plain = _fitting(data, "utf-8")
    if plain is not None:
        return plain, "utf-8"
    decoded = [(_fitting(data, encoding), encoding) for encoding in _JAPANESE]
    fitting = [(text, encoding) for text, encoding in decoded if text is not None]
    if len(fitting) == 1:
        return fitting[0]
    # If no encoding fits, the one with the fewest undecodable characters.
    candidates = [encoding for _, encoding in fitting] or ["utf-8", *_JAPANESE]
    encoding = min(candidates, key=lambda encoding: _strangeness(data[:_SAMPLE], encoding))
    return data.decode(encoding, "replace"), encoding


def refuse_binary(data: bytes) -> None:
    """Raises RecordError if a file that begins with these bytes is an image, an archive or otherwise binary.

    Text may hold a few characters that cannot be decoded; data with more than a tenth of them is no text.
    """
    if data.isascii() and not _CONTROLS.search(data[:_BINARY_SAMPLE]):
        return
    if data.startswith(_MARK_BYTES):
        return
    for start, kind in _SIGNATURES:
        if data.startswith(start):
            raise RecordError(Message("record-binary-kind", {"kind": kind}))
    sample, _ = _sniffed(data[:_BINARY_SAMPLE])
    strange = sample.count(_LOST) + len(_CONTROLS.findall(data[:_BINARY_SAMPLE]))
    if strange > max(_FEW_STRANGE, len(sample) // 10):
        raise RecordError(Message("record-binary"))


def _fitting(data: bytes, encoding: str) -> str | None:
    """The text of these bytes; None if they cannot be decoded."""
    try:
        return data.decode(encoding)
    except UnicodeDecodeError:
        return None


def _strangeness(data: bytes, encoding: str) -> int:
    """How improbable it is that the sample is Japanese in this encoding; lower values are more probable.

    EUC-JP decoded as Shift_JIS has many half-width kana, Shift_JIS decoded as EUC-JP has many undecodable
    characters.
    """
    text = data.decode(encoding, "replace")
    kana = sum(1 for character in text if "\u3041" <= character <= "\u30fe")
    half = sum(1 for character in text if "\uff61" <= character <= "\uff9f")
    return 10 * text.count(_LOST) + 3 * half - kana


def text_of(source: bytes | str, report: Report) -> str:
    """The text of a record given as bytes or as text. Raises RecordError for anything else, and for binary
    data."""
    if isinstance(source, str):
        return without_nul(plain_lines(source), report)
    if isinstance(source, _BYTES_TYPES):
        data = bytes(source)
        if b"\1" in data[:_FIRST_SAMPLE].translate(_CONTROL_TABLE):
            refuse_binary(data)
            return decode(data, report).text
        # Text has no control bytes, and nearly always can be decoded: then there is nothing more to check.
        text = decode(data, report).text
        if _LOST in text:
            refuse_binary(data)
        return text
    raise RecordError(Message("record-source-type", {"type": type(source).__name__}))
