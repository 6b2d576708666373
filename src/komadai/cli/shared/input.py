"""The records of a command's arguments: files, folders, archives, standard input, one after the other."""

from __future__ import annotations

import sys
from collections.abc import Container
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, BinaryIO, Final, TypeAlias, TypeVar

import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from komadai.cli.shared.console import note_waiting_for_input
from komadai.cli.shared.language import localized
from komadai.cli.shared.messages import Note
from komadai.cli.shared.options import argument
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
    argument(
        "Files, folders, archives (zip, tar, gz, zst), or [b]-[/] for standard input.",
        "ファイル、フォルダ、書庫（zip、tar、gz、zst）、[b]-[/] は標準入力。",
        metavar="IN...",
    ),
]
_EVERY: Final = 50
"""Games between two updates of the bar."""


class NoRecordError(RecordError):
    """A folder or an archive contains no record."""


class Bar:
    """A progress bar on stderr, if that is a terminal: the number of games and the part of the files read."""

    def __init__(self, console: Console) -> None:
        columns = (
            TextColumn(localized("{task.fields[games]:,} games", "{task.fields[games]:,}局")),
            BarColumn(),
            TimeElapsedColumn(),
        )
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
        """Counts ``more`` games as done."""
        before = self._games // _EVERY
        self._games += more
        if self._games // _EVERY != before or self._games < _EVERY:
            self.move()

    def follow(self, position: Callable[[], int], total: int) -> None:
        """From now on ``position`` returns how many of ``total`` bytes are read.

        A total of 0 (standard input) means unknown.
        """
        self._position, self._total = position, total
        self.move()

    def move(self) -> None:
        """Updates the bar."""
        self._progress.update(
            self._task, completed=self._position(), total=self._total or None, games=self._games
        )


class _Identities(Container[object]):
    """Identities of files, read from the disk when one is first needed; most commands overwrite nothing."""

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
    """The input of a command. All files are listed before any is written."""

    def __init__(self, sources: list[str]) -> None:
        """Raises BadParameter if standard input is named twice."""
        from komadai.kifu.scan import files

        if sources.count(STDIN) > 1:
            raise typer.BadParameter(
                localized("standard input can be read only once", "標準入力は一度しか読めません")
            )
        if "" in sources:
            raise typer.BadParameter(
                localized("expected the name of a file, got an empty one", "ファイル名が空です")
            )
        # As text, which is a fourth of a Path: there may be a million.
        self._sources = [
            (each, [] if each == STDIN else [str(file) for file in files(Path(each))]) for each in sources
        ]
        self.identities: Final = _Identities(self._files)
        """The identities of the input files."""

    def _files(self) -> Iterator[Path]:
        return (Path(name) for _, names in self._sources for name in names)

    def records(self, bar: Bar) -> Iterator[Record]:
        """Every record with its name, or the error that stopped its reading.

        An archive or folder without any record gives a NoRecordError. A large record is returned as Blocks,
        which are valid until the next record is requested.
        """
        total = sum(map(_size, self._files()))
        done = 0
        for source, names in self._sources:
            if source == STDIN:
                note_waiting_for_input(localized("records", "棋譜"))
                yield from _or_nothing("stdin", sys.stdin.buffer)
            elif not names:
                yield (
                    source,
                    NoRecordError(
                        localized("there is no record in this folder", "このフォルダに棋譜がありません")
                    ),
                )
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
    """A function that returns the bytes read of this file and of those before it."""
    return (lambda: before + file.tell()) if file.seekable() else before.__int__


def _or_nothing(name: str, stream: Stream) -> Iterator[Record]:
    from komadai.kifu.scan import opened

    empty = True
    for each in opened(name, stream):
        empty = False
        yield each
    if empty:
        yield name, NoRecordError(localized("there is no record in it", "棋譜がありません"))


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
    """The games of one record with their numbers (from 1). Errors go to ``on_error``."""
    from komadai.kifu import parse

    if isinstance(data, Exception):
        on_error(Note.of_error(name, 0, data))
        return
    number = 0
    try:
        for number, game in enumerate(parse(data, visitor, report=report), 1):
            yield number, game
    except (KomadaiError, OSError) as error:
        # Without any game the error is about the file.
        on_error(Note.of_error(name, number and number + 1, error))
