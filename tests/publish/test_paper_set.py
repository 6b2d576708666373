"""Boards and pieces to print: sizes, pages, backs."""

from __future__ import annotations

from typing import Any

import pytest

from komadai.errors import UnknownStyleError
from komadai.publish.paper_set import (
    LARGEST,
    MARGIN,
    RATIO,
    SMALLEST,
    board_pages,
    page_count,
    page_of,
    paper_set,
    piece_pages,
    pieces_of_both_sides,
    zone_corners,
)
from komadai.variants import NAMES, Variant


@pytest.mark.parametrize("name", NAMES)
def test_every_part_of_every_board_fits_on_its_page(name: str) -> None:
    variant = Variant.named(name)
    for paper in ("a4", "letter"):
        page = page_of(variant, paper)
        assert SMALLEST <= page.square <= LARGEST
        assert page.columns * page.square <= page.width - 2 * MARGIN + 0.01
        assert page.rows * page.square * RATIO <= page.height - 2 * MARGIN + 0.01


def test_a_large_board_is_split_over_several_pages() -> None:
    goro, taikyoku = Variant.named("goro-goro"), Variant.named("taikyoku")
    assert len(list(board_pages(goro, page_of(goro, "a4")))) == 1
    parts = list(board_pages(taikyoku, page_of(taikyoku, "a4")))
    assert len(parts) > 4
    assert page_count(taikyoku) == len(parts) + len(
        list(piece_pages(taikyoku, page_of(taikyoku, "a4"), "one"))
    )


def test_all_pieces_of_both_sides_are_there_with_those_in_hand() -> None:
    assert pieces_of_both_sides(Variant.named("goro-goro")) == {"K": 2, "G": 4, "S": 4, "P": 6}
    assert pieces_of_both_sides(Variant.named("goro-goro-plus")).total() == 20
    assert pieces_of_both_sides(Variant.named("taikyoku")).total() == 804


def test_the_back_of_a_piece_is_its_promoted_side_at_the_mirrored_place() -> None:
    variant = Variant.named("goro-goro")
    front, back = piece_pages(variant, page_of(variant, "a4"), "letters")
    assert front.count("<g transform") == back.count("<g transform") == 16
    assert "#a31d14" not in front
    assert back.count("#a31d14") == 10  # four silvers and six pawns


def test_the_corners_of_the_zones_are_marked() -> None:
    assert zone_corners(Variant.named("chu")) == [(4, 4), (4, 8), (8, 4), (8, 8)]
    assert zone_corners(Variant.named("dobutsu")) == [(1, 1), (1, 3), (2, 1), (2, 3)]


def test_the_set_is_a_pdf_with_all_pages() -> None:
    pdfium = pytest.importorskip("pypdfium2")
    variant = Variant.named("dobutsu")
    document = pdfium.PdfDocument(paper_set(variant, faces="one"))
    assert len(document) == page_count(variant)


def test_unknown_paper_and_faces_are_errors() -> None:
    variant = Variant.named("dobutsu")
    unknown: Any = "a0"
    with pytest.raises(UnknownStyleError, match="expected paper of a4, letter"):
        paper_set(variant, paper=unknown)
    with pytest.raises(UnknownStyleError, match="expected piece faces of one"):
        paper_set(variant, faces=unknown)
