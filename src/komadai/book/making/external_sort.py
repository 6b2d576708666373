"""Sorts any number of entries by position, with temporary files if they do not fit into memory."""

from __future__ import annotations

import pickle
from contextlib import ExitStack
from tempfile import TemporaryFile
from typing import IO, TYPE_CHECKING, Final

from komadai.book.merge import Prefer, combined, merged

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from komadai.book.entry import BookEntry

HELD: Final = 200_000
"""The number of positions kept in memory: about 200 MB."""


def ordered(entries: Iterable[BookEntry], prefer: Prefer = "deeper", held: int = HELD) -> Iterator[BookEntry]:
    """The entries sorted by the bytes of their positions, one for each position.

    Entries of the same position are merged by the rules of :mod:`komadai.book.merge`, in their order. Raises
    OSError if the disk is full.
    """
    with ExitStack() as stack:
        parts: list[IO[bytes]] = []
        heap: dict[str, BookEntry] = {}
        for entry in entries:
            known = heap.get(entry.place)
            heap[entry.place] = entry if known is None else combined(known, entry, prefer)
            if len(heap) >= held:
                parts.append(stack.enter_context(TemporaryFile()))
                _spill(heap, parts[-1])
                heap = {}
        last = (heap[place] for place in sorted(heap))
        if parts:
            yield from merged([*map(_spilled, parts), last], prefer)
        else:
            yield from last


def _spill(heap: dict[str, BookEntry], part: IO[bytes]) -> None:
    for place in sorted(heap):
        pickle.dump(heap[place], part, pickle.HIGHEST_PROTOCOL)
    part.seek(0)


def _spilled(part: IO[bytes]) -> Iterator[BookEntry]:
    """The entries of a temporary file, written by this process."""
    while True:
        try:
            entry: BookEntry = pickle.load(part)
        except EOFError:
            return
        yield entry
