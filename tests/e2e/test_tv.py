"""Shogi TV on the page: empty, with a game, and the next game after its end."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from tests.e2e.conftest import Server
from tests.e2e.phone import PHONE, violations
from tests.e2e.seat import Seat
from tests.e2e.two_persons import play


@pytest.fixture
def server(tmp_path: Path) -> Iterator[str]:
    """The address of a server on which no other test plays."""
    running = Server(tmp_path)
    yield running.address
    running.close()


def public_game(visit: Callable[..., Page], main: str) -> tuple[Seat, Seat]:
    """Two people at a public game with a clock."""
    request = {"side": "black", "visibility": "public", "clock": {"main_ms": 900_000}}
    one, other = Seat(visit("/lobby")), Seat(visit("/lobby"))
    call = """([path, body]) => fetch("/api/session").then((answer) => answer.json()).then(({csrf}) =>
        fetch(path, {method: "POST", body: JSON.stringify(body), headers: {"X-CSRF-Token": csrf}}))
        .then((answer) => answer.json())"""
    made = one.page.evaluate(call, ["/api/challenges", request])["id"]
    game = other.page.evaluate(call, [f"/api/challenges/{made}/accept", {}])["id"]
    for seat in (one, other):
        seat.page.goto(f"/game/{game}")
        seat.request_game()
    play(one, other, main)
    return one, other


def test_the_next_game_follows_by_itself(visit: Callable[..., Page], axe: str) -> None:
    watcher = visit("/lobby", **PHONE)
    watcher.get_by_role("button", name="0 games running").click()
    watcher.get_by_role("link", name="Shogi TV").click()
    expect(watcher.get_by_text("No public game with a clock is being played now")).to_be_visible()
    assert violations(watcher, axe) == []
    one, _ = public_game(visit, "7g7f 3c3d")
    expect(watcher.get_by_role("grid")).to_be_visible()
    assert violations(watcher, axe) == []
    public_game(visit, "2g2f 8c8d 2f2e")
    one.page.get_by_role("button", name="Resign").click()
    one.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    expect(watcher.get_by_text("The next game follows in")).to_be_visible()
    watcher.get_by_role("button", name="Next game").click()
    expect(watcher.locator('[data-name="2e"][aria-label*="pawn"]')).to_be_attached()
    watcher.keyboard.press("n")
    watcher.wait_for_url("**/tv/shogi-rapid")
    expect(watcher.get_by_role("link", name="Rapid")).to_have_attribute("aria-current", "page")
    assert watcher.evaluate("document.documentElement.scrollWidth") <= 360


def test_one_can_skip_to_the_board_as_soon_as_there_is_one(visit: Callable[..., Page], axe: str) -> None:
    watcher = visit("/tv")
    skip = watcher.get_by_role("link", name="Skip to the board")
    expect(watcher.get_by_text("No public game with a clock is being played now")).to_be_visible()
    expect(skip).to_have_count(0)
    waiting: list[Route] = []
    watcher.route("**/api/games/*", waiting.append)
    public_game(visit, "7g7f 3c3d")
    expect(watcher.get_by_text("Setting up the board")).to_be_visible()
    expect(skip).to_have_count(0)
    assert violations(watcher, axe) == []
    for request in waiting:
        request.continue_()
    expect(skip).to_be_attached()
    watcher.keyboard.press("Tab")
    expect(skip).to_be_focused()
    watcher.keyboard.press("Enter")
    expect(watcher.get_by_role("gridcell").and_(watcher.locator(":focus"))).to_have_count(1)


def test_the_room_has_its_heading_before_the_game_has_come(visit: Callable[..., Page]) -> None:
    public_game(visit, "7g7f 3c3d")
    watcher = visit("about:blank")
    watcher.route("**/api/games/*", lambda _: None)  # not answered
    watcher.goto("/tv")
    expect(watcher.get_by_text("Setting up the board")).to_be_visible()
    expect(watcher.get_by_role("heading", level=1)).to_have_text("Shogi TV")
