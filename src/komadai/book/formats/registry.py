"""The table of book formats, their detection, and writing a book in any of them."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import IO, TYPE_CHECKING, Final

from komadai.atomic_file import appearing
from komadai.book.formats import apery, yaneuraou, ybb
from komadai.book.formats.sbk import book as sbk_book
from komadai.book.formats.sbk import file as sbk_file
from komadai.book.making.external_sort import ordered
from komadai.errors import BookError, UnknownStyleError
from komadai.messages import Message

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from komadai.book.book import Book
    from komadai.book.entry import BookEntry
    from komadai.book.merge import Prefer

_START: Final = 1 << 12
"""The number of bytes read to detect the format."""


@dataclass(frozen=True, slots=True)
class BookFormat:
    """A format of books."""

    key: str
    name: str
    suffix: str
    open: Callable[[str | os.PathLike[str]], Book]
    write: Callable[[Iterable[BookEntry], IO[bytes]], None]
    lacks: tuple[str, ...]
    """The fields that the format cannot store."""


FORMATS: Final[dict[str, BookFormat]] = {
    each.key: each
    for each in (
        BookFormat(
            "yaneuraou", "YaneuraOu DB2016", ".db", yaneuraou.YaneuraOuBook, yaneuraou.write,
            ("mark of moves", "evaluations of positions"),
        ),
        BookFormat(
            "ybb", "YaneuraOu binary", ".ybb", ybb.YbbBook, ybb.write,
            (
                *(f"{each} of moves" for each in ("reply", "count", "wins", "losses", "mark", "comment")),
                *(f"{each} of positions" for each in ("comment", "games", "evaluations")),
            ),
        ),
        BookFormat(
            "apery", "Apery", ".bin", apery.AperyBook, apery.write,
            (
                *(f"{each} of moves" for each in ("reply", "depth", "wins", "losses", "mark", "comment")),
                *(f"{each} of positions" for each in ("place", "number", "comment", "games", "evaluations")),
            ),
        ),
        BookFormat(
            "sbk", "ShogiGUI", ".sbk", sbk_book.SbkBook, sbk_book.write,
            tuple(f"{each} of moves" for each in ("reply", "score", "depth", "wins", "losses", "comment")),
        ),
    )
}  # fmt: skip
"""The formats by name."""


def detect(path: str | os.PathLike[str]) -> BookFormat:
    """The format of a file, from its contents. Raises OSError; BookError if it is not a book."""
    if Path(path).exists() and not Path(path).is_file():
        raise BookError("expected a file")  # reading a pipe could block
    with Path(path).open("rb") as file:
        start = file.read(_START)
        size = os.fstat(file.fileno()).st_size
    if not start:
        raise BookError("the file is empty")
    if start.startswith(ybb.MAGIC):
        return FORMATS["ybb"]
    if start.removeprefix(yaneuraou.BOM).lstrip().startswith((b"#", b"//", b"sfen ")):
        return FORMATS["yaneuraou"]
    if sbk_file.looks_like_one(start, size):
        return FORMATS["sbk"]
    if apery.is_plausible(start, size):
        return FORMATS["apery"]
    formats = ", ".join(f"{each.name} ({each.suffix})" for each in FORMATS.values())
    first_line = start[:40].decode("utf-8", "replace").partition("\n")[0].rstrip("\r")
    is_text = first_line.isprintable() and "\ufffd" not in first_line
    raise BookError(Message("book-expected", {"formats": formats}), text=first_line if is_text else "")


def format_for(path: str | os.PathLike[str]) -> BookFormat:
    """The format of a file name's extension. Raises UnknownStyleError for an unknown extension."""
    suffix = Path(path).suffix.lower()
    for each in FORMATS.values():
        if each.suffix == suffix:
            return each
    endings = ", ".join(each.suffix for each in FORMATS.values())
    raise UnknownStyleError(f"expected a name that ends in {endings}, got {os.fspath(path)!r}")


def open_book(path: str | os.PathLike[str], *, format: str | None = None) -> Book:
    """Opens a book in the given format, or the one detected from its contents.

    Of a large file only the entries that are looked up are read; an SBK book is read as a whole. Raises
    OSError; BookError for a file that is not a book, with the place and the reason; UnknownStyleError for an
    unknown format.
    """
    if format is None:
        return detect(path).open(path)
    return _known(format).open(path)


def save(
    entries: Iterable[BookEntry],
    path: str | os.PathLike[str],
    *,
    format: str | None = None,
    prefer: Prefer = "deeper",
) -> None:
    """Writes a book, or any entries, to a file, in the given format or that of the file name's extension.

    The file appears when it is complete, so it may replace the book that is being read. Entries may come in
    any order; those of the same position are merged (:mod:`komadai.book.merge`). Raises OSError; BookError
    for entries that the format cannot store at all; UnknownStyleError.
    """
    known = format_for(path) if format is None else _known(format)
    with appearing(Path(path), durable=True) as hidden, hidden.open("wb") as file:
        try:
            known.write(ordered(entries, prefer), file)
        except UnicodeEncodeError as error:
            text = error.object[error.start : error.end]
            raise BookError("expected comments of whole characters, got half of one", text=text) from None


def _known(format: str) -> BookFormat:
    if format not in FORMATS:
        raise UnknownStyleError(f"expected a format of {', '.join(FORMATS)}, got {format!r}")
    return FORMATS[format]
