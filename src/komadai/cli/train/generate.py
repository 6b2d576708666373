"""``komadai train generate``: training data by self-play."""

from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from komadai.cli.shared.console import error_console, output_console, print_json, write_line
from komadai.cli.shared.language import japanese_help, localized
from komadai.cli.shared.messages import counted
from komadai.cli.shared.options import AsJson, option, with_groups
from komadai.cli.shared.signals import sigterm_as_ctrl_c
from komadai.cli.train.shared import INTERRUPTED, Nice, data_folder, file_errors

if TYPE_CHECKING:
    from collections.abc import Callable

    from rich.console import Console

    from komadai.match.workers import GamePlayer, Workers
    from komadai.training.generation.generate import Progress

_TERMINAL_SECONDS: Final = 1.0
_PIPE_SECONDS: Final = 60.0
"""Seconds between two lines of progress."""
_PROGRESS_WIDTH: Final = 78
"""A line of progress has at least this width, so that it covers the one before."""


@dataclass(frozen=True, kw_only=True)
class GenerateOptions:
    """How training data is made."""

    data: Annotated[
        Path | None,
        option(
            "The folder of the data set; by default one for each seed in the user's data folder.",
            "データの保存先。省略時は利用者のデータフォルダ（種ごと）。",
            "--data",
            metavar="DIR",
        ),
    ] = None
    games: Annotated[int, option("The number of games.", "対局数。", "--games", min=0)] = 0
    positions: Annotated[
        int,
        option(
            "The number of positions, before duplicates are dropped, instead of a number of games.",
            "局面数（重複を除く前）。対局数の代わりに指定する。",
            "--positions",
            min=0,
        ),
    ] = 0
    nodes: Annotated[
        int,
        option("Nodes of a move, a quarter more or less.", "一手の探索局面数（±25%）。", "--nodes", min=1),
    ] = 2_500
    seed: Annotated[int, option("The seed of the random numbers.", "乱数の種。", "--seed", min=0)] = 1
    evaluation: Annotated[
        str,
        option(
            "The evaluation file; by default the built-in evaluation.",
            "評価関数ファイル。省略時は内蔵のもの。",
            "--eval",
            metavar="FILE",
        ),
    ] = ""
    processes: Annotated[
        int,
        option(
            "Games at the same time; 0: one for each core.",
            "同時に指す対局数。0 はコア数。",
            "--processes",
            min=0,
        ),
    ] = 0
    cluster: Annotated[
        str | None,
        option(
            "Play on a Ray cluster: auto, local or its address.",
            "Ray クラスタで対局する：auto、local、またはアドレス。",
            "--cluster",
            metavar="ADDRESS",
        ),
    ] = None
    nice: Nice = 19
    book_plies: Annotated[
        int,
        option(
            "A game begins with up to this number of moves of Komadai's book.",
            "定跡で指す最大手数。",
            "--book-plies",
            min=0,
            metavar="PLIES",
        ),
    ] = 16
    random_moves: Annotated[
        int,
        option(
            "Then up to this number of random moves follow.",
            "その後にランダムに指す最大手数。",
            "--random-moves",
            min=0,
            metavar="PLIES",
        ),
    ] = 8
    max_opening_score: Annotated[
        int,
        option(
            "Drop games whose opening gives one side a larger score.",
            "序盤の評価値がこれを超える対局は捨てる。",
            "--max-opening-score",
            min=0,
            metavar="CP",
        ),
    ] = 600
    resign: Annotated[
        tuple[int, int],
        option(
            "A game is won at a score of CP or more for one side in COUNT searches in a row.",
            "COUNT 回続けて評価値が CP 以上なら勝ちとする。",
            "--resign",
            metavar="COUNT CP",
        ),
    ] = (4, 3_000)
    max_plies: Annotated[
        int,
        option(
            "A game is drawn after this number of moves.",
            "この手数で引き分け。",
            "--max-moves",
            min=1,
            metavar="PLIES",
        ),
    ] = 320
    max_score: Annotated[
        int,
        option(
            "Leave out positions with a larger score.",
            "評価値がこれを超える局面は除く。",
            "--max-score",
            min=0,
            metavar="CP",
        ),
    ] = 2_500
    as_json: AsJson = False


