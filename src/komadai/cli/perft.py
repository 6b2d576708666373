"""``komadai perft``: counts sequences of legal moves, to test the rules and their speed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from komadai.cli.shared.command_table import BY_NAME
from komadai.cli.shared.console import error_console, print_json
from komadai.cli.shared.language import japanese_help
from komadai.cli.shared.options import AsJson, argument, option
from komadai.cli.shared.perft_count import perft_count

if TYPE_CHECKING:
    from komadai import Board

DEPTHS = BY_NAME["perft"].limits["DEPTH"]
THREADS = BY_NAME["perft"].limits["--threads"]


@japanese_help("""平手の開始局面では 30、900、25 470、719 731 …となり、規則の正しさと速さを確かめられる。""")
def perft(
    depth: Annotated[
        int, argument("The number of moves.", "手数。", metavar="DEPTH", min=DEPTHS[0], max=DEPTHS[1])
    ],
    sfen: Annotated[
        list[str] | None,
        argument(
            "The position: [b]startpos[/], an SFEN, or a USI position with moves. The start if left out.",
            "局面：[b]startpos[/]、SFEN、または指し手の付いた USI の position。省略時は平手の開始局面。",
            metavar="SFEN",
            show_default=False,
        ),
    ] = None,
    threads: Annotated[
        int,
        option(
            "The number of threads; 0: one for each processor.",
            "スレッド数。0 はプロセッサの数。",
            min=THREADS[0],
            max=THREADS[1],
        ),
    ] = 1,
    divide: Annotated[
        bool, option("Print the count of each first move.", "初手ごとの数を表示する。", "--divide")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """From the start position the counts are 30, 900, 25 470, 719 731 …: they test the rules and their
    speed.
    """
    found = perft_count(sfen or [], depth, threads, divide=divide, count=_counted)
    if as_json:
        print_json(found.as_json())
    else:
        print("\n".join(found.lines()))


def _counted(position: Board, depth: int, threads: int) -> int:
    """The count, with a progress bar on stderr, if that is a terminal."""
    stderr = error_console()
    if not stderr.is_terminal:
        return position.perft(depth, threads)
    columns = (TextColumn("{task.completed}/{task.total} parts"), BarColumn(), TimeElapsedColumn())
    with Progress(*columns, console=stderr, transient=True) as progress:
        task = progress.add_task("perft", total=None)

        def show(done: int, total: int) -> None:
            progress.update(task, completed=done, total=total)

        return position.perft(depth, threads, show)
