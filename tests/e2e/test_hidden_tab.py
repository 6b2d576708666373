"""A tab that the browser freezes in the background shows the right clock when it is looked at again."""

from __future__ import annotations

import time
from collections.abc import Callable

from playwright.sync_api import Page

from tests.e2e.seat import Seat


def shown(page: Page) -> int:
    """The seconds that the page shows for the side to move."""
    text = page.locator("section.turn").get_by_role("timer").inner_text()
    minutes, _, seconds = text.split()[0].partition(":")
    return 60 * int(minutes) + int(seconds)


def test_the_clock_is_right_after_the_tab_was_frozen(sit_down: Callable[..., Seat]) -> None:
    seat = sit_down(clock="10 min + 30 s")
    browser = seat.page.context.new_cdp_session(seat.page)
    before, began = shown(seat.page), time.monotonic()
    browser.send("Page.setWebLifecycleState", {"state": "frozen"})
    time.sleep(5)
    browser.send("Page.setWebLifecycleState", {"state": "active"})
    seat.page.wait_for_timeout(1500)  # the clock is drawn each second
    ended = time.monotonic()
    assert abs(before - shown(seat.page) - (ended - began)) <= 2
