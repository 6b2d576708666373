"""``komadai train rescore``: new scores for training positions."""

from __future__ import annotations

import shlex
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from komadai.cli.shared.console import error_console, output_console, write_line
from komadai.cli.shared.language import japanese_help, localized
from komadai.cli.shared.messages import counted
from komadai.cli.shared.options import argument, option
from komadai.cli.shared.signals import sigterm_as_ctrl_c
from komadai.cli.train.generate import workers_of
from komadai.cli.train.queue import Processes
from komadai.cli.train.shared import INTERRUPTED, Nice, Target, file_errors
from komadai.errors import RangeError

if TYPE_CHECKING:
    from komadai.training.rescore import RescoreProgress

_PROGRESS_SECONDS: Final = 60.0


@japanese_help("""学習局面（PSV）の評価値と最善手を、エンジンの探索で付け直す。

    途中の結果は OUTPUT.rescoring に保存し、同じコマンドで続きから再開する。

    例：[b]komadai train rescore gen1.psv -o new.psv --engine /opt/YaneuraOu --nodes 5000[/]""")
def rescore(
    source: Annotated[Path, argument("The file to read.", "読み込むファイル。", metavar="FILE")],
    output: Target,
    engine: Annotated[
        str,
        option(
            "The command of a USI engine; by default Komadai's search.",
            "USI エンジンのコマンド。省略時は Komadai の探索。",
            "--engine",
            metavar="COMMAND",
        ),
    ] = "",
    option: Annotated[
        list[str] | None,
        option(
            "Set a USI option of the engine.", "エンジンの USI オプション。", "--option", metavar="NAME=VALUE"
        ),
    ] = None,
    evaluation: Annotated[
        str,
        option(
            "The evaluation file of Komadai's search.",
            "Komadai の探索が使う評価関数ファイル。",
            "--eval",
            metavar="FILE",
        ),
    ] = "",
    nodes: Annotated[int, option("Nodes of a position.", "一局面の探索局面数。", "--nodes", min=1)] = 2_500,
    blend: Annotated[
        float,
        option(
            "The share of the new score; the rest is the old one's.",
            "新しい評価値の割合。残りは元の評価値。",
            "--blend",
            min=0,
            max=1,
            metavar="SHARE",
        ),
    ] = 1.0,
    processes: Processes = 0,
    nice: Nice = 19,
) -> None:
    """Score training positions (PSV) again by a search; the best move becomes the search's.

    What is done is kept in OUTPUT.rescoring; the same command continues after an interruption.

    Example: [b]komadai train rescore gen1.psv -o new.psv --engine /opt/YaneuraOu --nodes 5000[/]
    """
    from komadai.training.rescore import RescoreSettings
    from komadai.training.rescore import rescore as rescore_file

    options = []
    for text in option or []:
        name, equals, value = text.partition("=")
        if not equals:
            raise RangeError(f"--option: expected NAME=VALUE, got {text!r}")
        options.append((name, value))
    settings = RescoreSettings(
        nodes=nodes,
        engine=tuple(shlex.split(engine)),
        options=tuple(options),
        evaluation=evaluation,
        blend=blend,
    )
    stderr = error_console()
    start = last = time.monotonic()
    first: int | None = None

    def on_progress(progress: RescoreProgress) -> None:
        nonlocal last, first
        if first is None:
            first = progress.positions
        now = time.monotonic()
        if now - last < _PROGRESS_SECONDS:
            return
        last = now
        rate = 3600 * (progress.positions - first) / (now - start)
        text = localized(
            f"{progress.positions:,} of {counted(progress.total, 'position')}, {rate:,.0f} an hour",
            f"{progress.total:,}局面のうち{progress.positions:,}局面、毎時{rate:,.0f}局面",
        )
        write_line(stderr, text)

    try:
        with sigterm_as_ctrl_c(), file_errors(output):
            count = rescore_file(
                source, output, settings, workers_of(processes, None), nice=nice, on_progress=on_progress
            )
    except KeyboardInterrupt:
        text = localized("interrupted; the same command continues", "中断しました。同じコマンドで再開します")
        write_line(stderr, text)
        raise typer.Exit(INTERRUPTED) from None
    write_line(output_console(), f"{output}: {counted(count, 'position')}")
