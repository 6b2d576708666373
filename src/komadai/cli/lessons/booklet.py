"""``komadai lessons booklet``: the course on paper."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated, Literal

from komadai.cli.shared.console import error_console, write_line
from komadai.cli.shared.language import current_language, japanese_help, localized
from komadai.cli.shared.messages import printable
from komadai.cli.shared.options import option
from komadai.cli.shared.output import appearing


class Paper(StrEnum):
    """The papers."""

    A4 = "a4"
    LETTER = "letter"


@japanese_help("""入門講座を、図と問題と巻末の答えの付いた冊子（PDF）にする。

    例：[b]komadai lessons booklet --pdf lessons.pdf --lang ja[/]""")
def booklet(
    pdf: Annotated[Path, option("The PDF to write.", "書き出すPDF。", "--pdf", metavar="FILE")],
    paper: Annotated[Paper, option("The size of the paper.", "用紙の大きさ。", "--paper")] = Paper.A4,
) -> None:
    """Print the course as a booklet: diagrams, tasks, and the answers at the end.

    Example: [b]komadai lessons booklet --pdf lessons.pdf --lang en[/]
    """
    from komadai.study.lessons import booklet as made

    language: Literal["en", "ja"] = "ja" if current_language().value == "ja" else "en"
    document = made.booklet(language, paper=paper.value)
    missing = "".join(made.missing_characters(language)[:20])
    if missing:
        warning = localized(
            f"warning: no font on this machine has {missing}; they are shown as boxes",
            f"警告：{missing} を含むフォントがないため、四角で表示します",
        )
        write_line(error_console(), printable(warning))
    with appearing(pdf) as hidden:
        hidden.write_bytes(document)
    write_line(error_console(), printable(str(pdf)))
