"""The engine's opening book: Komadai's own or a file."""

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
"""The options of the opening book."""

_NONE: Final = "no_book"
"""YaneuraOu's name for no book, which GUIs send."""


class BookMoves:
    """The book that the options select: Komadai's own, or the file of BookFile.

    A file is opened at once: raises BookError or OSError if it cannot be read. Komadai's own book is opened
    when it is first needed, and is used only with OpeningVariety.
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
        self.error: str = ""
        """The error of the last look-up; empty without one."""
        if path and self._wanted:
            import komadai.book

            self._file = komadai.book.open(path)

    def prepare(self) -> None:
        """Looks up one position, so that imports do not delay the first move, when a clock runs."""
        self.choose(Board(), Random(0))

    def choose(self, board: Board, rng: Random) -> Move | None:
        """A legal move of the book, or None. A damaged book gives None; see :attr:`error`."""
        self.error = ""
        if not self._wanted or board.move_number > self._moves:
            return None
        try:
            book = self._file if self._file is not None else _own()
            return book.choose(board, rng, variety=self._variety, margin=self._margin, flipped=self._flipped)
        except (BookError, OSError) as error:
            self.error = f"the book: {error}"
            return None

    def close(self) -> None:
        """Closes the file."""
        if self._file is not None:
            self._file.close()
            self._file = None


def _own() -> Book:
    # Imported late: the engine must answer a GUI before it needs a book.
    from komadai.book.shipped import own

    return own()
