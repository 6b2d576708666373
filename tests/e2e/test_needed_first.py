"""What a person needs first on each page is inside the first screen: heading, red button, one real item.

A new page adds a row to ``PAGES``.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.people import register
from tests.e2e.posts import POST

SIZES: dict[str, dict[str, Any]] = {
    "desk": {"viewport": {"width": 1440, "height": 900}},
    "tablet": {"viewport": {"width": 1024, "height": 700}},
    "phone": {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True},
    "short-phone": {"viewport": {"width": 390, "height": 667}, "has_touch": True, "is_mobile": True},
}


SETTLED_S = 10
"""How long a page may still be laid out."""


class Needed(NamedTuple):
    """What is needed first on a page."""

    heading: str
    red: str | None
    """The button or link that most people press next."""
    item: str
    """A text of one real item, as a regular expression."""
    empty: str
    """A text of what stands there without any data."""


PAGES: dict[str, Needed] = {
    "/computer": Needed("Play the computer", "Play", "Toss", "Toss"),
    "/variants/minishogi": Needed("Minishogi", "Play", "six pieces a side|Gentle", "Gentle"),
    "/variants/taikyoku": Needed("Taikyoku shogi", "Play", "Gentle", "Gentle"),
    "/variants": Needed("All of shogi", None, "Minishogi", "Minishogi"),
    "/lobby": Needed("Quick game", "Play now", "Custom game", "Custom game"),
    "/events": Needed("Events", "Create an event", r"\d+ players?", r"\d+ players?|No event is announced"),
    "/games": Needed("My games", "New game", "against Komadai", "No games yet"),
    "/records": Needed("Open a game", "Open a file", "3 moves", "No records yet"),
    "/studies": Needed("Studies", "New study", "The tokin on 5c", "You have no studies yet"),
    "/people": Needed(
        "People", "Open the lobby", "no rated game yet", "no rated game yet|Nobody is listed yet"
    ),
    "/lessons/class": Needed("Classes", "Create a class", "Club evening", "You are in no class yet"),
    "/tsume/position": Needed("Set up a position", None, "Attacker", "Attacker"),
    "/statistics": Needed("Games in numbers", None, "Database", "No games yet|Database"),
    "/programs": Needed("Programs", None, "Play the computer", "Play the computer"),
    "/tsume/clock": Needed("Against the clock", None, "Three minutes", "Three minutes"),
    "/login": Needed("Log in", "Log in", "No account yet", "No account yet"),
    "/register": Needed("Create an account", "Create the account", "Password", "Password"),
    "/forgotten": Needed("Forgotten the password?", None, "mail", "mail"),
    "/nowhere": Needed("Page not found.", "To the start page", "Learn shogi", "Learn shogi"),
}

SCROLLED = {("short-phone", "/register"), ("short-phone", "/tsume/clock")}
"""Three fields with their rules, and a board with a sentence below it, are longer than this screen."""


def live_in(page: Page) -> None:
    """Gives the person an account, a game, a record, a study, an event and a class."""
    register(page)
    expect(page.get_by_role("button", name=", your account")).to_be_visible()
    game = {"side": "black", "level": 1, "engine": "komadai", "handicap": "even", "clock": None}
    rules = {"sfen": None, "impasse": "27-point", "illegal": "refuse", "take_back": True}
    page.evaluate(POST, ["/api/games", game | rules])
    page.evaluate(POST, ["/api/studies", {"name": "The tokin on 5c", "record": None}])
    page.evaluate(POST, ["/api/events", {"name": "Club evening"}])
    page.evaluate(POST, ["/api/lessons/classes", {"name": "Club evening"}])
    page.goto("/records?kifu=startpos%20moves%207g7f%203c3d%202g2f")
    page.wait_for_url(re.compile("/records/."))


def red_button(page: Page, name: str) -> Locator:
    buttons = page.locator(".button.primary")
    return buttons.filter(has_text=re.compile(f"^\\s*{re.escape(name)}\\s*$")).locator("visible=true").first


def faults(page: Page, path: str, needed: Needed, item: str) -> list[str]:
    """What is not inside the first screen."""
    size = page.viewport_size
    assert size is not None
    phone = size["width"] < size["height"]
    parts = {
        "heading": page.get_by_role("heading", name=needed.heading, exact=True, level=1),
        "item": page.get_by_role("main").get_by_text(re.compile(item)).locator("visible=true").first,
    }
    parts["heading"].wait_for()
    tool = page.get_by_role("toolbar").get_by_role("button", name=needed.red or "", exact=True)
    if needed.red is not None and tool.count() == 0:
        parts["red button"] = red_button(page, needed.red)
    bar = page.locator("nav.bar, [role=toolbar]").last.bounding_box() if phone else None
    foot = size["height"] - (0 if bar is None else bar["height"])
    found: list[str] = []
    for part, locator in parts.items():
        locator.wait_for()
        box = locator.bounding_box()
        assert box is not None
        unseen = part == "heading" and box["width"] <= 1  # for screen readers, in a room of a short phone
        if not unseen and not (box["y"] >= 0 and box["y"] + box["height"] <= foot and box["x"] >= 0):
            found.append(f"{path}: {part} at {box}")
    if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
        found.append(f"{path}: wider than the screen")
    reds = page.locator(".button.primary").locator("visible=true").count()
    if reds > 1:
        found.append(f"{path}: {reds} red buttons")
    return found


@pytest.mark.parametrize("lived_in", [True, False], ids=["lived-in", "no-data"])
@pytest.mark.parametrize("size", SIZES)
def test_what_is_needed_first_is_on_the_first_screen(
    visit: Callable[..., Page], size: str, lived_in: bool
) -> None:
    page = visit("/login", **SIZES[size])
    if lived_in:
        live_in(page)
    found: list[str] = []
    for path, needed in PAGES.items():
        if (size, path) in SCROLLED:
            continue
        page.goto(path)
        item = needed.item if lived_in else needed.empty
        end = time.monotonic() + SETTLED_S
        while (here := faults(page, path, needed, item)) and time.monotonic() < end:
            page.wait_for_timeout(100)  # it is still being laid out
        found += here
    assert found == []
