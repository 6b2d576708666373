"""The records that a command is given: files, folders, archives, standard input, one after the other."""

from __future__ import annotations

import sys
from collections.abc import Container
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, BinaryIO, Final, TypeAlias, TypeVar

import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from komadai.cli.shared.console import say_what_is_read
from komadai.cli.shared.language import localized
from komadai.cli.shared.messages import Note
from komadai.cli.shared.output import identity
from komadai.errors import KomadaiError, RecordError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import TracebackType

    from komadai.kifu import Report, Visitor
    from komadai.kifu.reading.block_reader import Blocks
    from komadai.kifu.scan import Stream

    Record: TypeAlias = "tuple[str, bytes | Blocks | Exception]"

T = TypeVar("T")

STDIN: Final = "-"
Sources = Annotated[
    list[str],
    typer.Argument(
        metavar="IN...",
        help=localized(
            "Files, folders, archives (zip, tar, gz, zst), or [b]-[/] for standard input.",
            "ファイル、フォルダ、書庫（zip、tar、gz、zst）、[b]-[/] は標準入力。",
        ),
    ),
]
_EVERY: Final = 50
"""So many games pass between two movements of the bar."""


class NothingThere(RecordError):
    """A folder or an archive without any record."""


class Bar:
    """A progress bar on stderr, where a person looks on: the games, and how much of the files is read."""

    def __init__(self, console: Console) -> None:
        columns = (TextColumn("{task.fields[games]:,} games"), BarColumn(), TimeElapsedColumn())
        self._progress = Progress(*columns, console=console, transient=True, disable=not console.is_terminal)
        self._task = self._progress.add_task("read", total=None, games=0)
        self._games = 0
        self._total = 0
        self._position: Callable[[], int] = int

    def __enter__(self) -> Bar:
        self._progress.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._progress.stop()

    def games(self, more: int = 1) -> None:
        """So many more games are done."""
        before = self._games // _EVERY
        self._games += more
        if self._games // _EVERY != before or self._games < _EVERY:
            self.move()

    def follow(self, position: Callable[[], int], total: int) -> None:
        """From now on ``position`` tells how many of ``total`` bytes are read.

        With a total of 0 (standard input) there is no telling.
        """
        self._position, self._total = position, total
        self.move()

    def move(self) -> None:
        """Shows how far it is."""
        self._progress.update(
            self._task, completed=self._position(), total=self._total or None, games=self._games
        )


class _Identities(Container[object]):
    """Of files, asked of the disk when one is first looked for: mostly nothing is overwritten."""

    def __init__(self, files: Callable[[], Iterator[Path]]) -> None:
        self._files = files
        self._known: set[tuple[int, int]] | None = None

    def __contains__(self, each: object) -> bool:
        if each is None:
            return False
        if self._known is None:
            self._known = {found for file in self._files() if (found := identity(file))}
        return each in self._known


class Inputs:
    """What is to be read. All files are listed before any is written."""

    def __init__(self, sources: list[str]) -> None:
        """Raises BadParameter if standard input is named twice."""
        from komadai.kifu.scan import files

        if sources.count(STDIN) > 1:
            raise typer.BadParameter("standard input can be read only once")
        if "" in sources:
            raise typer.BadParameter("expected the name of a file, got nothing between the quotes")
        # As text, which is a fourth of a Path: there may be a million.
        self._sources = [
            (each, [] if each == STDIN else [str(file) for file in files(Path(each))]) for each in sources
        ]
        self.identities = _Identities(self._files)
        """What tells the files from all others."""

    def _files(self) -> Iterator[Path]:
        return (Path(name) for _, names in self._sources for name in names)

    def records(self, bar: Bar) -> Iterator[Record]:
        """Every record with its name, or what came in the way of reading it.

        An archive or folder without any gives a NothingThere. A large record comes as Blocks, which are
        there until the next record is asked for.
        """
        total = sum(map(_size, self._files()))
        done = 0
        for source, names in self._sources:
            if source == STDIN:
                say_what_is_read(localized("records", "棋譜"))
                yield from _or_nothing("stdin", sys.stdin.buffer)
            elif not names:
                yield source, NothingThere("there is no record in this folder")
            for path in map(Path, names):
                failed: OSError | None = None
                try:
                    with path.open("rb") as file:
                        bar.follow(_position(file, done), total)
                        yield from _or_nothing(str(path), file)
                except OSError as error:
                    failed = error
                done += _size(path)
                bar.follow(done.__int__, total)
                if failed is not None:
                    yield str(path), failed


def _position(file: BinaryIO, before: int) -> Callable[[], int]:
    """How to tell the bytes read of it and of what came before."""
    return (lambda: before + file.tell()) if file.seekable() else before.__int__


def _or_nothing(name: str, stream: Stream) -> Iterator[Record]:
    from komadai.kifu.scan import opened

    empty = True
    for each in opened(name, stream):
        empty = False
        yield each
    if empty:
        yield name, NothingThere("there is no record in it")


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0


def games(
    name: str,
    data: bytes | Blocks | Exception,
    visitor: Visitor[T],
    report: Report,
    on_error: Callable[[Note], None],
) -> Iterator[tuple[int, T]]:
    """The games of one record with their numbers (from 1); what cannot be read is told."""
    from komadai.kifu import parse

    if isinstance(data, Exception):
        on_error(Note.of_error(name, 0, data))
        return
    number = 0
    try:
        for number, game in enumerate(parse(data, visitor, report=report), 1):
            yield number, game
    except (KomadaiError, OSError) as error:
        # Without any game it is the file that cannot be read.
        on_error(Note.of_error(name, number and number + 1, error))
