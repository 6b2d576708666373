"""What the commands for books have in common: opening them, and where one is written."""

from __future__ import annotations

from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from komadai.cli.shared import output
from komadai.cli.shared.errors import Failure
from komadai.cli.shared.language import localized
from komadai.errors import BookError, UnknownStyleError

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Iterator

    from komadai.book import Book

ENDINGS = ".db (YaneuraOu), .ybb (its binary), .bin (Apery) or .sbk (ShogiGUI)"

OutputBook = Annotated[
    str,
    typer.Option(
        "--output",
        "-o",
        metavar="FILE",
        help=localized(
            f"The book to write: {ENDINGS}.",
            "書き出す定跡：.db（やねうら王）、.ybb（同バイナリ）、.bin（Apery）、.sbk（ShogiGUI）。",
        ),
    ),
]


def target(name: str, inputs: Container[object] = ()) -> Path:
    """Where a book is to be written; ``inputs`` are the identities of the files it may not overwrite.

    Raises BadParameter for a name that tells no format, no file, or one of these.
    """
    from komadai.book import format_for

    try:
        format_for(name)
    except UnknownStyleError as error:
        raise typer.BadParameter(str(error), param_hint="--output") from None
    return output.place(name, inputs, "--output")


def refuse_books(names: Iterable[str]) -> None:
    """Raises BadParameter if one of the game records named is a book, by its ending and what it holds."""
    from komadai.book import detect, format_for

    for name in names:
        try:
            # A record may begin as a book does (KIF with a #), but is not called like one.
            format_for(name)
            detect(name)
        except (UnknownStyleError, BookError, OSError):
            continue
        raise typer.BadParameter(f"{name} is a book, no game record; komadai book merge puts books together")


@contextmanager
def opened(name: str) -> Iterator[Book]:
    """A book. Errors out of it say which file is meant; what cannot be read at all is a Failure."""
    import komadai.book

    with naming(name), komadai.book.open(name) as book:
        yield book


class _Named(BookError):
    """An error that says which file is meant."""


@contextmanager
def naming(name: str) -> Iterator[None]:
    """Puts the name of the file before what is wrong with it; of several the innermost one."""
    try:
        yield
    except _Named:
        raise
    except BookError as error:
        raise _Named(f"{name}: {error}") from None
    except OSError as error:
        raise Failure(f"{name}: {error.strerror or error}") from None
