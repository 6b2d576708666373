"""A position as planes for a neural network, in the layouts of pgx and of dlshogi."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, overload

from komadai._core import VariantBoard, write_dlshogi_planes, write_pgx_planes
from komadai.errors import RangeError
from komadai.extras import extra

with extra("train"):
    import numpy as np

if TYPE_CHECKING:
    from typing import Any, Final

    from numpy.typing import NDArray

    from komadai import Board
    from komadai.variants import Board as BoardOfVariant

Layout = Literal["pgx", "dlshogi"]

LAYOUTS: Final[tuple[str, ...]] = ("pgx", "dlshogi")

PGX_SHAPE: Final = (9, 9, 119)
"""Rank, file (from 9 to 1, as the side to move sees the board), plane; bool."""

DLSHOGI_SHAPES: Final = ((62, 9, 9), (57, 9, 9))
"""Plane, file (from 1 to 9), rank; float32."""


def check_layout(layout: object) -> None:
    """Raises RangeError for anything but the name of a layout."""
    if layout not in LAYOUTS:
        raise RangeError(f"layout: expected 'pgx' or 'dlshogi', got {layout!r}")


@overload
def planes(board: Board | BoardOfVariant, layout: Literal["pgx"] = "pgx") -> NDArray[np.bool_]: ...
@overload
def planes(board: Board, layout: Literal["dlshogi"]) -> tuple[NDArray[np.float32], NDArray[np.float32]]: ...
def planes(board: Board | BoardOfVariant, layout: Layout = "pgx") -> Any:
    """The position from the side to move: an array (9, 9, 119) bool, or two (62, 9, 9), (57, 9, 9) float32.

    A board of a variant has one layout: (ranks, files, planes) bool. Raises RangeError for another layout.
    """
    if isinstance(board, VariantBoard):
        # Not imported above: ``overload`` keeps all that this module refers to alive after the interpreter's
        # end, also the cached rules of variants.
        from komadai.env.variant_layout import variant_observation, variant_planes

        variant_observation(layout)
        return variant_planes(board)
    check_layout(layout)
    if layout == "pgx":
        cells = np.empty(PGX_SHAPE, np.bool_)
        write_pgx_planes(board, cells.view(np.uint8))
        return cells
    arrays = tuple(np.empty(shape, np.float32) for shape in DLSHOGI_SHAPES)
    write_dlshogi_planes(board, *arrays)
    return arrays
