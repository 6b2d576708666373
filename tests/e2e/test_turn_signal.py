"""Whose turn it is, for who looks elsewhere or does not look: title, icon, notice and screen reader."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

from komadai import Move
from tests.e2e.seat import Seat
from tests.e2e.two_persons import meet, play

NOTICES = """() => {
window.notices = [];
window.Notification = class {
  static permission = "default";
  static asked = 0;
  static async requestPermission() {
    this.asked += 1;
    return (this.permission = window.answer ?? "granted");
  }
  constructor(title, options) {
    Object.assign(this, { title, ...options, open: true });
    window.notices.push(this);
  }
  close() { this.open = false; }
};
}"""
HIDE = """(hidden) => {
  Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""


def icon(page: Page) -> str:
    href: str = page.locator('link[rel="icon"]').evaluate("(link) => link.href")
    return href.rpartition("/")[2].rpartition("-")[0]


def notices(page: Page) -> list[dict[str, Any]]:
    shown: list[dict[str, Any]] = page.evaluate("window.notices")
    return shown


def allow_notices(page: Page) -> None:
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Notice of the browser on my turn").check()
    page.get_by_role("button", name="Done").click()


def test_title_and_icon_tell_of_ones_turn(visit: Callable[..., Page]) -> None:
    black, white = meet(visit)
    play(black, white, "7g7f")
    assert (icon(black.page), icon(white.page)) == ("icon", "icon-turn")
    assert white.page.title().startswith("● ")
    assert not black.page.title().startswith("● ")
    white.page.goto("/lobby")
    assert icon(white.page) == "icon"


def test_the_browser_shows_a_notice_on_ones_turn_while_the_page_is_hidden(
    visit: Callable[..., Page],
) -> None:
    black, white = meet(visit)
    page = white.page
    page.evaluate(NOTICES)
    allow_notices(page)
    play(black, white, "7g7f 3c3d")
    assert notices(page) == [], "who looks at the board needs no notice"
    page.evaluate(HIDE, True)
    black.drag(Move.from_usi("2g2f"))
    white.until(lambda: len(white.moves) == 3, "the third move")
    (notice,) = notices(page)
    assert (notice["title"], notice["open"], notice["tag"]) == (
        "Your turn",
        True,
        page.url.rpartition("/")[2],
    )
    page.evaluate(HIDE, False)
    assert notices(page)[0]["open"] is False, "it is withdrawn when the page is looked at"


def test_a_browser_that_refuses_notices_says_so(visit: Callable[..., Page]) -> None:
    page = visit("/")
    page.evaluate(NOTICES)
    page.evaluate("window.answer = 'denied'")
    page.get_by_role("button", name="Settings").click()
    box = page.get_by_label("Notice of the browser on my turn")
    box.click()
    expect(page.get_by_text("This browser does not show notices of this page.")).to_be_visible()
    expect(box).not_to_be_checked()


def announced(page: Page) -> str:
    """What a screen reader has been told last, in elements that were there before."""
    return " ".join(page.locator(".unseen[aria-live], .unseen[role=status]").all_inner_texts()).strip()


def test_offers_moves_and_the_end_are_announced(visit: Callable[..., Page]) -> None:
    black, white = meet(visit)
    play(black, white, "7g7f")
    assert "pawn to 7 f" in announced(white.page)
    black.page.get_by_role("button", name="Ask to take back").click()
    expect(white.page.get_by_role("button", name="Agree")).to_be_visible()
    assert announced(white.page).count("Your opponent asks to take back a move.") == 1
    white.page.get_by_role("button", name="Decline").click()
    play(white, black, "3c3d")
    white.page.get_by_role("button", name="Resign").click()
    white.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    expect(black.page.get_by_role("heading", name="You win")).to_be_visible()
    assert announced(black.page).count("resigned") + announced(black.page).count("resignation") == 1


def test_the_last_ten_seconds_are_announced_once(sit_down: Callable[..., Seat]) -> None:
    seat = sit_down(own_clock=(0.2, 0))
    said: set[str] = set()
    for _ in range(60):
        text = announced(seat.page)
        said |= {text} if "seconds" in text else set()
        if seat.finished:
            break
        seat.page.wait_for_timeout(100)
    assert len(said) == 1, said
