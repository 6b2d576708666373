"""``komadai book extend``: a book that an engine makes larger."""

from __future__ import annotations

import shlex
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from komadai.cli.book.files import naming, opened, target
from komadai.cli.shared.messages import counted
from komadai.cli.shared.signals import undisturbed

if TYPE_CHECKING:
    from komadai.book import MemoryBook, Task

_INTERRUPTED: Final = 130
_SAVE_SECONDS: Final = 60.0


def extend(
    book: Annotated[
        str, typer.Argument(metavar="BOOK", help="The book, .db; a new one is made where there is none.")
    ],
    positions: Annotated[
        int, typer.Option("--positions", "-n", min=1, metavar="NUMBER", help="Look at so many positions.")
    ] = 100,
    nodes: Annotated[
        int | None, typer.Option(min=1, metavar="NUMBER", help="So many nodes for each position.")
    ] = None,
    seconds: Annotated[
        float | None, typer.Option(min=0.001, metavar="SECONDS", help="So long for each position; else 1.")
    ] = None,
    engine: Annotated[
        str | None, typer.Option(metavar="COMMAND", help="Another USI engine; Komadai itself if left out.")
    ] = None,
    options: Annotated[
        list[str] | None, typer.Option("--option", metavar="NAME=VALUE", help="An option of the engine.")
    ] = None,
    jobs: Annotated[
        int, typer.Option(min=1, max=512, metavar="NUMBER", help="So many engines side by side.")
    ] = 1,
    lines: Annotated[
        int, typer.Option(min=1, max=50, metavar="NUMBER", help="So many moves of each position at most.")
    ] = 4,
    margin: Annotated[
        int, typer.Option(min=0, metavar="CENTIPAWNS", help="Leave out moves that lose more than this.")
    ] = 100,
    limit: Annotated[
        int, typer.Option(min=0, metavar="CENTIPAWNS", help="Go on where nobody is behind by more.")
    ] = 400,
    plies: Annotated[int, typer.Option(min=1, metavar="NUMBER", help="Go no deeper than this.")] = 60,
    roots: Annotated[
        list[str] | None,
        typer.Option("--root", metavar="SFEN", help="Where to begin; else the start of the even game."),
    ] = None,
) -> None:
    """Let an engine look at the most important positions of a book and behind it, and bring its scores up.

    The book is saved every minute and at the end, by Ctrl-C too; the same command goes on with it.

    Example: [b]komadai book extend mine.db -n 1000 --nodes 1000000[/]
    """
    from komadai.book import MemoryBook, Plan
    from komadai.book import extend as grow
    from komadai.engine.client.analyst import Analyst, Analysts

    path = target(book)
    if path.suffix.lower() != ".db":
        raise typer.BadParameter(
            "expected a .db: the other formats cannot hold scores with depths and replies"
        )
    plan = Plan(lines=lines, margin=margin, limit=limit, plies=plies)
    known = MemoryBook()
    if path.exists():
        with opened(book) as there:
            known = MemoryBook(there)
    before = len(known)
    told = Console(stderr=True)
    keeper = _Keeper(known, path, positions, told)
    command = shlex.split(engine) if engine is not None else None
    settings = dict(_option(each) for each in options or ())
    thought = seconds if seconds is not None or nodes is not None else 1.0
    done = 0
    interrupted = False
    with Analysts(lambda: Analyst(command, nodes=nodes, seconds=thought, options=settings), jobs) as analysts:
        try:
            try:
                with keeper.bar:
                    done = grow(
                        known,
                        analysts,
                        positions=positions,
                        plan=plan,
                        roots=roots or (),
                        jobs=jobs,
                        progress=keeper.passed,
                    )
            finally:
                keeper.save()
        except KeyboardInterrupt:  # in the middle, or while it was saved
            interrupted = True
            done = keeper.done
    end = (
        " (interrupted)" if interrupted else "; there is nothing more to look at" if done < positions else ""
    )
    told.print(
        f"{counted(done, 'position')} looked at, {len(known) - before:,} new ones; "
        f"{len(known):,} in the book{end}",
        highlight=False,
        soft_wrap=True,
    )
    if interrupted:
        raise typer.Exit(_INTERRUPTED)


class _Keeper:
    """Tells how far it is, and saves the book now and then."""

    def __init__(self, book: MemoryBook, path: Path, positions: int, told: Console) -> None:
        self.done = 0
        columns = (TextColumn("{task.fields[told]}"), BarColumn(), TimeElapsedColumn())
        self.bar = Progress(*columns, console=told, transient=True, disable=not told.is_terminal)
        self._task = self.bar.add_task("extend", total=positions, told="")
        self._book = book
        self._path = path
        self._saved = time.monotonic()

    def passed(self, done: int, task: Task) -> None:
        """So many positions are looked at."""
        self.done = done
        self.bar.update(
            self._task, completed=done, told=f"{done:,} looked at, {len(self._book):,} in the book"
        )
        if time.monotonic() - self._saved > _SAVE_SECONDS:
            self.save()

    def save(self) -> None:
        """Writes the book; Ctrl-C waits for it."""
        from komadai.book import save

        with naming(str(self._path)), undisturbed():
            save(self._book, self._path)
        self._saved = time.monotonic()


def _option(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals or not name:
        raise typer.BadParameter(f"expected NAME=VALUE, got {text!r}", param_hint="--option")
    return name, value
