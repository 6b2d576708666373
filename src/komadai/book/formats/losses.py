"""The fields of entries that a format cannot store."""

from __future__ import annotations

from typing import TYPE_CHECKING

from komadai.book.formats.registry import FORMATS
from komadai.errors import UnknownStyleError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from komadai.book.entry import BookEntry


class Losses:
    """Collects, entry by entry, the fields that are lost. Raises UnknownStyleError for an unknown format."""

    def __init__(self, format: str) -> None:
        if format not in FORMATS:
            raise UnknownStyleError(f"expected a format of {', '.join(FORMATS)}, got {format!r}")
        self._lacks = FORMATS[format].lacks
        self._missing: set[str] = set()
        self._left = set(self._lacks)

    def note(self, entry: BookEntry) -> None:
        """Adds one entry."""
        for name in tuple(self._left):
            field, _, of = name.partition(" of ")
            if of == "positions":
                is_used = getattr(entry, field) not in (None, "", 0, ())
                is_used = is_used and not (field == "number" and entry.number == 1)
            else:
                is_used = any(getattr(each, field) not in (None, "", 0) for each in entry.moves)
            if is_used:
                self._missing.add(name)
                self._left.discard(name)

    def names(self) -> list[str]:
        """The fields that were lost, such as ``reply of moves``."""
        return [name for name in self._lacks if name in self._missing]


def lost(entries: Iterable[BookEntry], format: str) -> list[str]:
    """The fields of these entries that a format cannot store: ``reply of moves``, ``games of positions``.

    ``place of positions`` means that positions can be found but not listed.
    """
    losses = Losses(format)
    for entry in entries:
        losses.note(entry)
    return losses.names()
