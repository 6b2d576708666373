"""``komadai train convert``: files of training positions in another format."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from komadai.cli.shared.console import output_console, write_line
from komadai.cli.shared.language import japanese_help, localized
from komadai.cli.shared.messages import counted
from komadai.cli.shared.options import argument
from komadai.cli.shared.passed_over import PassedOver
from komadai.cli.train.shared import Target, file_errors

_FORMATS = localized(
    "The format, if it is not that of the suffix: psv, hcpe{}.", "形式（省略時は拡張子で判断）：psv、hcpe{}。"
)


@japanese_help("""学習局面のファイルの形式を変換する（PSV、HCPE。HCPE3 と棋譜は読み込みのみ）。

    例：[b]komadai train convert data.hcpe -o data.psv[/]""")
def convert(
    source: Annotated[Path, argument("The file to read.", "読み込むファイル。", metavar="FILE")],
    output: Target,
    source_format: Annotated[
        str | None,
        typer.Option("--from", metavar="FORMAT", help=_FORMATS.format(localized(" or hcpe3", "、hcpe3"))),
    ] = None,
    target_format: Annotated[
        str | None, typer.Option("--to", metavar="FORMAT", help=_FORMATS.format(""))
    ] = None,
) -> None:
    """Convert a file of training positions: PSV, HCPE, and from HCPE3 and game records.

    HCPE has no place for the move number: it becomes 1 in PSV. A record gives the positions of its main line.

    Example: [b]komadai train convert data.hcpe -o data.psv[/]
    """
    from komadai.training.data_files.convert import convert as convert_file

    passed_over = PassedOver()
    with file_errors(output):
        report = passed_over.report(str(source))
        count = convert_file(source, output, source_format, target_format, report=report)
    passed_over.print_rest()
    write_line(output_console(), f"{output}: {counted(count, 'position')}")
