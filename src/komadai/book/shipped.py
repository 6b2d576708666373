"""The book that comes with Komadai, made from its own games and search by ``tools/own_book.py``."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from komadai.book.book import Book

PATH: Final = Path(__file__).with_name("own.db")


@cache
def own() -> Book:
    """Komadai's own book. It is opened once and never closed. Raises OSError if the file is missing."""
    from komadai.book.formats.yaneuraou import YaneuraOuBook  # late: the engine needs only the path

    return YaneuraOuBook(PATH)
