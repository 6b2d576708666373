"""The page around the board: languages, colours, accessibility, headers."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from komadai import BLACK, Move
from komadai.furigoma import color_of_thrower
from tests.e2e.controls import choose
from tests.e2e.phone import PHONE, violations
from tests.e2e.seat import Seat


@pytest.mark.parametrize("size", [{}, PHONE], ids=["desktop", "phone"])
def test_axe_finds_no_violation(sit_down: Callable[..., Seat], axe: str, size: dict[str, Any]) -> None:
    seat = sit_down(sfen="4k4/9/4P4/9/9/9/9/9/4K4 b G 1", clock="10 min + 30 s", **size)
    page = seat.page
    expect(page.get_by_role("button", name="Resign")).to_be_visible()
    found = {"game": violations(page, axe)}
    page.get_by_role("button", name="Resign").click()
    found["resigning"] = violations(page, axe)
    page.get_by_role("button", name="Play on").click()
    seat.type_in("G*5b")
    seat.until(lambda: seat.finished, "mate")
    expect(page.get_by_role("heading", name="You win")).to_be_visible()
    found["finished"] = violations(page, axe)
    page.goto("/games")
    expect(page.get_by_role("heading", name="My games")).to_be_visible()
    found["games"] = violations(page, axe)
    page.get_by_role("button", name="Settings").click()
    found["settings"] = violations(page, axe)
    page.get_by_role("button", name="Done").click()
    page.goto("/")
    expect(page.get_by_role("heading", name="Today’s tsume")).to_be_visible()
    found["start"] = violations(page, axe)
    page.goto("/computer")
    page.get_by_text("More", exact=True).click()
    found["computer"] = violations(page, axe)
    assert {place: faults for place, faults in found.items() if faults} == {}


def test_english_and_japanese(visit: Callable[..., Page]) -> None:
    page = visit("/")
    expect(page.get_by_role("link", name="Start the first lesson")).to_be_visible()
    page.get_by_role("button", name="日本語").click()
    expect(page.get_by_role("link", name="最初のレッスンへ")).to_be_visible()
    assert page.locator("html").get_attribute("lang") == "ja"
    page.reload()
    expect(page.get_by_role("link", name="最初のレッスンへ")).to_be_visible()


def test_a_japanese_browser_gets_the_page_in_japanese(visit: Callable[..., Page]) -> None:
    page = visit("/", locale="ja-JP")
    page.get_by_role("button", name="対局を始める").click()
    page.wait_for_url("**/game/*")
    expect(page.get_by_role("button", name="投了")).to_be_visible()


def test_light_and_dark_follow_the_system_and_the_button(visit: Callable[..., Page]) -> None:
    page = visit("/", color_scheme="dark")
    theme = page.locator("html")
    expect(theme).to_have_attribute("data-theme", "dark")
    page.get_by_role("button", name="Light colours").click()
    expect(theme).to_have_attribute("data-theme", "light")
    page.reload()
    expect(theme).to_have_attribute("data-theme", "light")


def test_every_square_is_labelled_with_its_piece(sit_down: Callable[..., Seat]) -> None:
    seat = sit_down()
    expect(seat.page.get_by_role("gridcell")).to_have_count(81)
    expect(seat.square("5i")).to_have_attribute("aria-label", "5i, Black king")
    expect(seat.square("8b")).to_have_attribute("aria-label", "8b, White rook")
    seat.drag(Move.from_usi("7g7f"))
    expect(seat.square("7g")).to_have_attribute("aria-label", "7g, empty")


def test_only_legal_destinations_are_shown(sit_down: Callable[..., Seat]) -> None:
    seat = sit_down()
    seat.square("2h").click()
    shown = seat.page.locator(".goal").evaluate_all("cells => cells.map((cell) => cell.dataset.name).sort()")
    assert shown == ["1h", "3h", "4h", "5h", "6h", "7h"]


def test_furigoma_is_tossed_and_shown(visit: Callable[..., Page]) -> None:
    page = visit("/computer")
    seat = Seat(page)
    choose(page, "First move", "Toss")
    page.get_by_role("button", name="Play", exact=True).click()
    dialog = page.get_by_role("dialog")
    # Fewer than five count if one lands on its side.
    expect(dialog.get_by_text(re.compile(r"^\d of \d pawn side up"))).to_be_visible()
    dialog.get_by_role("button", name="Start playing").click()
    seat.take()
    assert (color_of_thrower(seat.game["furigoma"][-1]) is BLACK) == (seat.game["you"] == "black")


def test_the_security_headers_of_the_page(visit: Callable[..., Page], server: str) -> None:
    answer = visit("/").request.get(server)
    policy = answer.headers["content-security-policy"]
    assert "default-src 'self'" in policy or "default-src 'none'" in policy
    assert "unsafe-inline" not in policy
    assert "'unsafe-eval'" not in policy


def test_the_front_door_needs_no_api_call(visit: Callable[..., Page]) -> None:
    page = visit("/")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.resource_type))
    page.route("**/api/**", lambda route: None)  # never answered
    page.reload(wait_until="commit")
    page.get_by_role("link", name="Start the first lesson").wait_for()
    assert asked.count("document") == 1
