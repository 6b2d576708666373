"""``komadai train run``: a generation of a network from a configuration."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from komadai.cli.shared.console import error_console, output_console, print_json, write_line
from komadai.cli.shared.language import japanese_help, localized
from komadai.cli.shared.options import AsJson, argument, option
from komadai.cli.shared.signals import sigterm_as_ctrl_c
from komadai.cli.train.queue import Processes, resources_of
from komadai.cli.train.shared import INTERRUPTED, Nice, data_folder, file_errors

if TYPE_CHECKING:
    from komadai.training.job_queue.queue import QueuedJob


@japanese_help("""設定ファイルの通りに、自己対局・学習・量子化・検証・対局・報告を行う。

    どの段階で中断しても、同じコマンドで続きから再開する。

    例：[b]komadai train run gen1.toml --data gen1/[/]""")
def run(
    config: Annotated[
        Path, argument("The configuration (TOML).", "設定ファイル（TOML）。", metavar="CONFIG")
    ],
    data: Annotated[
        Path | None,
        option(
            "The folder of the run; by default one with the configuration's name in the data folder.",
            "作業フォルダ。省略時は利用者のデータフォルダ内の、設定ファイルと同じ名前のもの。",
            "--data",
            metavar="DIR",
        ),
    ] = None,
    processes: Processes = 0,
    nice: Nice = 19,
    as_json: AsJson = False,
) -> None:
    """Generate data, fit a network, quantize and verify it, play a match and write a report.

    The same command continues after an interruption at any step.

    Example: [b]komadai train run gen1.toml --data gen1/[/]
    """
    from komadai.training.job_queue.queue import QueueStopped
    from komadai.training.run import run as run_steps

    folder = data or data_folder() / config.stem
    stderr = error_console()

    def on_progress(job: QueuedJob) -> None:
        done = job.state == "done"
        write_line(
            stderr, f"{job.name}: {localized('done', '完了') if done else localized('begins', '開始')}"
        )

    try:
        with sigterm_as_ctrl_c(), file_errors(folder):
            report = run_steps(config, folder, resources_of(processes, nice, lambda text: None), on_progress)
    except (KeyboardInterrupt, QueueStopped):
        text = localized(
            f"stopped; the same command continues in {folder}",
            f"停止しました。同じコマンドで {folder} の続きから再開します",
        )
        write_line(stderr, text)
        raise typer.Exit(INTERRUPTED) from None
    if as_json:
        print_json(report)
    else:
        write_line(output_console(), str(folder / "report.md"))
