"""``komadai train shuffle``: training positions in a random order."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from komadai.cli.shared.console import output_console, write_line
from komadai.cli.shared.language import japanese_help, localized
from komadai.cli.shared.messages import counted
from komadai.cli.shared.options import argument, option
from komadai.cli.train.shared import Memory, Target, file_errors


@japanese_help("""学習局面のファイルを一つにまとめ、順番を混ぜる。メモリより大きいファイルも扱える。

    例：[b]komadai train shuffle gen1.psv gen2.psv -o all.psv --seed 1[/]""")
def shuffle(
    sources: Annotated[
        list[Path], argument("The files to read.", "読み込むファイル（複数可）。", metavar="FILE...")
    ],
    output: Target,
    seed: Annotated[int, option("The seed of the random order.", "順番の乱数の種。", "--seed", min=0)] = 1,
    memory: Memory = 512,
) -> None:
    """Write the positions of all files in a random order. Files may be larger than the memory.

    The same seed and memory give the same order.

    Example: [b]komadai train shuffle gen1.psv gen2.psv -o all.psv --seed 1[/]
    """
    from komadai.errors import UnknownStyleError
    from komadai.training.data_files.formats import format_of
    from komadai.training.data_files.shuffle import shuffle as shuffle_files

    format = format_of(output)
    for source in sources:
        if format_of(source) is not format:
            raise UnknownStyleError(
                localized(
                    f"{source}: expected the format of {output}; komadai train convert changes it",
                    f"{source}：{output} と形式が違います。komadai train convert で変換できます",
                )
            )
    with file_errors(output):
        count = shuffle_files(sources, output, seed, format, memory << 20)
    write_line(output_console(), f"{output}: {counted(count, 'position')}")
