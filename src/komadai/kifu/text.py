"""Bytes of a record to text: the encoding is found in the bytes, never in a file's name."""

from __future__ import annotations

import codecs
import re
from typing import TYPE_CHECKING, Final, NamedTuple

from komadai.errors import RecordError

if TYPE_CHECKING:
    from komadai.kifu.report import Report

_MARKS: Final = (
    (codecs.BOM_UTF8, "utf-8"),
    # UTF-32's mark begins with UTF-16's.
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_ESCAPES: Final = re.compile(rb"\x1b[$(]")
_JAPANESE: Final = ("cp932", "euc_jp", "euc_jis_2004")
_LOST: Final = "\ufffd"
_TABLE: Final = {0: None}
_SAMPLE: Final = 1 << 16
"""So many bytes at most decide between encodings that both fit."""


class Decoded(NamedTuple):
    """A record's text, its lines ended by ``\\n``, and the encoding its bytes are in."""

    text: str
    encoding: str


def decode(data: bytes, report: Report) -> Decoded:
    """The text of these bytes.

    UTF-8 (with or without a byte order mark), UTF-16 and UTF-32 (with one), Shift_JIS (CP932),
    EUC-JP and ISO-2022-JP are told apart by the bytes. What cannot be decoded becomes U+FFFD, with
    a deviation for each such line. Raises RecordError only if the report is strict.
    """
    marked = [(mark, encoding) for mark, encoding in _MARKS if data.startswith(mark)]
    mark, encoding = marked[0] if marked else (b"", _sniff(data))
    data = data[len(mark) :]
    text = data.decode(encoding, "replace")
    text = plain_lines(text)
    if _LOST in text:
        for number, line in enumerate(text.split("\n"), 1):
            if _LOST in line:
                message = f"{line.count(_LOST)} places here are not {encoding} text; each became U+FFFD"
                report.add(message, line=number, column=line.index(_LOST) + 1, text=line)
    return Decoded(without_nul(text, report), encoding)


def without_nul(text: str, report: Report) -> str:
    """The text without NUL characters, with a deviation if there are any."""
    if "\0" not in text:
        return text
    before = text[: text.index("\0")]
    line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
    report.add(f"{text.count(chr(0))} NUL characters left out", line=line, column=column)
    return text.translate(_TABLE)


def plain_lines(text: str) -> str:
    """A text from anywhere with its lines ended by ``\\n``, without a byte order mark."""
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    # Files that were put one behind the other have marks in their midst.
    return text.replace("\n\ufeff", "\n")


def _sniff(data: bytes) -> str:
    if data.isascii():
        if _ESCAPES.search(data) and _fits(data, "iso2022_jp_ext"):
            return "iso2022_jp_ext"
        return "utf-8"
    if _fits(data, "utf-8"):
        return "utf-8"
    fitting = [encoding for encoding in _JAPANESE if _fits(data, encoding)]
    # Of bytes that fit nothing, the encoding that loses least.
    candidates = fitting or ["utf-8", *_JAPANESE]
    return min(candidates, key=lambda encoding: _strangeness(data[:_SAMPLE], encoding))


def _fits(data: bytes, encoding: str) -> bool:
    try:
        data.decode(encoding)
    except UnicodeDecodeError:
        return False
    return True


def _strangeness(data: bytes, encoding: str) -> int:
    """How little a decoded sample looks like Japanese: lost characters, half-width kana, rare kanji.

    EUC-JP read as Shift_JIS is full of half-width kana, Shift_JIS read as EUC-JP of holes.
    """
    text = data.decode(encoding, "replace")
    kana = sum(1 for character in text if "\u3041" <= character <= "\u30fe")
    half = sum(1 for character in text if "\uff61" <= character <= "\uff9f")
    return 10 * text.count(_LOST) + 3 * half - kana


def text_of(source: bytes | str, report: Report) -> str:
    """The text of a record given as bytes or as text. Raises RecordError for what is neither."""
    if isinstance(source, str):
        return without_nul(plain_lines(source), report)
    if isinstance(source, bytes | bytearray | memoryview):
        return decode(bytes(source), report).text
    raise RecordError(f"expected bytes, text or a path, got {type(source).__name__}")
