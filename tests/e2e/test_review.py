"""The review of a game on the page: progress, graph, mistakes, exercises, downloads, a stop."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any
from urllib.parse import quote

import pytest
from playwright.sync_api import Locator, Page, expect

from komadai import kifu
from tests.e2e.controls import choose
from tests.e2e.phone import PHONE, violations
from tests.e2e.record_page import begin, here, row, square, tab
from tests.e2e.seat import Seat

GAME = "startpos moves 7g7f 3c3d 2g2f 8c8d 2f2e 8d8e 2e2d 2c2d 2h2d 4a3b 2d2c+"
"""Black gives the rook away with the last move."""


def opened(visit: Callable[..., Page], **options: Any) -> Page:
    page = visit(f"/records?kifu={quote(GAME)}", **options)
    begin(page)
    tab(page, "Review")
    return page


def reviewed(visit: Callable[..., Page], **options: Any) -> Page:
    page = opened(visit, **options)
    choose(page, "Search depth", "Quick (20k nodes)")
    page.get_by_role("button", name="Begin").click()
    expect(page.get_by_role("heading", name="Mistakes")).to_be_visible()
    return page


def top(part: Locator) -> float:
    box = part.bounding_box()
    assert box is not None
    return box["y"]


def bottom(part: Locator) -> float:
    box = part.bounding_box()
    assert box is not None
    return box["y"] + box["height"]


@pytest.mark.parametrize(("colors", "size"), [("light", {}), ("dark", PHONE)], ids=["desktop", "phone"])
def test_a_game_is_reviewed_and_its_mistakes_lead_to_their_positions(
    visit: Callable[..., Page], axe: str, colors: str, size: dict[str, Any]
) -> None:
    page = reviewed(visit, color_scheme=colors, **size)
    panel = page.get_by_role("region", name="Review of the game")
    panel.get_by_text("More figures").click()
    expect(panel.get_by_role("row", name=re.compile("^Accuracy"))).to_contain_text("%")
    blunder = panel.get_by_role("listitem").filter(has_text="Blunder: Black")
    expect(blunder).to_contain_text("Better was")
    blunder.get_by_role("button", name=re.compile("^11 ")).click()
    graph = page.get_by_role("slider", name="Win rate of Black by move")
    expect(graph).to_have_attribute("aria-valuenow", "11")
    graph.focus()
    page.keyboard.press("ArrowLeft")
    expect(graph).to_have_attribute("aria-valuenow", "10")
    assert violations(page, axe) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_review_stays_with_the_record(visit: Callable[..., Page]) -> None:
    page = reviewed(visit)
    expect(row(page, "11 ")).to_contain_text("??")
    page.reload()
    expect(page.get_by_role("heading", name="Mistakes")).to_be_visible()
    expect(row(page, "11 ")).to_contain_text("??")
    row(page, "11 ").click()
    tab(page, "Engine")
    expect(page.get_by_role("tabpanel", name="Engine")).to_contain_text("Blunder: Black")


def test_a_better_line_is_added_to_the_record(visit: Callable[..., Page]) -> None:
    page = reviewed(visit)
    rows = page.get_by_role("treeitem").count()
    blunder = page.get_by_role("listitem").filter(has_text="Blunder: Black")
    blunder.get_by_role("button", name=re.compile("^11 ")).click()
    blunder.get_by_role("button", name="Add the better line").click()
    expect(page.get_by_role("treeitem").nth(rows)).to_be_attached()
    expect(here(page)).to_contain_text("10")


def test_a_better_move_is_found_on_the_board(visit: Callable[..., Page], axe: str) -> None:
    page = reviewed(visit, viewport={"width": 1440, "height": 900})
    page.get_by_role("button", name="Learn from mistakes").click()
    room = page.get_by_role("region", name="Learn from mistakes")
    room.locator("label").filter(has_text="Black").click()
    while "11 " not in room.locator(".judged").inner_text():
        room.get_by_role("button", name="Skip").click()
    expect(room.get_by_role("heading", name="Find a better move for Black")).to_be_visible()
    assert violations(page, axe) == []
    square(page, "6i").click()
    square(page, "7h").click()
    expect(room.get_by_role("status")).to_contain_text("Well done.")
    room.get_by_role("button", name="Try again").click()
    room.get_by_role("button", name="Show it").click()
    expect(room.get_by_role("status")).to_contain_text("The engine’s line:")
    room.get_by_role("button", name="Next").click()
    expect(room).to_contain_text("Done: you found 1 of")
    room.get_by_role("button", name="Close").first.click()
    expect(page.get_by_role("tab", name="Review")).to_be_visible()


@pytest.mark.parametrize("height", [844, 664])
def test_the_bar_of_a_phone_has_the_tools_of_learning_from_mistakes(
    visit: Callable[..., Page], height: int
) -> None:
    page = reviewed(visit, viewport={"width": 390, "height": height}, has_touch=True, is_mobile=True)
    bar = page.get_by_role("toolbar")
    learn = page.get_by_role("button", name="Learn from mistakes")
    assert bottom(learn) <= top(bar), "it is in sight without scrolling"
    learn.click()
    expect(page.get_by_role("heading", name="Find a better move")).to_be_visible()
    assert bottom(page.locator(".judged")) <= top(bar), "and so is what is asked"
    bar.get_by_role("button", name="Hint").click()
    bar.get_by_role("button", name="Show it").click()
    expect(page.get_by_text("The engine’s line:")).to_be_visible()
    page.get_by_role("button", name="Close").first.click()
    expect(bar.get_by_role("button", name="Moves")).to_be_visible()


def test_the_review_can_be_downloaded(visit: Callable[..., Page]) -> None:
    page = reviewed(visit)
    with page.expect_download() as download:
        page.get_by_role("button", name="Save as").click()
        page.get_by_role("menuitem", name="KIF with comments").click()
    assert "Blunder" in kifu.read(download.value.path()).end.comment


def test_a_stopped_review_shows_the_first_moves(visit: Callable[..., Page]) -> None:
    page = opened(visit)
    choose(page, "Search depth", "Deep (300k nodes)")
    page.get_by_role("button", name="Begin").click()
    expect(page.get_by_role("slider", name="Win rate of Black by move")).to_be_visible()
    page.get_by_role("button", name="Stop", exact=True).click()
    expect(page.get_by_text("this is the review of the first")).to_be_visible()


def test_a_finished_game_is_reviewed_at_once(sit_down: Callable[..., Seat]) -> None:
    seat = sit_down(sfen="4k4/9/4P4/9/9/9/9/9/4K4 b G 1")
    seat.type_in("G*5b")
    seat.until(lambda: seat.finished, "mate")
    game = seat.page.url
    seat.page.get_by_role("link", name="Review this game").click()
    begin(seat.page)
    for name in ("Guest", "Komadai, 15 kyu"):
        expect(seat.page.get_by_text(name, exact=True).first).to_be_visible()
    expect(seat.page.get_by_text("No mistakes found.")).to_be_visible()
    expect(seat.page.get_by_role("group", name="Black", exact=True).last).to_contain_text("100")
    record = seat.page.url
    seat.page.goto(game)
    seat.page.get_by_role("link", name="Review this game").click()
    expect(seat.page.get_by_text("No mistakes found.")).to_be_visible()
    assert seat.page.url == record
