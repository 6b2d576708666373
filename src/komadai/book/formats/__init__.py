"""The formats of opening books, one module each; `registry` is the table of all of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from komadai.book.formats.registry import FORMATS, BookFormat, detect, format_for, open_book, save

__all__ = ["FORMATS", "BookFormat", "detect", "format_for", "open_book", "save"]

if not TYPE_CHECKING:  # type checkers still report names that do not exist

    def __getattr__(name: str) -> object:
        # The registry imports every format; an engine that plays from one book needs only that one.
        if name not in __all__:
            raise AttributeError(f"module 'komadai.book.formats' has no attribute {name!r}")
        from komadai.book.formats import registry

        return getattr(registry, name)
