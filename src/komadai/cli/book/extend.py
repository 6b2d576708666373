"""``komadai book extend``: extends a book with an engine."""

from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from komadai.cli.book.files import naming, opened, target
from komadai.cli.shared.console import error_console, write_line
from komadai.cli.shared.engine import Engine, EngineOptions, command_words, option_values
from komadai.cli.shared.language import japanese_help, localized
from komadai.cli.shared.messages import counted
from komadai.cli.shared.options import argument, option, with_groups
from komadai.cli.shared.signals import undisturbed

if TYPE_CHECKING:
    from komadai.book import MemoryBook, Task

_INTERRUPTED: Final = 130
_SAVE_SECONDS: Final = 60.0


@dataclass(frozen=True, kw_only=True)
class ExtendOptions:
    """How a book is extended."""

    positions: Annotated[
        int, option("The number of positions to analyse.", "調べる局面の数。", "--positions", "-n", min=1)
    ] = 100
    nodes: Annotated[int | None, option("Nodes for each position.", "一局面あたりの探索局面数。", min=1)] = (
        None
    )
    seconds: Annotated[
        float | None,
        option(
            "Seconds for each position; 1 if neither this nor --nodes is given.",
            "一局面あたりの秒数。--nodes もなければ1秒。",
            min=0.001,
            metavar="SECONDS",
        ),
    ] = None
    engine: Engine = None
    options: EngineOptions = None
    jobs: Annotated[
        int,
        option(
            "The number of engines that run at the same time.", "同時に動かすエンジンの数。", min=1, max=512
        ),
    ] = 1
    lines: Annotated[
        int,
        option(
            "The maximum number of moves for each position (MultiPV).",
            "一局面に登録する候補手の最大数（MultiPV）。",
            min=1,
            max=50,
        ),
    ] = 4
    margin: Annotated[
        int,
        option(
            "Leave out moves that score this much below the best move.",
            "最善手より評価値がこれ以上低い手を除く。",
            min=0,
            metavar="CENTIPAWNS",
        ),
    ] = 100
    limit: Annotated[
        int,
        option(
            "Do not extend positions with a larger score for either side.",
            "評価値がこれより大きい局面からは先に進まない。",
            min=0,
            metavar="CENTIPAWNS",
        ),
    ] = 400
    plies: Annotated[
        int, option("The maximum number of moves from the root.", "開始局面からの最大手数。", min=1)
    ] = 60
    roots: Annotated[
        list[str] | None,
        option(
            "The position to begin from; the start position if left out. Can be repeated.",
            "始める局面。省略時は平手の開始局面。繰り返し指定できる。",
            "--root",
            metavar="SFEN",
        ),
    ] = None


@japanese_help("""エンジンで定跡を広げる：重要な局面を調べ、評価値を更新する。

    定跡は1分ごと、終了時、Ctrl-C のときに保存される。同じコマンドで続きから始まる。

    例：[b]komadai book extend mine.db -n 1000 --nodes 1000000[/]""")
@with_groups
def extend(
    book: Annotated[
        str,
        argument(
            "The book, a .db file; created if it does not exist.",
            "定跡ファイル（.db）。なければ新しく作る。",
            metavar="BOOK",
        ),
    ],
    options: ExtendOptions,
) -> None:
    """Extend a book with an engine: analyse its most important positions and update its scores.

    The book is saved every minute, at the end and on Ctrl-C. The same command continues it.

    Example: [b]komadai book extend mine.db -n 1000 --nodes 1000000[/]
    """
    from komadai.book import MemoryBook, Plan
    from komadai.book import extend as grow
    from komadai.engine.client.analyst import Analyst, Analysts

    path = target(book)
    if path.suffix.lower() != ".db":
        raise typer.BadParameter(
            localized(
                "expected a .db file: the other formats cannot hold scores with depths and replies",
                ".db ファイルを指定してください（ほかの形式は深さと応手の付いた評価値を保存できません）",
            )
        )
    plan = Plan(lines=options.lines, margin=options.margin, limit=options.limit, plies=options.plies)
    known = MemoryBook()
    if path.exists():
        with opened(book) as there:
            known = MemoryBook(there)
    before = len(known)
    stderr = error_console()
    saver = _BookSaver(known, path, options.positions, stderr)
    command = command_words(options.engine)
    settings = option_values(options.options)
    thought = options.seconds if options.seconds is not None or options.nodes is not None else 1.0
    done = 0
    interrupted = False
    with Analysts(
        lambda: Analyst(command, nodes=options.nodes, seconds=thought, options=settings), options.jobs
    ) as analysts:
        try:
            try:
                with saver.bar:
                    done = grow(
                        known,
                        analysts,
                        positions=options.positions,
                        plan=plan,
                        roots=options.roots or (),
                        jobs=options.jobs,
                        progress=saver.passed,
                    )
            finally:
                saver.save()
        except KeyboardInterrupt:  # during the analysis, or while the book was saved
            interrupted = True
            done = saver.done
    end = (
        localized(" (interrupted)", "（中断）")
        if interrupted
        else localized("; no position is left to analyse", "（調べる局面がなくなりました）")
        if done < options.positions
        else ""
    )
    write_line(
        stderr,
        localized(
            f"{counted(done, 'position')} analysed, {len(known) - before:,} new; "
            f"{len(known):,} in the book{end}",
            f"{done:,}局面を調べ、{len(known) - before:,}局面を追加、定跡全体で{len(known):,}局面{end}",
        ),
    )
    if interrupted:
        raise typer.Exit(_INTERRUPTED)


class _BookSaver:
    """Shows the progress and saves the book once a minute."""

    def __init__(self, book: MemoryBook, path: Path, positions: int, stderr: Console) -> None:
        self.done = 0
        columns = (TextColumn("{task.fields[text]}"), BarColumn(), TimeElapsedColumn())
        self.bar = Progress(*columns, console=stderr, transient=True, disable=not stderr.is_terminal)
        self._task = self.bar.add_task("extend", total=positions, text="")
        self._book = book
        self._path = path
        self._saved = time.monotonic()

    def passed(self, done: int, task: Task) -> None:
        """Called after each analysed position."""
        self.done = done
        self.bar.update(
            self._task,
            completed=done,
            text=localized(
                f"{done:,} analysed, {len(self._book):,} in the book",
                f"{done:,}局面調査、定跡{len(self._book):,}局面",
            ),
        )
        if time.monotonic() - self._saved > _SAVE_SECONDS:
            self.save()

    def save(self) -> None:
        """Writes the book; Ctrl-C waits for it."""
        from komadai.book import save

        with naming(str(self._path), written=True), undisturbed():
            save(self._book, self._path)
        self._saved = time.monotonic()
