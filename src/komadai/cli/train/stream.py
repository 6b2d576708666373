"""``komadai train stream``: self-play and training in one, without an end."""

from __future__ import annotations

import time
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from komadai.cli.shared.console import error_console, output_console, write_line
from komadai.cli.shared.language import japanese_help, localized
from komadai.cli.shared.options import argument, option, with_groups
from komadai.cli.shared.signals import undisturbed
from komadai.cli.train.generate import workers_of
from komadai.cli.train.shared import INTERRUPTED, Nice, file_errors

if TYPE_CHECKING:
    from rich.console import Console

    from komadai.training.stream.stream import Progress, Stream

_TERMINAL_SECONDS: Final = 1.0
_PIPE_SECONDS: Final = 60.0
"""Seconds between two lines of progress."""
_PROGRESS_WIDTH: Final = 100
"""A line of progress has at least this width, so that it covers the one before."""


@dataclass(frozen=True, kw_only=True)
class StreamOptions:
    """How games are played and trained on without an end."""

    start: Annotated[
        Path | None,
        option(
            "A snapshot to begin with. A folder that has a stream goes on with its own state.",
            "最初に読み込むスナップショット。作業済みのフォルダでは、その状態から続ける。",
            "--start",
            metavar="FILE",
        ),
    ] = None
    report: Annotated[
        bool,
        option(
            "Write report.html, a page with the losses and matches so far, and end.",
            "損失と対局結果のページ report.html を書き出して終わる。",
            "--report",
        ),
    ] = False
    steps: Annotated[
        int, option("The step after which the stream ends.", "終わりとするステップ数。", min=1)
    ] = 50_000
    processes: Annotated[
        int,
        option(
            "Players, each with one game at a time; 0: one for each core.",
            "対局のプロセス数。0 はコア数。",
            min=0,
        ),
    ] = 0
    nodes: Annotated[
        tuple[int, int],
        option(
            "Nodes of a move: each side of a game has a mean between these.",
            "一手の探索局面数。平均をこの範囲から対局者ごとに選ぶ。",
            metavar="LOW HIGH",
        ),
    ] = (300, 600)
    window: Annotated[
        int, option("The last positions that are trained on.", "学習に使う最近の局面数。", min=1_000)
    ] = 20_000_000
    first_positions: Annotated[
        int,
        option("The training begins with this number of positions.", "学習を始めるのに必要な局面数。", min=1),
    ] = 200_000
    reuse: Annotated[
        float,
        option("How often a position is used on average.", "各局面を使う平均の回数。", min=0.01, max=1_000),
    ] = 6.0
    batch_size: Annotated[int, option("The number of positions of a step.", "1ステップの局面数。", min=1)] = (
        16_384
    )
    width: Annotated[
        int,
        option(
            "The width of an accumulator, a multiple of 32.",
            "アキュムレータの幅（32の倍数）。",
            min=32,
            max=1024,
        ),
    ] = 128
    rate: Annotated[float, option("The largest learning rate.", "学習率の最大値。", min=0, max=1)] = 1e-3
    seed: Annotated[int, option("The seed of the random numbers.", "乱数の種。", min=0)] = 1
    gate_steps: Annotated[
        int,
        option(
            "Steps between two networks that play matches.",
            "対局で試すステップの間隔。",
            "--gate-steps",
            min=1,
        ),
    ] = 2_000
    gate_nodes: Annotated[
        int,
        option("Nodes of a move in these matches.", "その対局での一手の探索局面数。", "--gate-nodes", min=1),
    ] = 20_000
    gate_games: Annotated[
        tuple[int, int],
        option(
            "Games against the built-in evaluation and against the network before.",
            "内蔵の評価関数との対局数と、一つ前のネットワークとの対局数。",
            "--gate-games",
            metavar="BUILT-IN EARLIER",
        ),
    ] = (200, 100)
    nice: Nice = 19


@japanese_help("""自己対局を続けながら、その局面でネットワークを学習する。

    対局者は終わりなく対局し、学習は最近の局面のファイルから行う。一定のステップごとに内蔵の評価関数と対局し、
    上回ったネットワークが次の対局者になる。強制終了を含めどこで止めても、同じコマンドで続きから再開する。
    フォルダが失われても、[b]snapshot.npz[/] があれば [b]--start[/] で続けられる。

    例：[b]komadai train stream stream/ --processes 2[/]""")
