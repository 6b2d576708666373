"""``komadai perft``: counts the positions after so many moves, to prove the rules right and fast."""

from __future__ import annotations

import json
import os
import time
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

if TYPE_CHECKING:
    from komadai import Board

DEEPEST = 20


def perft(
    depth: Annotated[int, typer.Argument(metavar="DEPTH", min=0, max=DEEPEST, help="How many moves deep.")],
    sfen: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="SFEN", help="The position as SFEN; the start if left out.", show_default=False
        ),
    ] = None,
    threads: Annotated[
        int,
        typer.Option(min=0, max=512, metavar="NUMBER", help="Threads to use; 0: one for each processor."),
    ] = 1,
    divide: Annotated[
        bool, typer.Option("--divide", help="Tell the count of each first move apart.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="For programs.")] = False,
) -> None:
    """Count all ways the game can go on for DEPTH moves.

    From the start position that is 30, 900, 25 470, 719 731 … : a proof that the rules are right.
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
        print(json.dumps(report if divided is None else report | {"divide": divided}))
        return
    for move, count in (divided or {}).items():
        print(f"{move:<6}{count:>20,}")
    speed = f", {leaves / seconds / 1e6:,.1f} million a second" if seconds > 0.001 else ""
    print(f"{leaves:,} leaves in {seconds:.3f} s{speed}")


def _counted(position: Board, depth: int, threads: int) -> int:
    """The count, with a progress bar on stderr where a person looks on."""
    console = Console(stderr=True)
    if not console.is_terminal:
        return position.perft(depth, threads)
    columns = (TextColumn("{task.completed}/{task.total} parts"), BarColumn(), TimeElapsedColumn())
    with Progress(*columns, console=console, transient=True) as progress:
        task = progress.add_task("perft", total=None)

        def show(done: int, total: int) -> None:
            progress.update(task, completed=done, total=total)

        return position.perft(depth, threads, show)
