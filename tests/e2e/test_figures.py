"""A moderator has the figures of a game worked out: agreement with the engine, loss, spread of times."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import Server
from tests.e2e.people import log_in, register
from tests.e2e.phone import violations
from tests.e2e.two_persons import meet, play

SMALL = {"viewport": {"width": 360, "height": 740}}


@pytest.mark.parametrize("size", [{}, SMALL], ids=["desktop", "phone"])
def test_a_moderator_sees_the_figures_of_a_game(
    visit: Callable[..., Page], shared_server: Server, axe: str, size: dict[str, Any]
) -> None:
    black, white = meet(visit)
    play(black, white, "7g7f 3c3d 9i9h 9a9b")
    name = register(visit("/"))
    command = [sys.executable, "-m", "komadai", "user", "role", name, "moderator"]
    subprocess.run([*command, "--data-dir", str(shared_server.folder)], check=True, timeout=60)
    page = visit("/", **size)
    log_in(page, name)
    page.wait_for_url(lambda url: "/login" not in url)
    page.goto("/moderation")
    asked = page.get_by_label("The game’s address or id")
    asked.fill("somewhere")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("not the address or id of a game")
    assert violations(page, axe) == []
    black.page.get_by_role("button", name="Resign").click()
    black.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    black.until(lambda: black.finished, "the end of the game")
    asked.fill(black.page.url)
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Work it out").click()
    expect(page.get_by_role("status").filter(has_text="The figures are there.")).to_be_visible()
    row = page.get_by_role("row").filter(has_text="Same as the computer’s first choice")
    expect(row.get_by_role("cell").first).to_contain_text("%")
    expect(page.get_by_text("never a proof")).to_be_visible()
    assert violations(page, axe) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= (360 if size else 1280)
