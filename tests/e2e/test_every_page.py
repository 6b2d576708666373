"""Every page: nothing moves while it loads, nothing is wider than the screen, and axe finds nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.e2e.layout_shifts import MAX_SHIFT
from tests.e2e.phone import violations

LATE = """
const pause = () => new Promise((go) => setTimeout(go, 300));
const { fetch } = window;
window.fetch = (...request) => pause().then(() => fetch(...request));
window.WebSocket = class extends WebSocket {
  set onmessage(handler) { super.onmessage = (event) => void pause().then(() => handler(event)); }
};
window.shifts = [];
new PerformanceObserver((list) => {
  for (const { value, sources } of list.getEntries())
    window.shifts.push([value, sources.map(({ node, previousRect: from, currentRect: to }) => {
      const element = node instanceof Element ? node : node?.parentElement;
      return `${element?.outerHTML.slice(0, 90)} ${from.x},${from.y} ${from.width}×${from.height}` +
        ` → ${to.x},${to.y} ${to.width}×${to.height}`;
    })]);
}).observe({ type: "layout-shift", buffered: true });
"""
"""Every answer of the server comes 300 ms later; the layout shifts are recorded."""

SCREENS: dict[str, dict[str, Any]] = {
    "desktop": {"viewport": {"width": 1440, "height": 900}},
    "small": {"viewport": {"width": 1024, "height": 700}},
    "phone": {
        "viewport": {"width": 390, "height": 844},
        "locale": "ja-JP",
        "has_touch": True,
        "is_mobile": True,
    },
}
"""The phone's person reads Japanese."""
PAGES = (
    *("/", "/computer", "/lobby", "/lobby?custom", "/games", "/tv"),
    *("/lessons", "/lessons/repetition", "/lessons/class", "/variants", "/variants/chu", "/variants/dobutsu"),
    *("/reading/glossary", "/reading/history", "/reading/games", "/reading/chess", "/reading/books"),
    *("/reading/world", "/reading/links"),
    *("/tsume", "/tsume/course", "/tsume/clock", "/tsume/position"),
    *("/records", "/records?kifu=startpos%20moves%207g7f%203c3d", "/studies", "/statistics", "/thinking"),
    *("/events", "/people", "/programs/2026-11-01", "/login", "/register", "/forgotten", "/nowhere"),
)


@pytest.mark.parametrize("path", PAGES)
def test_a_page_keeps_still_fits_each_screen_and_is_accessible(
    visit: Callable[..., Page], axe: str, path: str
) -> None:
    faults: dict[str, list[Any]] = {}
    pages = {name: visit("about:blank", **screen) for name, screen in SCREENS.items()}
    for page in pages.values():  # they wait for the late answers together
        page.add_init_script(LATE)
        page.goto(path, wait_until="commit")
    for name, page in pages.items():
        page.locator("h1").first.wait_for(state="attached")
        # Half a second without a request is longer than the delay: what was answered has come, and is drawn
        # after two frames.
        page.wait_for_load_state("networkidle")
        page.evaluate("new Promise(requestAnimationFrame).then(() => new Promise(requestAnimationFrame))")
        shifts = page.evaluate("window.shifts")
        found = shifts if sum(value for value, _ in shifts) > MAX_SHIFT else []
        width = SCREENS[name]["viewport"]["width"]
        if (wide := page.evaluate("document.documentElement.scrollWidth")) > width:
            found.append(f"{wide} pixels wide")
        if name != "small":  # it has what the desktop has
            found += violations(page, axe)
        if found:
            faults[name] = found
        page.context.close()
    assert faults == {}
