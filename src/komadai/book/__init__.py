"""Opening books: reading and writing the usual formats, making books from records and by search, choosing
moves.

>>> import komadai
>>> from random import Random
>>> book = komadai.book.own()
>>> board = komadai.Board()
>>> book.choose(board, Random(1)) in board.legal_moves
True

``komadai.book.open(path)`` opens a file of any :data:`FORMATS`, however large. Names are imported when they
are first used, so that an engine that only plays from a book does not load the readers of records.
"""

from __future__ import annotations

from importlib import import_module

TYPE_CHECKING = False
if TYPE_CHECKING:
    from komadai.book.book import Book, MemoryBook
    from komadai.book.entry import MATE, BookEntry, BookMove, Evaluation, Mark
    from komadai.book.formats.losses import lost
    from komadai.book.formats.registry import FORMATS, BookFormat, detect, format_for, save
    from komadai.book.formats.registry import open_book as open
    from komadai.book.making.build import Builder, Selection, build
    from komadai.book.making.external_sort import ordered
    from komadai.book.merge import combined, merged
    from komadai.book.search.expansion import Expansion, Line, Plan, Task, extend
    from komadai.book.shipped import own
    from komadai.errors import BookError

__all__ = [
    "FORMATS",
    "MATE",
    "Book",
    "BookEntry",
    "BookError",
    "BookFormat",
    "BookMove",
    "Builder",
    "Evaluation",
    "Expansion",
    "Line",
    "Mark",
    "MemoryBook",
    "Plan",
    "Selection",
    "Task",
    "build",
    "combined",
    "detect",
    "extend",
    "format_for",
    "lost",
    "merged",
    "open",
    "ordered",
    "own",
    "save",
]

_HOMES = {
    "book.book": ("Book", "MemoryBook"),
    "book.making.build": ("Builder", "Selection", "build"),
    "book.entry": ("MATE", "BookEntry", "BookMove", "Evaluation", "Mark"),
    "book.search.expansion": ("Expansion", "Line", "Plan", "Task", "extend"),
    "book.formats.registry": ("FORMATS", "BookFormat", "detect", "format_for", "open", "save"),
    "book.formats.losses": ("lost",),
    "book.merge": ("combined", "merged"),
    "book.shipped": ("own",),
    "book.making.external_sort": ("ordered",),
    "errors": ("BookError",),
}
_MODULE_OF = {name: f"komadai.{home}" for home, names in _HOMES.items() for name in names}

if not TYPE_CHECKING:  # type checkers still report names that do not exist

    def __getattr__(name: str) -> object:
        if name not in _MODULE_OF:
            raise AttributeError(f"module 'komadai.book' has no attribute {name!r}")
        value: object = getattr(import_module(_MODULE_OF[name]), "open_book" if name == "open" else name)
        globals()[name] = value
        return value
