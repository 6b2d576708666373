"""``komadai convert``: game records of any format to any other, or only checked."""

from __future__ import annotations

import json
import os
import sys
from dataclasses import asdict, dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from komadai.cli import output
from komadai.errors import KomadaiError, RecordError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from komadai.kifu import Deviation, Format, Game

STDIN: Final = "-"
JAPANESE: Final = ("kif", "ki2")
"""The formats that are also kept in Shift_JIS."""


class Encoding(StrEnum):
    """The encodings records are written in."""

    UTF_8 = "utf-8"
    CP932 = "cp932"


@dataclass(frozen=True, slots=True)
class Note:
    """A warning or an error, and where it belongs."""

    file: str
    game: int
    """From 1; 0 if the file as a whole is meant."""
    line: int
    column: int
    text: str
    message: str

    def __str__(self) -> str:
        where = [self.file]
        if self.game > 1:
            where.append(f"game {self.game}")
        if self.line:
            where.append(f"line {self.line}, column {self.column}" if self.column else f"line {self.line}")
        sentence = ": ".join([*where, self.message, *([repr(self.text)] if self.text else [])])
        # What stands in a file or its name must not steer the terminal.
        return "".join(each if each.isprintable() else "\ufffd" for each in sentence)


@dataclass(slots=True)
class Summary:
    """What was done. The notes themselves are only kept for ``--json``."""

    keeps: bool
    files: int = 0
    games: int = 0
    written: int = 0
    warned: int = 0
    failed: int = 0
    lossy: int = 0
    warnings: list[Note] = field(default_factory=list)
    errors: list[Note] = field(default_factory=list)
    losses: list[dict[str, object]] = field(default_factory=list)

    def json(self) -> str:
        """One object in one line."""
        notes = {
            key: [asdict(note) for note in each]
            for key, each in (("warnings", self.warnings), ("errors", self.errors))
        }
        counts = {"files": self.files, "games": self.games, "written": self.written}
        return json.dumps(counts | notes | {"losses": self.losses})

    def sentence(self) -> str:
        """For people."""
        counts = (
            (self.files, "file"),
            (self.games, "game"),
            (self.warned, "warning"),
            (self.failed, "error"),
        )
        parts = [f"{count:,} {name}{'' if count == 1 else 's'}" for count, name in counts]
        return f"{', '.join(parts[:2])}, {self.written:,} written; {', '.join(parts[2:])}"


