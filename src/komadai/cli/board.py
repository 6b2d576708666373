"""``komadai board``: a position as a picture."""

from __future__ import annotations

import sys
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from komadai.cli.shared.errors import Failure
from komadai.cli.shared.language import japanese_help, localized


class Style(StrEnum):
    """The pictures made of text."""

    JAPANESE = "japanese"
    ASCII = "ascii"
    UNICODE = "unicode"


@japanese_help("""局面を文字の図、SVG、JSON で出力する。

    例：[b]komadai board "4k4/9/4P4/9/9/9/9/9/4K4 b G 1" --svg mate.svg[/]""")
def board(
    sfen: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="SFEN",
            help=localized(
                "The position: [b]startpos[/], an SFEN, or a USI position with moves. The start if left out.",
                "局面：[b]startpos[/]、SFEN、または指し手の付いた USI の position。省略時は平手の開始局面。",
            ),
            show_default=False,
        ),
    ] = None,
    svg: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help=localized(
                "Write an SVG picture to this file ([b]-[/]: to standard output).",
                "SVG の図をこのファイルに書く（[b]-[/] は標準出力）。",
            ),
        ),
    ] = None,
    style: Annotated[
        Style,
        typer.Option(
            metavar="STYLE",
            help=localized(
                "The text diagram: japanese, ascii or unicode. Depends on the language if left out.",
                "文字の図の種類：japanese、ascii、unicode。省略時は言語による。",
            ),
        ),
    ] = Style.JAPANESE,
) -> None:
    """Print a position as a text diagram, as SVG or as JSON.

    Example: [b]komadai board "4k4/9/4P4/9/9/9/9/9/4K4 b G 1" --svg mate.svg[/]
    """
    from komadai import Board

    position = Board(" ".join(sfen or ["startpos"]))  # quotes around an SFEN may be missing
    if svg is None:
        print(format(position, style.value))
        return
    picture = position.svg()
    if str(svg) == "-":
        sys.stdout.write(picture)
        return
    try:
        svg.write_text(picture, encoding="utf-8")
    except OSError as error:
        raise Failure(f"{svg}: cannot be written: {error.strerror}") from error
