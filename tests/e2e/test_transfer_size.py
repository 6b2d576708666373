"""The amount of data that a first visit transfers, in each room."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.e2e.seat import Seat

MAX_KB = 150
"""Transferred with compression, headers included, until the room stands and the network is idle."""
ROOMS = [
    "/",
    "/computer",
    "/games",
    "/records",
    "/records?kifu=startpos%20moves%207g7f",
    "/tsume",
    "/tsume/position",
    "/login",
]


def transferred(page: Page, path: str) -> float:
    """Kilobytes transferred when the browser opens this address with an empty cache.

    The page that was open is left first: what it still loads is not part of this visit.
    """
    page.goto("about:blank")
    browser = page.context.new_cdp_session(page)
    browser.send("Network.enable")
    browser.send("Network.clearBrowserCache")
    begun: set[str] = set()
    lengths: list[float] = []

    def finished(event: dict[str, Any]) -> None:
        if event["requestId"] in begun:
            lengths.append(event["encodedDataLength"])

    browser.on("Network.requestWillBeSent", lambda event: begun.add(event["requestId"]))
    browser.on("Network.loadingFinished", finished)
    page.goto(path)
    page.wait_for_load_state("networkidle")
    page.locator("#board, main ul, main form, main h1").first.wait_for(state="attached")
    return sum(lengths) / 1000


@pytest.mark.parametrize("path", ROOMS)
def test_a_room_transfers_less_than_its_limit(visit: Callable[..., Page], path: str) -> None:
    page = visit("about:blank")
    weight = transferred(page, path)
    assert 50 < weight <= MAX_KB


def test_a_game_transfers_less_than_its_limit(sit_down: Callable[..., Seat]) -> None:
    page = sit_down().page
    assert 50 < transferred(page, page.url) <= MAX_KB
