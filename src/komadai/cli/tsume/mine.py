"""``komadai tsume mine``: finds problems in games."""

from __future__ import annotations

import json
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final, TextIO

import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from komadai.cli.shared.console import error_console, write_line
from komadai.cli.shared.errors import Failure
from komadai.cli.shared.language import japanese_help, localized
from komadai.cli.shared.messages import Note, counted
from komadai.cli.shared.options import argument, option
from komadai.cli.shared.output import make_folder
from komadai.cli.shared.passed_over import PassedOver
from komadai.cli.shared.signals import undisturbed
from komadai.errors import RangeError

if TYPE_CHECKING:
    from komadai.tsume import Problem

_INTERRUPTED: Final = 130


@japanese_help("""対局から詰将棋を見つける：余詰、不要な駒、駒余りのないもの。

    例：[b]komadai tsume mine games/ --least 3 -o found.jsonl[/]""")
def mine(
    paths: Annotated[
        list[str] | None,
        argument(
            "Records: files, folders, archives (zip, tar, gz, zst).",
            "棋譜：ファイル、フォルダ、書庫（zip、tar、gz、zst）。",
            metavar="PATHS...",
        ),
    ] = None,
    games: Annotated[
        int,
        option(
            "Play this number of fast, weak games and search them.",
            "弱いエンジンどうしに早指しさせる対局の数。その中から探す。",
            min=0,
        ),
    ] = 0,
    least: Annotated[
        int, option("The minimum length in plies.", "最小手数。", min=1, max=15, metavar="PLIES")
    ] = 1,
    most: Annotated[
        int, option("The maximum length in plies.", "最大手数。", min=1, max=15, metavar="PLIES")
    ] = 15,
    attempts: Annotated[
        int,
        option(
            "The number of small changes to try on each problem for each of its plies, to find more.",
            "見つけた問題一手あたりに試す小さな変更の回数。問題が増える。",
            min=0,
        ),
    ] = 0,
    seed: Annotated[
        int,
        option(
            "The random seed. The same seed gives the same problems.",
            "乱数の種。同じ種なら同じ問題が見つかる。",
            metavar="NUMBER",
        ),
    ] = 0,
    output: Annotated[
        Path | None,
        option(
            "Append JSON lines to this file and continue where an earlier run stopped.",
            "JSON の行をこのファイルに追記し、前回の続きから始める。",
            "--output",
            "-o",
            metavar="FILE",
        ),
    ] = None,
    as_json: Annotated[
        bool, option("Print a line of JSON for each problem.", "1問1行の JSON で出力する。", "--json")
    ] = False,
) -> None:
    """Find mate problems in games: with a single solution, no needless piece, and none left over.

    Example: [b]komadai tsume mine games/ --least 3 -o found.jsonl[/]
    """
    if not paths and not games:
        raise typer.BadParameter(
            localized(
                "expected records, or --games NUMBER to play games", "棋譜か --games を指定してください"
            )
        )
    if least > most:
        raise RangeError(
            localized(
                f"--least {least} is more than --most {most}",
                f"--least {least} が --most {most} より大きくなっています",
            )
        )
    stderr = error_console()
    with ExitStack() as stack:
        mining = _Mining(stderr, as_json)
        if output is not None:
            make_folder(output.parent)
            try:
                mining.known(output)
                mining.file = stack.enter_context(output.open("a", encoding="utf-8"))
            except OSError as error:
                raise Failure.not_written(output, error) from None
        stack.enter_context(mining.bar)
        status = mining.all(paths or [], games, least, most, attempts, seed)
    write_line(
        stderr,
        localized(
            f"{counted(mining.found, 'problem')} in {counted(mining.done, 'game')}",
            f"{mining.done:,}局から{mining.found:,}題",
        ),
    )
    if status:
        raise typer.Exit(status)


class _Mining:
    """The problems found so far and their output."""

    def __init__(self, stderr: Console, as_json: bool) -> None:
        self.file: TextIO | None = None
        """None: standard output."""
        self.found = 0
        self.done = 0
        """Games."""
        columns = (TextColumn("{task.fields[text]}"), BarColumn(), TimeElapsedColumn())
        self.bar = Progress(*columns, console=stderr, transient=True, disable=not stderr.is_terminal)
        self._stderr = stderr
        self._as_json = as_json
        self._task = self.bar.add_task("mine", total=None, text="")
        self._ids: set[str] = set()
        self._skip = 0

    def known(self, path: Path) -> None:
        """Reads the problems that an earlier run wrote."""
        if not path.exists():
            return
        for number, text in enumerate(path.read_text("utf-8", "replace").splitlines(), 1):
            try:
                line: dict[str, Any] = json.loads(text)
                self._ids.add(line["id"])
                # The last game may be incomplete.
                self._skip = max(self._skip, int(line["game"]) - 1)
            except (ValueError, KeyError, TypeError):
                raise Failure(
                    localized(
                        f"{path}, line {number}: expected a problem as tsume mine writes it; "
                        f"the file is unchanged",
                        f"{path} の{number}行目は tsume mine の出力ではありません。ファイルは元のままです",
                    )
                ) from None

    def all(self, paths: list[str], games: int, least: int, most: int, attempts: int, seed: int) -> int:
        """Finds all problems; returns the exit status."""
        from komadai.tsume import mine

        failed = False
        passed_over = PassedOver()

        def report_error(name: str, error: Exception) -> None:
            nonlocal failed
            failed = True
            write_line(self._stderr, localized("error: ", "エラー：") + str(Note.of_error(name, 0, error)))

        try:
            for problem in mine(
                *paths,
                games=games,
                seed=seed,
                least=least,
                most=most,
                attempts=attempts,
                skip=self._skip,
                on_error=report_error,
                on_deviation=lambda name, each: passed_over.deviations(name, [each]),
                progress=self._passed,
            ):
                with undisturbed():
                    self._take(problem)
        except KeyboardInterrupt:
            return _INTERRUPTED
        passed_over.print_rest()
        return 1 if failed else 0

    def _passed(self, games: int) -> None:
        self.done = games
        self.bar.update(self._task, text=f"{counted(games, 'game')}, {counted(self.found, 'problem')}")

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
    difficulty = problem.difficulty
    return {
        "id": problem.id,
        "sfen": problem.sfen,
        "plies": problem.plies,
        "moves": [move.usi() for move in problem.moves],
        "difficulty": difficulty.score,
        "nodes": difficulty.nodes,
        "checks": difficulty.checks,
        "tempting": difficulty.tempting,
        "source": problem.source,
        "game": game,
    }
