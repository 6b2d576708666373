"""``komadai train deduplicate``: training positions without repetitions."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from komadai.cli.shared.console import output_console, write_line
from komadai.cli.shared.language import japanese_help, localized
from komadai.cli.shared.messages import counted
from komadai.cli.shared.options import argument, option
from komadai.cli.train.shared import Memory, Target, file_errors


@japanese_help("""学習局面のファイルから同じ局面を除く。順番は変わらず、最初のものが残る。

    例：[b]komadai train deduplicate all.psv -o unique.psv[/]""")
def deduplicate(
    source: Annotated[Path, argument("The file to read.", "読み込むファイル。", metavar="FILE")],
    output: Target,
    labels: Annotated[
        bool,
        option(
            "Keep a position again if its score, move or result is another one.",
            "評価値・指し手・結果が違えば、同じ局面でも残す。",
            "--labels",
        ),
    ] = False,
    memory: Memory = 256,
) -> None:
    """Drop repeated positions from a file. The order stays, and the first record of a position stays.

    Example: [b]komadai train deduplicate all.psv -o unique.psv[/]
    """
    from komadai.atomic_file import appearing
    from komadai.training.data_files.deduplicate import without_duplicates
    from komadai.training.data_files.formats import format_of, record_count

    format = format_of(source)
    with file_errors(output):
        count = record_count(source, format)
        with appearing(output, durable=True) as hidden:
            kept = without_duplicates(source, hidden, format, by_label=labels, memory=memory << 20)
    text = localized(
        f"{output}: {counted(kept, 'position')}, {count - kept:,} dropped",
        f"{output}：{kept:,}局面（{count - kept:,}局面を除きました）",
    )
    write_line(output_console(), text)