@japanese_help("""自己対局で学習データを作る。

    フォルダに対局と局面（positions.psv）を保存する。中断しても、同じコマンドで続きから再開する。
    対局は番号と乱数の種だけで決まり、プロセス数や中断には左右されない。

    例：[b]komadai train generate --positions 1000000 --data gen1/[/]""")
@with_groups
def generate(
    options: GenerateOptions,
) -> None:
    """Make training data by self-play.

    The folder gets the games and their positions (positions.psv). The same command continues after an
    interruption. A game depends on its number and the seed only, not on the number of processes, and not on
    interruptions.

    Example: [b]komadai train generate --positions 1000000 --data gen1/[/]
    """
    from komadai.training.generation.generate import Target
    from komadai.training.generation.generate import generate as generate_data
    from komadai.training.generation.settings import GenerationSettings

    settings = GenerationSettings(
        seed=options.seed,
        nodes=options.nodes,
        evaluation=options.evaluation,
        book_plies=options.book_plies,
        random_moves=options.random_moves,
        max_opening_score=options.max_opening_score,
        resign_score=options.resign[1],
        resign_plies=options.resign[0],
        max_plies=options.max_plies,
        max_score=options.max_score,
    )
    target = Target(games=options.games, positions=options.positions)
    folder = options.data or data_folder() / f"seed-{options.seed}"
    stderr = error_console()
    printer = _Printer(stderr)
    try:
        with sigterm_as_ctrl_c(), file_errors(folder):
            report = generate_data(
                folder,
                settings,
                target,
                workers_of(options.processes, options.cluster),
                nice=options.nice,
                on_progress=printer,
            )
    except KeyboardInterrupt:
        text = localized(
            f"interrupted; the same command continues in {folder}",
            f"中断しました。同じコマンドで {folder} の続きから再開します",
        )
        write_line(stderr, text)
        raise typer.Exit(INTERRUPTED) from None
    if options.as_json:
        print_json(report)
        return
    text = localized(
        f"{counted(report['positions'], 'position')} of {counted(report['games'], 'game')} "
        f"({report['duplicates']:,} duplicates dropped) in {folder / 'positions.psv'}",
        f"{folder / 'positions.psv'}：{report['games']:,}局の{report['positions']:,}局面"
        f"（重複{report['duplicates']:,}局面を除く）",
    )
    write_line(output_console(), text)


def workers_of(processes: int, cluster: str | None) -> Callable[[Callable[[], GamePlayer]], Workers]:
    """Makes the workers of this machine or of a cluster: one for each core if ``processes`` is 0."""
    from komadai.match.workers import LocalWorkers, cores

    def make(player: Callable[[], GamePlayer]) -> Workers:
        if cluster is None:
            return LocalWorkers(processes or cores(), player)
        from komadai.match.cluster import Cluster

        machines = Cluster(cluster)
        return machines.workers(processes or machines.cores, 1, player)

    return make


class _Printer:
    """Writes the progress: a line that is replaced on a terminal, else a line each minute."""

    def __init__(self, stderr: Console) -> None:
        self._stderr = stderr
        self._last = 0.0

    def __call__(self, progress: Progress) -> None:
        every = _TERMINAL_SECONDS if self._stderr.is_terminal else _PIPE_SECONDS
        if progress.played == 0 or (time.monotonic() - self._last < every and not progress.is_complete):
            return
        self._last = time.monotonic()
        left = progress.remaining_seconds
        hours = f"{left / 3600:.1f}" if left is not None else "–"
        text = localized(
            f"{counted(progress.games, 'game')}, {counted(progress.positions, 'position')}, "
            f"{progress.positions_per_hour:,.0f} an hour, about {hours} hours left",
            f"{progress.games:,}局、{progress.positions:,}局面、毎時{progress.positions_per_hour:,.0f}局面、"
            f"残り約{hours}時間",
        )
        if self._stderr.is_terminal:
            end = "\n" if progress.is_complete else "\r"
            self._stderr.print(f"{text:<{_PROGRESS_WIDTH}}", end=end, soft_wrap=True)
        else:
            write_line(self._stderr, text)
