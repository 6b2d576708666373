"""The review of a game on the page: progress, graph, mistakes, exercises, downloads, a stop."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, expect

from komadai import kifu
from tests.e2e.record_page import begin, here
from tests.e2e.seat import Seat
from tests.e2e.test_page import PHONE, violations

GAME = "startpos moves 7g7f 3c3d 2g2f 8c8d 2f2e 8d8e 2e2d 2c2d 2h2d 4a3b 2d2c+"
"""Black gives the rook away with the last move."""


def opened(visit: Callable[..., Page], **options: Any) -> Page:
    page = visit(f"/records?kifu={quote(GAME)}", **options)
    begin(page)
    page.get_by_role("button", name="Review this game").click()
    return page


def reviewed(visit: Callable[..., Page], **options: Any) -> Page:
    page = opened(visit, **options)
    page.get_by_label("Search depth").select_option(index=0)
    page.get_by_role("button", name="Begin").click()
    expect(page.get_by_role("heading", name="Mistakes")).to_be_visible()
    return page


@pytest.mark.parametrize(("colors", "size"), [("light", {}), ("dark", PHONE)], ids=["desktop", "phone"])
def test_a_game_is_reviewed_and_its_mistakes_lead_to_their_positions(
    visit: Callable[..., Page], axe: str, colors: str, size: dict[str, Any]
) -> None:
    page = reviewed(visit, color_scheme=colors, **size)
    panel = page.get_by_role("region", name="Review of the game")
    expect(panel.get_by_role("row", name=re.compile("^Accuracy"))).to_contain_text("%")
    blunder = panel.get_by_role("listitem").filter(has_text="Blunder: Black")
    expect(blunder).to_contain_text("Better was")
    blunder.get_by_role("button", name=re.compile("^11 ")).click()
    graph = panel.get_by_role("slider", name="Win rate of Black by move")
    expect(graph).to_have_attribute("aria-valuenow", "11")
    graph.focus()
    page.keyboard.press("ArrowLeft")
    expect(graph).to_have_attribute("aria-valuenow", "10")
    assert violations(page, axe) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_better_line_is_added_to_the_record(visit: Callable[..., Page]) -> None:
    page = reviewed(visit)
    rows = page.get_by_role("treeitem").count()
    blunder = page.get_by_role("listitem").filter(has_text="Blunder: Black")
    blunder.get_by_role("button", name="Add the better line").click()
    expect(page.get_by_role("treeitem").nth(rows)).to_be_attached()
    expect(here(page)).to_contain_text("10")


def test_a_better_move_is_found_on_the_board(visit: Callable[..., Page], axe: str) -> None:
    page = reviewed(visit)
    page.get_by_label("Whose mistakes").select_option("black")
    page.get_by_role("button", name="Learn from mistakes").click()
    dialog = page.get_by_role("dialog", name="Learn from mistakes")
    while "move 11" not in dialog.inner_text():
        dialog.get_by_role("button", name="Next").click()
    expect(dialog).to_contain_text("Find a better move for Black.")
    assert violations(page, axe) == []
    dialog.locator('[data-name="6i"]').click()
    dialog.locator('[data-name="7h"]').click()
    expect(dialog.get_by_role("status")).to_contain_text("Well done.")
    dialog.get_by_role("button", name="Try again").click()
    dialog.get_by_role("button", name="Show the solution").click()
    expect(dialog.get_by_role("status")).to_contain_text("The engine’s line:")
    dialog.get_by_role("button", name="Next").click()
    expect(dialog).to_contain_text("Done: you found 1 of")
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()


def test_the_review_can_be_downloaded(visit: Callable[..., Page]) -> None:
    page = reviewed(visit)
    with page.expect_download() as download:
        page.get_by_role("link", name="KIF with comments").click()
    assert "Blunder" in kifu.read(download.value.path()).end.comment


def test_a_stopped_review_shows_the_first_moves(visit: Callable[..., Page]) -> None:
    page = opened(visit)
    page.get_by_label("Search depth").select_option(index=2)
    page.get_by_role("button", name="Begin").click()
    expect(page.get_by_role("slider", name="Win rate of Black by move")).to_be_visible()
    page.get_by_role("button", name="Stop", exact=True).click()
    expect(page.get_by_text("this is the review of the first")).to_be_visible()


def test_a_finished_game_is_reviewed_at_once(sit_down: Callable[..., Seat]) -> None:
    seat = sit_down(sfen="4k4/9/4P4/9/9/9/9/9/4K4 b G 1")
    seat.type_in("G*5b")
    seat.until(lambda: seat.finished, "mate")
    seat.page.get_by_role("link", name="Review this game").click()
    begin(seat.page)
    expect(seat.page.get_by_text("No mistakes found.")).to_be_visible()
    expect(seat.page.get_by_role("row", name=re.compile("^Accuracy"))).to_contain_text("100.0 %")
