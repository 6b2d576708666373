"""A position as a text diagram in the language of the reader."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

from komadai.cli.shared.console import can_print
from komadai.cli.shared.language import Language, current_language

if TYPE_CHECKING:
    from komadai import Board


class Style(StrEnum):
    """The text diagrams of :mod:`komadai.diagram.text`."""

    JAPANESE = "japanese"
    ASCII = "ascii"
    UNICODE = "unicode"


def text_diagram(board: Board, style: Style | None = None, *, flip: bool = False) -> str:
    """The diagram. Without a style it is Japanese or, for readers of English, in ASCII letters.

    It is in ASCII, too, where the encoding of standard output has no kanji.
    """
    from komadai.diagram.text import render

    if style is None:
        japanese = current_language() is Language.JA and can_print("玉")
        style = Style.JAPANESE if japanese else Style.ASCII
    return render(board, style.value, flip=flip)
