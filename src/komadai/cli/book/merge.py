"""``komadai book merge``: several books as one; of a single book, another format or a sorted copy."""

from __future__ import annotations

import json
from contextlib import ExitStack
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Final

import typer
from rich.console import Console
from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

from komadai.cli.book.files import OutputBook, naming, opened, target
from komadai.cli.shared.messages import counted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from komadai.book import Book, BookEntry

_INTERRUPTED: Final = 130
_EVERY: Final = 1000


class Preferred(StrEnum):
    """Whose score stays."""

    DEEPER = "deeper"
    FIRST = "first"
    LAST = "last"


def merge(
    books: Annotated[list[str], typer.Argument(metavar="BOOK...", help="Books of any formats.")],
    out: OutputBook,
    prefer: Annotated[
        Preferred,
        typer.Option(metavar="WHICH", help="Whose score stays where books differ: deeper, first or last."),
    ] = Preferred.DEEPER,
    as_json: Annotated[bool, typer.Option("--json", help="The summary for programs.")] = False,
) -> None:
    """Put books together, or convert one: the ending of FILE says into which format.

    Counts, wins and losses of the same move are added up; score, depth and reply are those that were searched
    deeper. What the format of FILE cannot hold is told.

    Example: [b]komadai book merge mine.db theirs.sbk -o both.db[/]
    """
    from komadai.book import format_for, save
    from komadai.book.formats.apery import AperyBook
    from komadai.book.formats.losses import Losses

    path = target(out)
    told = Console(stderr=True)
    losses = Losses(format_for(path).key)
    columns = (SpinnerColumn(), TextColumn("{task.fields[told]}"), TimeElapsedColumn())
    with ExitStack() as stack:
        opened_books = [(name, stack.enter_context(opened(name))) for name in books]
        bar = stack.enter_context(
            Progress(*columns, console=told, transient=True, disable=not told.is_terminal)
        )
        task = bar.add_task("merge", total=None, told="")
        counts = [0, 0]
        unplaced: dict[str, int] = {}

        def entries() -> Iterator[BookEntry]:
            for name, book in opened_books:
                before = counts[1]
                for entry in _named(name, book):
                    losses.note(entry)
                    counts[0] += 1
                    counts[1] += len(entry.moves)
                    if counts[0] % _EVERY == 0:
                        bar.update(task, told=counted(counts[0], "position"))
                    yield entry
                # Its positions are found by playing; what they have not been found for is not copied.
                if isinstance(book, AperyBook) and len(book) > counts[1] - before:
                    unplaced[name] = len(book) - (counts[1] - before)

        try:
            with naming(out):
                save(entries(), path, prefer=prefer.value)
        except KeyboardInterrupt:
            told.print(f"interrupted; {out} is as it was", markup=False, highlight=False)
            raise typer.Exit(_INTERRUPTED) from None
    lost = losses.names()
    if as_json:
        print(json.dumps({"positions": counts[0], "moves": counts[1], "lost": lost, "unplaced": unplaced}))
        return
    told.print(f"{counted(counts[0], 'position')} read, {counted(counts[1], 'move')}", highlight=False)
    for name, moves in unplaced.items():
        told.print(
            f"{name}: {counted(moves, 'move')} left out, of positions that the book's moves do not lead to",
            markup=False,
            highlight=False,
            soft_wrap=True,
        )
    if lost:
        told.print(f"{out} cannot hold: {', '.join(lost)}", markup=False, highlight=False, soft_wrap=True)


def _named(name: str, book: Book) -> Iterator[BookEntry]:
    with naming(name):
        yield from book
