"""``komadai tsume mine``: new problems from games."""

from __future__ import annotations

import json
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final, TextIO

import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from komadai.cli.shared.errors import Failure
from komadai.cli.shared.messages import Note, counted
from komadai.cli.shared.signals import undisturbed
from komadai.errors import RangeError

if TYPE_CHECKING:
    from komadai.tsume import Problem

_INTERRUPTED: Final = 130


def mine(
    paths: Annotated[
        list[str] | None,
        typer.Argument(metavar="PATHS...", help="Records: files, folders, archives (zip, tar, gz, zst)."),
    ] = None,
    games: Annotated[
        int, typer.Option(min=0, metavar="NUMBER", help="So many games are played for it, weakly and fast.")
    ] = 0,
    least: Annotated[int, typer.Option(min=1, max=15, metavar="PLIES", help="The shortest wanted.")] = 1,
    most: Annotated[int, typer.Option(min=1, max=15, metavar="PLIES", help="The longest wanted.")] = 15,
    attempts: Annotated[
        int,
        typer.Option(
            min=0, metavar="NUMBER", help="Small changes to try on each, for each ply: more of them."
        ),
    ] = 0,
    seed: Annotated[int, typer.Option(metavar="NUMBER", help="The same one finds the same again.")] = 0,
    output: Annotated[
        Path | None,
        typer.Option(
            "--output", "-o", metavar="FILE", help="Append JSON lines to it; goes on where it stopped."
        ),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="A line for each problem, for programs.")] = False,
) -> None:
    """Find mate problems in games: one solution, no piece too many, none left over.

    Example: [b]komadai tsume mine games/ --least 3 -o found.jsonl[/]
    """
    if not paths and not games:
        raise typer.BadParameter("expected records, or --games NUMBER to have some played")
    if least > most:
        raise RangeError(f"--least {least} is more than --most {most}")
    told = Console(stderr=True)
    with ExitStack() as stack:
        mining = _Mining(told, as_json)
        if output is not None:
            try:
                mining.known(output)
                mining.file = stack.enter_context(output.open("a", encoding="utf-8"))
            except OSError as error:
                raise Failure(f"{output}: {error.strerror or error}") from None
        stack.enter_context(mining.bar)
        status = mining.all(paths or [], games, least, most, attempts, seed)
    told.print(f"{counted(mining.found, 'problem')} in {counted(mining.done, 'game')}", highlight=False)
    if status:
        raise typer.Exit(status)


class _Mining:
    """What was found so far, and where it goes."""

    def __init__(self, told: Console, as_json: bool) -> None:
        self.file: TextIO | None = None
        """None: standard output."""
        self.found = 0
        self.done = 0
        """Games."""
        columns = (TextColumn("{task.fields[told]}"), BarColumn(), TimeElapsedColumn())
        self.bar = Progress(*columns, console=told, transient=True, disable=not told.is_terminal)
        self._told = told
        self._as_json = as_json
        self._task = self.bar.add_task("mine", total=None, told="")
        self._ids: set[str] = set()
        self._skip = 0

    def known(self, path: Path) -> None:
        """Takes in what an earlier run left in the file."""
        if not path.exists():
            return
        for number, text in enumerate(path.read_text("utf-8", "replace").splitlines(), 1):
            try:
                line: dict[str, Any] = json.loads(text)
                self._ids.add(line["id"])
                # The last game may have been left in its midst.
                self._skip = max(self._skip, int(line["game"]) - 1)
            except (ValueError, KeyError, TypeError):
                raise Failure(
                    f"{path}, line {number}: expected a problem as tsume mine writes it; nothing was changed"
                ) from None

    def all(self, paths: list[str], games: int, least: int, most: int, attempts: int, seed: int) -> int:
        """Finds all there is; returns the exit status."""
        from komadai.tsume import mine

        failed = False

        def tell(name: str, error: Exception) -> None:
            nonlocal failed
            failed = True
            self._told.print(f"error: {Note.of_error(name, 0, error)}", markup=False, highlight=False)

        try:
            for problem in mine(
                *paths,
                games=games,
                seed=seed,
                least=least,
                most=most,
                attempts=attempts,
                skip=self._skip,
                on_error=tell,
                progress=self._passed,
            ):
                with undisturbed():
                    self._take(problem)
        except KeyboardInterrupt:
            return _INTERRUPTED
        return 1 if failed else 0

    def _passed(self, games: int) -> None:
        self.done = games
        self.bar.update(self._task, told=f"{counted(games, 'game')}, {counted(self.found, 'problem')}")

    def _take(self, problem: Problem) -> None:
        if problem.id in self._ids:
            return
        self._ids.add(problem.id)
        self.found += 1
        line = json.dumps(_facts(problem, self.done + 1), ensure_ascii=False)
        if self.file is not None:
            self.file.write(f"{line}\n")
            self.file.flush()
        elif self._as_json:
            print(line, flush=True)
        else:
            moves = " ".join(move.usi() for move in problem.moves)
            print(f"{problem.plies:2} {problem.difficulty.score:5}  {problem.sfen}  {moves}", flush=True)


def _facts(problem: Problem, game: int) -> dict[str, object]:
    told = problem.difficulty
    return {
        "id": problem.id,
        "sfen": problem.sfen,
        "plies": problem.plies,
        "moves": [move.usi() for move in problem.moves],
        "difficulty": told.score,
        "nodes": told.nodes,
        "checks": told.checks,
        "tempting": told.tempting,
        "source": problem.source,
        "game": game,
    }
