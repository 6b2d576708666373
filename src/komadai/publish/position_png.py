"""A position as a PNG."""

from __future__ import annotations

import re
from functools import partial
from io import BytesIO
from typing import TYPE_CHECKING, Any, Final

from komadai._core import Board
from komadai.diagram import svg
from komadai.errors import RangeError
from komadai.publish import typeset
from komadai.publish.arguments import check_board

if TYPE_CHECKING:
    from komadai.variants import Board as VariantBoard

LARGEST: Final = 8000
"""The largest width in pixels."""
_VIEW_BOX: Final = re.compile(r'viewBox="0 0 ([0-9.]+) ([0-9.]+)"')


def png(board: Board | VariantBoard, *, size: int = 640, **options: Any) -> bytes:
    """The position as a PNG, ``size`` pixels wide (1 to 8000), with a transparent background.

    The options are those of :func:`komadai.diagram.svg.render`; ``dark=False`` and ``dark=True`` paint
    the background. For a position of a variant they are those of :meth:`komadai.variants.Board.svg`. Raises
    RangeError and UnknownStyleError as ``render`` does, ArgumentTypeError.
    """
    check_board(board, size=size)
    if not 1 <= size <= LARGEST:
        raise RangeError(f"expected a width of 1 to {LARGEST} pixels, got {size!r}")
    draw: Any = partial(svg.render, board) if isinstance(board, Board) else board.svg
    picture: str = draw(size=None, **options)
    match = _VIEW_BOX.search(picture)
    assert match is not None, "every picture has a viewBox"
    height = max(1, round(size * (float(match[2]) / float(match[1]))))
    [image] = typeset.vectors([(picture, size, height)])
    data = BytesIO()
    image.save(data, "PNG", optimize=True)
    return data.getvalue()
