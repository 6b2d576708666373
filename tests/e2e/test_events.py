"""An event on the page: created, entered, paired and played at the pairing desk of a phone."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.e2e.test_page import PHONE, violations
from tests.e2e.test_people import register


def test_an_arbiter_runs_a_round_at_the_desk_of_a_phone(visit: Callable[..., Page], axe: str) -> None:
    page = visit("/", **PHONE)
    register(page)
    page.goto("/events")
    page.get_by_role("button", name="Create an event").click()
    page.get_by_label("Name", exact=True).fill("Phone Cup")
    page.get_by_label("Rounds").fill("1")
    page.get_by_role("button", name="Create", exact=True).click()
    expect(page.get_by_role("heading", name="Phone Cup")).to_be_visible()
    expect(page.get_by_text("Nobody has entered yet.")).to_be_visible()
    name = page.get_by_label("Name", exact=True)
    for player in ("Wada", "Oyama"):
        name.fill(player)
        page.keyboard.press("Enter")
        expect(page.get_by_role("listitem").filter(has_text=player)).to_be_visible()
    page.get_by_role("tab", name="Players").focus()
    page.keyboard.press("ArrowRight")
    page.get_by_role("button", name="Pair round 1").click()
    board = page.get_by_role("listitem", name="Board 1")
    expect(board).to_contain_text("Wada")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert violations(page, axe) == []
    board.get_by_role("button", name="Black won").click()
    expect(board).to_contain_text("1 – 0")
    page.get_by_role("button", name="End the event").click()
    page.get_by_role("tab", name="Table").click()
    expect(page.get_by_role("row").nth(1)).to_contain_text("2+b")
    assert violations(page, axe) == []
