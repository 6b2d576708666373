"""``komadai board``: a position as a picture."""

from __future__ import annotations

import sys
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from komadai.cli.shared.errors import Failure


class Style(StrEnum):
    """The pictures made of text."""

    JAPANESE = "japanese"
    ASCII = "ascii"
    UNICODE = "unicode"


def board(
    sfen: Annotated[
        list[str] | None,
        typer.Argument(metavar="SFEN", help="The position as SFEN, or [b]startpos[/].", show_default=False),
    ] = None,
    svg: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write an SVG picture to this file ([b]-[/]: to the screen)."),
    ] = None,
    style: Annotated[
        Style, typer.Option(metavar="STYLE", help="How to draw it with text: japanese, ascii or unicode.")
    ] = Style.JAPANESE,
) -> None:
    """Show a position, as text or as an SVG picture.

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
