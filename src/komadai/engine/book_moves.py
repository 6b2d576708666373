"""The seam between the engine and its opening book: a move for a position, or none."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from komadai import Board, Move
from komadai.engine import openings
from komadai.engine.usi_options import Settings

if TYPE_CHECKING:
    from komadai.book import Book


_VARIETY = 50
"""See :func:`komadai.book.choice.choose`."""


class BookMoves:
    """What the options OwnBook, BookFile and OpeningVariety make of the book.

    A file is opened at once: raises BookError or OSError where it is none that can be read.
    """

    def __init__(self, settings: Settings) -> None:
        path = settings.text("BookFile")
        self._file: Book | None = None
        self._wanted = settings.chosen("OwnBook")
        self._varied = settings.chosen("OpeningVariety")
        if path and self._wanted:
            import komadai.book

            self._file = komadai.book.open(path)

    def choose(self, board: Board, chance: Random) -> Move | None:
        """A legal move to play without thinking, or None."""
        if not self._wanted:
            return None
        if self._file is not None:
            return self._file.choose(board, chance, variety=_VARIETY if self._varied else 0)
        return openings.choose(board, chance) if self._varied else None

    def close(self) -> None:
        """Closes the file, if there is one."""
        if self._file is not None:
            self._file.close()
            self._file = None
