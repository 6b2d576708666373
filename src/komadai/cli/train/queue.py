"""``komadai train queue``: jobs that run in the background, one after the other."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer
from rich.table import Table

from komadai.cli.shared.console import error_console, output_console, print_json, write_line
from komadai.cli.shared.errors import Failure
from komadai.cli.shared.help import Command, typer_app
from komadai.cli.shared.language import japanese_help, localized
from komadai.cli.shared.options import AsJson, argument, option
from komadai.cli.shared.signals import sigterm_as_ctrl_c
from komadai.cli.train.generate import workers_of
from komadai.cli.train.shared import INTERRUPTED, Nice, data_folder, file_errors

if TYPE_CHECKING:
    from collections.abc import Callable

    from komadai.training.job_queue.jobs import Resources
    from komadai.training.job_queue.queue import Queue, QueuedJob

app: Final = typer_app(
    localized(
        "Run jobs one after the other at low priority: self-play, training, matches, tuning.",
        "自己対局・学習・対局・調整のジョブを、低い優先度で順番に実行する。",
    )
)

Folder = Annotated[
    Path | None,
    option(
        "The folder of the queue; by default one in the user's data folder.",
        "キューのフォルダ。省略時は利用者のデータフォルダにあるもの。",
        "--queue",
        metavar="DIR",
    ),
]
Processes = Annotated[
    int,
    option(
        "Games at the same time; 0: one for each core.",
        "同時に指す対局数。0 はコア数。",
        "--processes",
        min=0,
    ),
]
_STATES = {
    "waiting": localized("waiting", "待機"),
    "begun": localized("begun", "途中"),
    "running": localized("running", "実行中"),
    "failed": localized("failed", "失敗"),
    "done": localized("done", "完了"),
}


def _queue(folder: Path | None) -> Queue:
    from komadai.training.job_queue.queue import Queue

    return Queue(folder or data_folder() / "queue")


def resources_of(processes: int, nice: int, report: Callable[[str], object]) -> Resources:
    """Makes the resources of jobs: processes of this machine, at this priority."""
    import os
    from contextlib import suppress

    from komadai.training.job_queue.jobs import Resources

    if nice:
        with suppress(OSError, AttributeError):  # Windows has no such priority
            os.nice(nice)
    # The workers are children and have the priority of this process.
    return Resources(Path(), workers_of(processes, None), report, 0, processes)


@app.command("add", cls=Command)
@japanese_help("""ジョブを最後に加える。

    FILE は TOML か JSON で、kind は generate、fit、quantize、verify、match、spsa、rescore のいずれか。""")
def add(
    files: Annotated[
        list[Path],
        argument(
            "Configurations of jobs (TOML or JSON).", "ジョブの設定（TOML か JSON）。", metavar="FILE..."
        ),
    ],
    queue: Folder = None,
) -> None:
    """Add jobs at the end.

    The kind of a job is generate, fit, quantize, verify, match, spsa or rescore. Paths in it are relative to
    the queue's folder: gen1/positions.psv is a file of the job gen1.
    """
    jobs = _queue(queue)
    for file in files:
        with file_errors(jobs.folder):
            job = jobs.add(file)
        write_line(output_console(), f"{job.name}: {job.path}")


@app.command("run", cls=Command)
@japanese_help("""終わっていないジョブを順番に実行する。

    中断・強制終了・再起動のあとは、同じコマンドで続きから再開する。失敗したジョブがあればそこで終わる。""")
def run(queue: Folder = None, processes: Processes = 0, nice: Nice = 19) -> None:
    """Run the jobs that are not done, one after the other.

    After an interruption, a kill or a restart the same command continues. It ends at a job that fails.
    """
    jobs = _queue(queue)
    from komadai.training.job_queue.queue import QueueStopped

    stderr = error_console()

    def on_progress(job: QueuedJob) -> None:
        write_line(stderr, f"{job.name}: {_STATES['running' if job.state != 'done' else 'done']}")

    try:
        with sigterm_as_ctrl_c(), file_errors(jobs.folder):
            finished = jobs.run(resources_of(processes, nice, lambda text: None), on_progress)
    except (KeyboardInterrupt, QueueStopped):
        text = localized("stopped; the same command continues", "停止しました。同じコマンドで再開します")
        write_line(stderr, text)
        raise typer.Exit(INTERRUPTED) from None
    write_line(stderr, localized(f"{finished} jobs finished", f"{finished}件のジョブが終わりました"))


@app.command("stop", cls=Command)
@japanese_help("""実行中のキューを止める。続きは komadai train queue run で再開する。""")
def stop(queue: Folder = None) -> None:
    """Stop a running queue. komadai train queue run continues."""
    jobs = _queue(queue)
    with file_errors():
        if not jobs.stop():
            raise Failure(localized(f"{jobs.folder}: not running", f"{jobs.folder}：実行中ではありません"))


@app.command("status", cls=Command)
@japanese_help("""ジョブの一覧と状態を表示する。""")
def status(queue: Folder = None, as_json: AsJson = False) -> None:
    """List the jobs and their state."""
    jobs = _queue(queue)
    running = jobs.is_running
    rows = []
    for job in jobs.jobs():
        state: str = job.state
        if state == "begun" and running:
            state, running = "running", False  # the first job that is not done is the one that runs
        rows.append((job.name, state, job.text))
    if as_json:
        print_json({"jobs": [{"name": name, "state": state, "text": text} for name, state, text in rows]})
        return
    table = Table.grid(padding=(0, 2))
    for name, state, text in rows:
        table.add_row(name, _STATES[state], text)
    output_console().print(table)