@with_groups
def stream(
    folder: Annotated[Path, argument("The folder of the stream.", "作業フォルダ。", metavar="DIR")],
    options: StreamOptions,
) -> None:
    """Play games without an end and train a network on the last of their positions.

    Every few thousand steps the network plays matches; once it is ahead of the built-in evaluation, it makes
    the games. The same command continues after an interruption or a kill at any moment. If the folder is
    lost, [b]--start[/] continues from a copy of its snapshot.npz.

    Example: [b]komadai train stream stream/ --processes 2[/]
    """
    from komadai.training.stream.report import write_report
    from komadai.training.stream.settings import StreamSettings
    from komadai.training.stream.snapshot import Snapshot
    from komadai.training.stream.stream import Stream

    if options.report:
        with file_errors():
            write_line(output_console(), str(write_report(folder)))
        return
    settings = StreamSettings(
        seed=options.seed,
        width=options.width,
        steps=options.steps,
        batch_size=options.batch_size,
        rate=options.rate,
        nodes=options.nodes,
        window=options.window,
        first_positions=options.first_positions,
        reuse=options.reuse,
        gate_steps=options.gate_steps,
        gate_nodes=options.gate_nodes,
        gate_games=options.gate_games,
    )
    stderr = error_console()
    with file_errors(folder):
        snapshot = None if options.start is None else Snapshot.read(options.start)
        _lower_priority(options.nice)
        work = Stream(folder, settings, workers_of(options.processes, None), start=snapshot)
        interrupted = _run(work, stderr)
    if interrupted:
        text = localized(
            f"interrupted; the same command continues in {folder}",
            f"中断しました。同じコマンドで {folder} の続きから再開します",
        )
        write_line(stderr, text)
        raise typer.Exit(INTERRUPTED)
    write_line(
        output_console(),
        localized(f"{work.progress.step:,} steps", f"{work.progress.step:,}ステップ"),
    )


def _lower_priority(nice: int) -> None:
    """Lowers the priority of this process and of those that it starts."""
    import os
    from contextlib import suppress

    if nice:
        with suppress(OSError, AttributeError):  # Windows has no such priority
            os.nice(nice)


def _run(work: Stream, stderr: Console) -> bool:
    """Runs to the end or to Ctrl-C; whether it was interrupted. The state is written in any case."""
    printer = _Printer(work, stderr)
    rounds = work.rounds()
    try:
        while True:
            with undisturbed():  # a step or a result is whole
                progress = next(rounds, None)
            if progress is None:
                return False
            printer(progress)
    except KeyboardInterrupt:
        return True
    finally:
        with undisturbed(), closing(work):
            rounds.close()


class _Printer:
    """Writes the progress: a line that is replaced on a terminal, else a line each minute."""

    def __init__(self, work: Stream, stderr: Console) -> None:
        self._stderr = stderr
        self._last = 0.0
        self._began = time.monotonic()
        self._positions = work.progress.positions

    def __call__(self, progress: Progress) -> None:
        now = time.monotonic()
        if now - self._last < (_TERMINAL_SECONDS if self._stderr.is_terminal else _PIPE_SECONDS):
            return
        self._last = now
        rate = 3600 * (progress.positions - self._positions) / max(now - self._began, 1)
        text = _text(progress, rate)
        if self._stderr.is_terminal:
            self._stderr.print(f"{text:<{_PROGRESS_WIDTH}}", end="\r", soft_wrap=True)
        else:
            write_line(self._stderr, text)


def _text(progress: Progress, rate: float) -> str:
    loss = f"{progress.losses['loss']:.4f}" if progress.losses else "–"
    english = (
        f"step {progress.step:,}, loss {loss}, {progress.games:,} games, {progress.positions:,} positions, "
        f"{rate:,.0f} an hour"
    )
    japanese = (
        f"{progress.step:,}ステップ、損失 {loss}、{progress.games:,}局、{progress.positions:,}局面、"
        f"毎時{rate:,.0f}局面"
    )
    if progress.gate:
        english += f"; matches of step {progress.gate:,}"
        japanese += f"、{progress.gate:,}ステップの対局中"
    return localized(english, japanese)
