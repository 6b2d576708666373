"""``komadai train vary``: positions near those of games, scored without a search."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

from komadai.cli.shared.console import error_console, output_console, write_line
from komadai.cli.shared.language import japanese_help
from komadai.cli.shared.messages import counted
from komadai.cli.shared.options import argument, option
from komadai.cli.train.shared import Target, file_errors


@japanese_help("""学習局面（PSV）からランダムに数手進めた局面を作り、探索なしの評価値を付ける。

    探索には現れるが棋譜には現れない局面を学習させるためのもの。王手のかかった局面は除く。

    例：[b]komadai train vary gen1.psv -o near.psv --copies 4[/]""")
def vary(
    sources: Annotated[
        list[Path], argument("The files to read.", "読み込むファイル（複数可）。", metavar="FILE...")
    ],
    output: Target,
    copies: Annotated[
        int,
        option("Positions made from each position.", "一局面から作る局面の数。", "--copies", min=1, max=1000),
    ] = 4,
    moves: Annotated[
        int,
        option(
            "The largest number of random moves; from 0 to this are played.",
            "ランダムに進める手数の上限（0手からこの手数まで）。",
            "--moves",
            min=0,
            max=1000,
        ),
    ] = 4,
    evaluation: Annotated[
        str,
        option(
            "The evaluation file; by default the built-in evaluation.",
            "評価関数ファイル。省略時は内蔵の評価関数。",
            "--eval",
            metavar="FILE",
        ),
    ] = "",
    seed: Annotated[
        int, option("The seed of the random moves.", "ランダムな手の乱数の種。", "--seed", min=0)
    ] = 1,
) -> None:
    """Make positions a few random moves after those of files (PSV), scored by an evaluation without a search.

    A search visits such positions, but games do not have them. Positions in check are left out.

    Example: [b]komadai train vary gen1.psv -o near.psv --copies 4[/]
    """
    from komadai.training.data_files.vary import VarySettings
    from komadai.training.data_files.vary import vary as vary_files

    settings = VarySettings(copies=copies, max_moves=moves, seed=seed, evaluation=evaluation)
    stderr = error_console()

    def on_progress(read: int, total: int) -> None:
        if stderr.is_terminal:
            stderr.print(f"{read:,} / {total:,}", end="\r" if read < total else "\n")

    with file_errors(output):
        count = vary_files(sources, output, settings, threads=os.cpu_count() or 1, on_progress=on_progress)
    write_line(output_console(), f"{output}: {counted(count, 'position')}")
