"""Opening books, and paths of output books."""

from __future__ import annotations

from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from komadai.cli.shared import output
from komadai.cli.shared.errors import Failure, error_text
from komadai.cli.shared.language import localized
from komadai.cli.shared.options import option
from komadai.errors import BookError, UnknownStyleError

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Iterator

    from komadai.book import Book

ENDINGS = ".db (YaneuraOu), .ybb (its binary), .bin (Apery) or .sbk (ShogiGUI)"

OutputBook = Annotated[
    str,
    option(
        f"The book to write: {ENDINGS}.",
        "書き出す定跡：.db（やねうら王）、.ybb（同バイナリ）、.bin（Apery）、.sbk（ShogiGUI）。",
        "--output",
        "-o",
        metavar="FILE",
    ),
]


def target(name: str, inputs: Container[object] = ()) -> Path:
    """Checks the path of a new book; ``inputs`` are the identities of the files it may not overwrite.

    Raises BadParameter for a name without a known suffix, one that is no file, or an input file.
    """
    from komadai.book import format_for

    try:
        format_for(name)
    except UnknownStyleError as error:
        raise typer.BadParameter(error_text(error), param_hint="--output") from None
    return output.place(name, inputs, "--output")


def refuse_books(names: Iterable[str]) -> None:
    """Raises BadParameter if one of the named records is a book, by its extension and its contents."""
    from komadai.book import detect, format_for

    for name in names:
        try:
            # A record can begin like a book (KIF with a #), but has another suffix.
            format_for(name)
            detect(name)
        except (UnknownStyleError, BookError, OSError):
            continue
        raise typer.BadParameter(
            localized(
                f"{name} is a book, not a game record; komadai book merge merges books",
                f"{name} は棋譜ではなく定跡です。定跡をまとめるのは komadai book merge です",
            )
        )


@contextmanager
def opened(name: str) -> Iterator[Book]:
    """Opens a book. Errors contain its name; one that cannot be read at all raises Failure."""
    import komadai.book

    with naming(name), komadai.book.open(name) as book:
        yield book


class _NamedBookError(BookError):
    """A BookError with the name of the file."""


@contextmanager
def naming(name: str, *, written: bool = False) -> Iterator[None]:
    """Puts the file's name before the text of errors; of nested blocks the innermost name.

    With ``written`` it is a book that the block writes, whose folder is made.
    """
    if written:
        output.make_folder(Path(name).parent)
    try:
        yield
    except _NamedBookError:
        raise
    except BookError as error:
        colon = localized(": ", "：")
        raise _NamedBookError(f"{name}{colon}{error_text(error)}") from None
    except OSError as error:
        raise (Failure.not_written if written else Failure.not_read)(name, error) from None
