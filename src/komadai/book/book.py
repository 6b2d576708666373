"""Opening books: the entry of a position, a move to play, and all positions in turn."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import replace
from typing import TYPE_CHECKING

from komadai._core import Board
from komadai.book import move_choice
from komadai.book.entry import BookEntry, BookMove, position_key, turned, turned_place
from komadai.book.merge import combined

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from random import Random
    from types import TracebackType
    from typing import Self

    from komadai._core import Move


class Book(ABC):
    """An opening book. Made by :func:`komadai.book.open`, :func:`komadai.book.build` and others.

    A book on disk keeps its file open until :meth:`close`; it is a context manager, too. Several threads may
    use it at the same time.
    """

    def entry(self, position: Board | str, *, flipped: bool = False) -> BookEntry | None:
        """The book's entry of a position, without moves that are illegal there; None if it has none.

        ``position`` is a board or an SFEN. With ``flipped`` a position that is not in the book is also looked
        up with the board rotated and the colours exchanged. Raises SfenError for an invalid SFEN, BookError
        if the file is damaged.
        """
        board = Board(position) if isinstance(position, str) else position
        place = position_key(board)
        found = self._find(place)
        if found is None and flipped:
            found = self._find(turned_place(place))
            found = turned(found) if found is not None else None
        if found is None:
            return None
        if all(board.is_legal(each.move) for each in found.moves):
            return found
        return replace(found, moves=tuple(each for each in found.moves if board.is_legal(each.move)))

    def get(self, position: Board | str, *, flipped: bool = False) -> tuple[BookMove, ...]:
        """The legal moves of the book in a position, in its order; empty if the position is not in the book.

        Arguments and errors are those of :meth:`entry`.
        """
        found = self.entry(position, flipped=flipped)
        return found.moves if found is not None else ()

    def choose(
        self,
        position: Board | str,
        rng: Random,
        *,
        variety: int = move_choice.VARIETY,
        margin: int = move_choice.MARGIN,
        flipped: bool = False,
    ) -> Move | None:
        """A legal move to play, None if the book has none. See :func:`komadai.book.move_choice.choose`."""
        chosen = move_choice.choose(self.get(position, flipped=flipped), rng, variety, margin)
        return chosen.move if chosen is not None else None

    @abstractmethod
    def __iter__(self) -> Iterator[BookEntry]:
        """Every position, read when it is needed. Moves of a faulty file may be illegal."""

    @abstractmethod
    def _find(self, place: str) -> BookEntry | None:
        """The entry of this position."""

    def close(self) -> None:  # noqa: B027 (a book in memory has nothing to close)
        """Closes the file. Calling it again does nothing."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


class MemoryBook(Book):
    """A book in memory that can be changed."""

    def __init__(self, entries: Iterable[BookEntry] = ()) -> None:
        """Entries of the same position are merged by the rules of :mod:`komadai.book.merge`."""
        self._entries: dict[str, BookEntry] = {}
        for each in entries:
            self.add(each)

    def add(self, entry: BookEntry) -> None:
        """Merges an entry into that of its position."""
        known = self._entries.get(entry.place)
        self._entries[entry.place] = entry if known is None else combined(known, entry)

    def put(self, entry: BookEntry) -> None:
        """Replaces the entry of its position."""
        self._entries[entry.place] = entry

    def __len__(self) -> int:
        return len(self._entries)

    def __iter__(self) -> Iterator[BookEntry]:
        return iter(self._entries.values())

    def _find(self, place: str) -> BookEntry | None:
        return self._entries.get(place)
