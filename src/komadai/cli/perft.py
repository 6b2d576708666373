"""``komadai perft``: counts sequences of legal moves, to test the rules and their speed."""

from __future__ import annotations

import os
import time
from typing import TYPE_CHECKING, Annotated

import typer
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from komadai.cli.shared.console import error_console, print_json
from komadai.cli.shared.language import japanese_help, localized
from komadai.cli.shared.options import AsJson

if TYPE_CHECKING:
    from komadai import Board

DEEPEST = 20


@japanese_help("""ある局面から合法手を DEPTH 手進める手順の数を数える（perft）。

    平手の開始局面では 30、900、25 470、719 731 …となり、規則の正しさと速さを確かめられる。""")
def perft(
    depth: Annotated[
        int,
        typer.Argument(metavar="DEPTH", min=0, max=DEEPEST, help=localized("The number of moves.", "手数。")),
    ],
    sfen: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="SFEN",
            help=localized(
                "The position: [b]startpos[/], an SFEN, or a USI position with moves. The start if left out.",
                "局面：[b]startpos[/]、SFEN、または指し手の付いた USI の position。省略時は平手の開始局面。",
            ),
            show_default=False,
        ),
    ] = None,
    threads: Annotated[
        int,
        typer.Option(
            min=0,
            max=512,
            metavar="NUMBER",
            help=localized(
                "The number of threads; 0: one for each processor.", "スレッド数。0 はプロセッサの数。"
            ),
        ),
    ] = 1,
    divide: Annotated[
        bool,
        typer.Option(
            "--divide", help=localized("Print the count of each first move.", "初手ごとの数を表示する。")
        ),
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Count the sequences of DEPTH legal moves from a position (perft).

    From the start position the counts are 30, 900, 25 470, 719 731 …: they test the rules and their speed.
    """
    from komadai import Board

    position = Board(" ".join(sfen or ["startpos"]))  # quotes around an SFEN may be missing
    threads = threads or os.cpu_count() or 1
    divided: dict[str, int] | None = None
    began = time.perf_counter()
    if divide:
        counts = position.perft_divide(depth, threads) if depth else {}
        divided = {
            move.usi(): count for move, count in sorted(counts.items(), key=lambda item: item[0].usi())
        }
        leaves = sum(divided.values()) if depth else 1
    else:
        leaves = _counted(position, depth, threads)
    seconds = time.perf_counter() - began

    if as_json:
        report: dict[str, object] = {"leaves": leaves, "seconds": round(seconds, 6)}
        print_json(report if divided is None else report | {"divide": divided})
        return
    for move, count in (divided or {}).items():
        print(f"{move:<6}{count:>20,}")
    speed = (
        localized(
            f", {leaves / seconds / 1e6:,.1f} million per second", f"、毎秒{leaves / seconds / 1e6:,.1f}百万"
        )
        if seconds > 0.001
        else ""
    )
    print(
        localized(f"{leaves:,} leaves in {seconds:.3f} s{speed}", f"{leaves:,}通り、{seconds:.3f}秒{speed}")
    )


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
