"""A variant to print and cut out: its board, on several pages if it is large, and all its pieces."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from typing import Final, Literal, NamedTuple

from komadai.diagram.svg import SQUARE_HEIGHT, SQUARE_WIDTH
from komadai.errors import UnknownStyleError
from komadai.publish import typeset
from komadai.variants import Variant
from komadai.variants.pictures import board as pictures

Paper = Literal["a4", "letter"]
SIZES: Final = {"a4": (595.28, 841.89), "letter": (612.0, 792.0)}
"""Width and height in points."""
MARGIN: Final = 34.0
POINTS_PER_MM: Final = 72 / 25.4
SMALLEST, LARGEST = 13 * POINTS_PER_MM, 26 * POINTS_PER_MM
"""The width of a square. A board whose squares would be smaller is split over several pages."""
RATIO: Final = SQUARE_HEIGHT / SQUARE_WIDTH


class Page(NamedTuple):
    """The sizes on one page, in points."""

    width: float
    height: float
    square: float
    """The width of a square; its height is RATIO times this."""

    @property
    def columns(self) -> int:
        """How many squares stand side by side."""
        return int((self.width - 2 * MARGIN) / self.square + 1e-6)

    @property
    def rows(self) -> int:
        return int((self.height - 2 * MARGIN) / (self.square * RATIO) + 1e-6)


def paper_set(variant: Variant, *, faces: pictures.Style = "two", paper: Paper = "a4") -> bytes:
    """The board and the pieces as a PDF.

    The pages of pieces come in pairs: the fronts, and mirrored the backs for printing on both sides.

    Raises UnknownStyleError for unknown faces or paper, MissingPackageError without the ``publish`` extra.
    """
    if paper not in SIZES:
        raise UnknownStyleError(f"expected paper of {', '.join(SIZES)}, got {paper!r}")
    if faces not in pictures.STYLES:
        raise UnknownStyleError(f"expected piece faces of {', '.join(pictures.STYLES)}, got {faces!r}")
    page = page_of(variant, paper)
    drawings = [*board_pages(variant, page), *piece_pages(variant, page, faces)]
    pages = [{"svg": svg, "width": page.width, "height": page.height} for svg in drawings]
    return typeset.pdf("drawings.typ", pages)


def page_of(variant: Variant, paper: Paper) -> Page:
    """The page, upright or not, on which the squares are larger."""
    width, height = SIZES[paper]
    pages = []
    for across, down in ((width, height), (height, width)):
        fit = min(
            (across - 2 * MARGIN) / variant.files,
            (down - 2 * MARGIN) / (variant.ranks * RATIO),
        )
        pages.append(Page(across, down, min(LARGEST, max(SMALLEST, fit))))
    return max(pages, key=lambda page: page.square)


def board_pages(variant: Variant, page: Page) -> Iterator[str]:
    """The board, part by part from the upper left, as SVG documents."""
    for top in range(0, variant.ranks, page.rows):
        for left in range(0, variant.files, page.columns):
            columns = min(page.columns, variant.files - left)
            rows = min(page.rows, variant.ranks - top)
            yield _document(page, _grid(variant, page, left, top, columns, rows))


def piece_pages(variant: Variant, page: Page, faces: pictures.Style) -> Iterator[str]:
    """The pieces of both sides: fronts and backs in turn, as SVG documents."""
    ids = list(pieces_of_both_sides(variant).elements())
    per_page = page.columns * page.rows
    for start in range(0, len(ids), per_page):
        part = ids[start : start + per_page]
        yield _document(page, "".join(_placed(variant, page, part, faces, back=False)))
        yield _document(page, "".join(_placed(variant, page, part, faces, back=True)))


def pieces_of_both_sides(variant: Variant) -> Counter[str]:
    """How many pieces of each kind the start position has, on the board and in hand."""
    counts = Counter(piece.id for piece in pictures.pieces_of(variant.sfen, variant.files))
    for white in (False, True):
        counts.update(pictures.hand_of(variant.sfen, white=white))
    return counts


def _placed(
    variant: Variant, page: Page, ids: list[str], faces: pictures.Style, *, back: bool
) -> Iterator[str]:
    scale = page.square / SQUARE_WIDTH
    left = (page.width - page.columns * page.square) / 2
    for number, id in enumerate(ids):
        row, column = divmod(number, page.columns)
        if back:
            column = page.columns - 1 - column
        x = left + (column + 0.5) * page.square
        y = MARGIN + (row + 0.5) * page.square * RATIO
        promoted = variant.pieces[id].promotes_to
        shown, style = (promoted or id, faces if promoted else "plain") if back else (id, faces)
        drawn = pictures.piece_svg(variant, shown, style=style)
        yield f'<g transform="translate({x:.2f} {y:.2f}) scale({scale:.4f})">{drawn}</g>'


def _grid(variant: Variant, page: Page, left: int, top: int, columns: int, rows: int) -> str:
    width, height = columns * page.square, rows * page.square * RATIO
    x, y = (page.width - width) / 2, (page.height - height) / 2
    path = "".join(f"M{x + n * page.square:.2f} {y:.2f}v{height:.2f}" for n in range(columns + 1))
    path += "".join(f"M{x:.2f} {y + n * page.square * RATIO:.2f}h{width:.2f}" for n in range(rows + 1))
    dots = "".join(
        f'<circle cx="{x + (column - left) * page.square:.2f}" '
        f'cy="{y + (row - top) * page.square * RATIO:.2f}" r="2.4"/>'
        for column, row in zone_corners(variant)
        if 0 <= column - left <= columns and 0 <= row - top <= rows
    )
    return (
        f'<rect x="{x:.2f}" y="{y:.2f}" width="{width:.2f}" height="{height:.2f}" fill="#fbf3df"/>'
        f'<path d="{path}" stroke="{pictures.INK}" stroke-width=".8" fill="none"/>{dots}'
    )


def zone_corners(variant: Variant) -> list[tuple[int, int]]:
    """The crossings of lines that mark the promotion zones, as column and row from the upper left."""
    zone, files, ranks = variant.zone, variant.files, variant.ranks
    if zone == 0 or 2 * zone >= ranks or 2 * zone >= files:
        return []
    return [(column, row) for column in (zone, files - zone) for row in (zone, ranks - zone)]


def _document(page: Page, content: str) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {page.width} {page.height}">'
        f"<defs>{pictures.GRADIENT}</defs>{content}</svg>"
    )


def page_count(variant: Variant, paper: Paper = "a4") -> int:
    """The number of pages of the set."""
    page = page_of(variant, paper)
    boards = math.ceil(variant.files / page.columns) * math.ceil(variant.ranks / page.rows)
    return boards + 2 * math.ceil(pieces_of_both_sides(variant).total() / (page.columns * page.rows))