def convert(
    sources: Annotated[
        list[str],
        typer.Argument(
            metavar="IN...",
            help="Files, folders, archives (zip, tar, gz, zst), or [b]-[/] for standard input.",
        ),
    ],
    out: Annotated[
        str | None,
        typer.Option(
            "--output",
            "-o",
            metavar="OUT",
            help="A file, a folder (it exists, or ends with /) for a file a game, or [b]-[/] for the screen.",
        ),
    ] = None,
    to: Annotated[
        str | None,
        typer.Option(
            metavar="FORMAT", help="kif, ki2, csa, usi, jkf, usen …; if left out, OUT's ending tells."
        ),
    ] = None,
    encoding: Annotated[
        Encoding, typer.Option(metavar="NAME", help="utf-8, or cp932 (Shift_JIS) for KIF and KI2.")
    ] = Encoding.UTF_8,
    check: Annotated[
        bool, typer.Option("--check", help="Write nothing; status 1 if there is a warning.")
    ] = False,
    strict: Annotated[
        bool, typer.Option("--strict", help="Do not write games with warnings; status 1 if there is one.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="The summary for programs.")] = False,
) -> None:
    """Convert game records: any format, any encoding, any number.

    Example: [b]komadai convert games/ -o games.csa[/]
    """
    if sources.count(STDIN) > 1:
        raise typer.BadParameter("standard input can be read only once")
    if check and (out is not None or to is not None):
        raise typer.BadParameter("--check writes nothing: leave out --output and --to")
    inputs = [(source, _files(source)) for source in sources]
    format = None if check else _format(out, to)
    if encoding is Encoding.CP932 and (format is None or format.key not in JAPANESE):
        raise typer.BadParameter("cp932 is for what is written as KIF or KI2", param_hint="--encoding")
    identities = {each for _, files in inputs for file in files if (each := output.identity(file))}
    target = output.Output() if format is None else _target(out, format, identities)
    console = Console(stderr=True)
    run = _Run(Summary(as_json), target, format, encoding, strict, console)
    try:
        run.all(inputs)
        target.close()
    finally:
        target.discard()
    summary = run.summary
    if as_json:
        # Out of the way of the records.
        print(summary.json(), file=sys.stderr if isinstance(target, output.Screen) else sys.stdout)
    else:
        if format and run.first_loss:
            games = f"{summary.lossy:,} game{'' if summary.lossy == 1 else 's'}"
            run.say(
                f"{format.name} cannot hold all of {games} (--json lists it). The first: {run.first_loss}"
            )
        run.say(summary.sentence())
    if summary.failed or (summary.warned and (check or strict)):
        raise typer.Exit(1)


def _files(source: str) -> list[Path]:
    """All files to read, listed before any is written; nothing for standard input."""
    from komadai.kifu.scan import files

    return [] if source == STDIN else list(files(Path(source)))


def _format(out: str | None, to: str | None) -> Format:
    from komadai.kifu import FORMATS

    writable = {key: each for key, each in FORMATS.items() if each.write}
    if to is not None:
        if to not in writable:
            raise typer.BadParameter(
                f"expected a format of {', '.join(writable)}, got {to!r}", param_hint="--to"
            )
        return writable[to]
    if out is None:
        raise typer.BadParameter("say what to make of it: -o OUT, --to FORMAT or --check")
    for each in writable.values():
        if not _is_folder(out) and Path(out).suffix.lower() in each.suffixes:
            return each
    raise typer.BadParameter(f"the format does not show in {out!r}; name it with --to", param_hint="--output")


def _is_folder(out: str) -> bool:
    return out.endswith(("/", os.sep)) or Path(out).is_dir()


def _target(out: str | None, format: Format, inputs: set[tuple[int, int]]) -> output.Output:
    if out is None or out == STDIN:
        return output.Screen(format)
    if _is_folder(out):
        return output.Folder(Path(out), format, inputs)
    path = Path(os.path.realpath(out))  # a link stays a link
    if output.identity(path) in inputs:
        raise typer.BadParameter(
            f"{out} is one of the files that are read; it is not overwritten", param_hint="--output"
        )
    if path.exists() and not path.is_file():
        raise typer.BadParameter(f"{out} is no file (for standard output write -o -)", param_hint="--output")
    if not path.parent.is_dir():
        raise typer.BadParameter(f"there is no folder {path.parent}", param_hint="--output")
    return output.OneFile(path, format)


class _Run:
    """Reads game after game and passes each on."""

    def __init__(
        self,
        summary: Summary,
        target: output.Output,
        format: Format | None,
        encoding: Encoding,
        strict: bool,
        console: Console,
    ) -> None:
        self.summary = summary
        self.first_loss = ""
        self._target = target
        self._format = format
        self._encoding = encoding
        self._strict = strict
        self._console = console

    def all(self, inputs: list[tuple[str, list[Path]]]) -> None:
        """Everything, with a progress bar on stderr where a person looks on."""
        columns = (
            TextColumn("{task.completed}/{task.total} files, {task.fields[games]} games"),
            BarColumn(),
            TimeElapsedColumn(),
        )
        total = sum(max(1, len(files)) for _, files in inputs)
        with Progress(
            *columns, console=self._console, transient=True, disable=not self._console.is_terminal
        ) as progress:
            task = progress.add_task("convert", total=total, games=0)
            for source, files in inputs:
                for name, records in self._opened(source, files):
                    before = self.summary.files
                    for record, data in records:
                        self._record(record, data)
                        progress.update(task, games=self.summary.games)
                    if self.summary.files == before:
                        self._error(name, 0, RecordError("there is no record in it"))
                    progress.advance(task)
                if source != STDIN and not files:
                    self._error(source, 0, RecordError("there is no record in this folder"))
                    progress.advance(task)

    def say(self, sentence: str) -> None:
        """A line on stderr, above the progress bar."""
        self._console.print(sentence, markup=False, highlight=False, soft_wrap=True)

    def _opened(
        self, source: str, files: list[Path]
    ) -> Iterator[tuple[str, Iterator[tuple[str, bytes | Exception]]]]:
        from komadai.kifu.scan import records, unpacked

        if source == STDIN:
            yield "stdin", unpacked("stdin", sys.stdin.buffer)
        for file in files:
            yield str(file), records(file)

    def _record(self, name: str, data: bytes | Exception) -> None:
        """One record, of one game or several."""
        from komadai.kifu import GameBuilder, Report, parse

        self.summary.files += 1
        if isinstance(data, Exception):
            self._error(name, 0, data)
            return
        report = Report()
        games = parse(data, GameBuilder(), report=report)
        number = 0
        while True:
            try:
                game = next(games, None)
            except KomadaiError as error:
                self._error(name, number and number + 1, error)  # without any game it is the file
                break
            if game is None:
                break
            number += 1
            self.summary.games += 1
            self._game(name, number, game)
        self._warn(name, 0, report.since_last_game())

    def _game(self, name: str, number: int, game: Game) -> None:
        from komadai.kifu import losses, write

        self._warn(name, number, game.warnings)
        clean = not game.warnings
        if self._format is None or (self._strict and not clean):
            return
        try:
            text = write(game, self._format.key)
        except KomadaiError as error:
            self._error(name, number, error)
            return
        lost = losses(game, text, self._format.key)
        missing = self._not_encodable(text)
        self._warn(name, number, missing)
        if self._strict and missing:
            return
        self._target.put(name, number, text.encode(self._encoding.value, "replace"))
        self.summary.written += 1
        if lost:
            self.summary.lossy += 1
            if self.summary.keeps:
                self.summary.losses.append({"file": name, "game": number, "lost": lost})
            elif not self.first_loss:
                self.first_loss = str(Note(name, number, 0, 0, "", ", ".join(lost)))

    def _not_encodable(self, text: str) -> list[Deviation]:
        from komadai.kifu import Deviation

        message = f"{self._encoding.value} has no such character; written as ?"
        found = [each for each in dict.fromkeys(text) if not _fits(each, self._encoding.value)]
        return [Deviation(0, 0, each, message) for each in found]

    def _warn(self, name: str, number: int, deviations: list[Deviation]) -> None:
        for each in deviations:
            note = Note(name, number, each.line, each.column, each.text, each.message)
            self.summary.warned += 1
            if self.summary.keeps:
                self.summary.warnings.append(note)
            else:
                self.say(f"warning: {note}")

    def _error(self, name: str, number: int, error: Exception) -> None:
        if isinstance(error, RecordError):
            note = Note(name, number, error.line, error.column, error.text, error.reason)
        elif isinstance(error, OSError):
            note = Note(name, number, 0, 0, "", f"cannot be read: {error.strerror or error}")
        else:
            note = Note(name, number, 0, 0, "", str(error))
        self.summary.failed += 1
        if self.summary.keeps:
            self.summary.errors.append(note)
        else:
            self.say(f"error: {note}")


def _fits(character: str, encoding: str) -> bool:
    try:
        character.encode(encoding)
    except UnicodeEncodeError:
        return False
    return True
