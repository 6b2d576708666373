"""``komadai book merge``: merges books; converts or sorts a single one."""

from __future__ import annotations

from contextlib import ExitStack
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Final

import typer
from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

from komadai.cli.book.files import OutputBook, naming, opened, target
from komadai.cli.shared.console import error_console, print_json, write_line
from komadai.cli.shared.language import japanese_help, localized
from komadai.cli.shared.messages import counted
from komadai.cli.shared.options import argument, option

if TYPE_CHECKING:
    from collections.abc import Iterator

    from komadai.book import Book, BookEntry

_INTERRUPTED: Final = 130
_EVERY: Final = 1000


class Preferred(StrEnum):
    """The score that is used."""

    DEEPER = "deeper"
    FIRST = "first"
    LAST = "last"


@japanese_help("""定跡をまとめる。一つだけなら形式を変換する。FILE の拡張子が形式を決める。

    回数と勝敗は合計し、評価値・深さ・応手は深い探索のものを採る。FILE の形式で表せないものは表示する。

    例：[b]komadai book merge mine.db theirs.sbk -o both.db[/]""")
def merge(
    books: Annotated[
        list[str], argument("Books of any formats.", "定跡ファイル（形式は問わない）。", metavar="BOOK...")
    ],
    out: OutputBook,
    prefer: Annotated[
        Preferred,
        option(
            "Which score to use where books differ: deeper, first or last.",
            "評価値が異なるときに採るもの：deeper（深い探索）、first（最初）、last（最後）。",
            metavar="WHICH",
        ),
    ] = Preferred.DEEPER,
    as_json: Annotated[
        bool, option("Print the summary as JSON.", "集計を JSON で出力する。", "--json")
    ] = False,
) -> None:
    """Merge books, or convert one: the suffix of FILE decides the format.

    Counts, wins and losses of a move are added up. Score, depth and reply are taken from the deeper search.
    What the format of FILE cannot hold is listed.

    Example: [b]komadai book merge mine.db theirs.sbk -o both.db[/]
    """
    from komadai.book import format_for, save
    from komadai.book.formats.apery import AperyBook
    from komadai.book.formats.losses import Losses

    path = target(out)
    stderr = error_console()
    losses = Losses(format_for(path).key)
    columns = (SpinnerColumn(), TextColumn("{task.fields[text]}"), TimeElapsedColumn())
    with ExitStack() as stack:
        opened_books = [(name, stack.enter_context(opened(name))) for name in books]
        bar = stack.enter_context(
            Progress(*columns, console=stderr, transient=True, disable=not stderr.is_terminal)
        )
        task = bar.add_task("merge", total=None, text="")
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
                        bar.update(task, text=counted(counts[0], "position"))
                    yield entry
                # Apery books store hashes only. Positions that its moves do not lead to are not copied.
                if isinstance(book, AperyBook) and len(book) > counts[1] - before:
                    unplaced[name] = len(book) - (counts[1] - before)

        try:
            with naming(out, written=True):
                save(entries(), path, prefer=prefer.value)
        except KeyboardInterrupt:
            write_line(
                stderr, localized(f"interrupted; {out} is unchanged", f"中断しました。{out} は元のままです")
            )
            raise typer.Exit(_INTERRUPTED) from None
    lost = losses.names()
    if as_json:
        print_json({"positions": counts[0], "moves": counts[1], "lost": lost, "unplaced": unplaced})
        return
    write_line(
        stderr,
        localized(
            f"{counted(counts[0], 'position')} read, {counted(counts[1], 'move')}",
            f"{counts[0]:,}局面、{counts[1]:,}手を読みました",
        ),
    )
    for name, moves in unplaced.items():
        write_line(
            stderr,
            localized(
                f"{name}: {counted(moves, 'move')} left out: "
                f"the moves of the book do not lead to their positions",
                f"{name}：定跡の手順でたどれない局面の{moves:,}手を除きました",
            ),
        )
    if lost:
        write_line(
            stderr,
            localized(
                f"{out} cannot hold: {', '.join(lost)}", f"{out} に保存できないもの：{'、'.join(lost)}"
            ),
        )


def _named(name: str, book: Book) -> Iterator[BookEntry]:
    with naming(name):
        yield from book
