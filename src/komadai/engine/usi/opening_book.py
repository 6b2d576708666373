"""The engine and its opening book: a move for a position, or none."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Final

from komadai import Board, Move
from komadai.engine.usi.options import Settings
from komadai.errors import BookError

if TYPE_CHECKING:
    from komadai.book import Book

OPTIONS: Final = (
    "OwnBook",
    "BookFile",
    "BookMoves",
    "BookVariety",
    "BookMargin",
    "FlippedBook",
    "OpeningVariety",
)
"""The options that say which book is played from, and how."""

_NONE: Final = "no_book"
"""What GUIs that know YaneuraOu name where no book is wanted."""


class BookMoves:
    """What the options make of the book: Komadai's own, or the file that BookFile names.

    A file is opened at once: raises BookError or OSError where it is none that can be read. Komadai's own
    book is opened when it is first asked, and only played from with OpeningVariety.
    """

    def __init__(self, settings: Settings) -> None:
        path = settings.text("BookFile")
        wanted = settings.chosen("OwnBook") and path != _NONE
        self._file: Book | None = None
        self._varied = settings.chosen("OpeningVariety")
        self._wanted = wanted and (bool(path) or self._varied)
        self._moves = settings.number("BookMoves")
        self._variety = settings.number("BookVariety") if self._varied else 0
        self._margin = settings.number("BookMargin")
        self._flipped = settings.chosen("FlippedBook")
        self.trouble = ""
        """What was wrong with the book when it was last asked."""
        if path and self._wanted:
            import komadai.book

            self._file = komadai.book.open(path)

    def prepare(self) -> None:
        """Looks into the book once: its first move must not wait, when a clock runs, for what is imported."""
        self.choose(Board(), Random(0))

    def choose(self, board: Board, chance: Random) -> Move | None:
        """A legal move to play without thinking, or None. A damaged book is none; see :attr:`trouble`."""
        self.trouble = ""
        if not self._wanted or board.move_number > self._moves:
            return None
        try:
            book = self._file if self._file is not None else _own()
            return book.choose(
                board, chance, variety=self._variety, margin=self._margin, flipped=self._flipped
            )
        except (BookError, OSError) as error:
            self.trouble = f"the book: {error}"
            return None

    def close(self) -> None:
        """Closes the file, if there is one."""
        if self._file is not None:
            self._file.close()
            self._file = None


def _own() -> Book:
    # Imported late: the engine must answer a GUI before it needs a book.
    from komadai.book.shipped import own

    return own()
