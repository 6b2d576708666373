"""A slow machine and a slow connection: the layout does not shift, and no move of the user is lost."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from komadai import Move
from tests.e2e.layout_shifts import MAX_SHIFT
from tests.e2e.phone import PHONE
from tests.e2e.seat import Seat

LATE_LINE = """
window.WebSocket = class extends WebSocket {
  late = true;
  get readyState() { return this.late ? WebSocket.CONNECTING : super.readyState; }
  set onopen(handler) {
    super.onopen = (event) => setTimeout(() => { this.late = false; handler(event); }, 1500);
  }
  set onmessage(handler) { super.onmessage = (event) => setTimeout(() => handler(event), 1500); }
};
"""
"""A socket that opens and delivers each message 1.5 seconds late."""

SHIFTS = """
window.shifts = [];
new PerformanceObserver((list) => {
  for (const { value, sources } of list.getEntries()) {
    const moved = sources.flatMap(({ node, previousRect: from, currentRect: to }) => {
      const element = node instanceof Element ? node : node?.parentElement;
      if (element?.closest("[role=timer]")) return [];
      return `${element?.outerHTML.slice(0, 90)}:` +
        ` ${from.x},${from.y} ${from.width}×${from.height} → ${to.x},${to.y} ${to.width}×${to.height}`;
    });
    if (moved.length > 0) window.shifts.push([value, moved]);
  }
}).observe({ type: "layout-shift", buffered: true });
"""
"""Records the layout shifts that the browser measures, without those of a running clock."""


def test_a_move_made_before_the_socket_is_open_is_played(sit_down: Callable[..., Seat]) -> None:
    seat = sit_down()
    seat.drag(Move.from_usi("7g7f"))
    seat.my_move_or_the_end()
    seat.page.add_init_script(LATE_LINE)
    seat.page.reload()
    seat.request_game()
    expect(seat.square("7f")).to_have_attribute("aria-label", "7f, Black pawn")
    seat.drag(Move.from_usi("2g2f"))
    assert seat.moves[2] == "2g2f"


def test_a_move_in_a_record_waits_for_its_legal_moves(visit: Callable[..., Page]) -> None:
    page = visit("/records?kifu=startpos%20moves%207g7f%203c3d%202g2f")

    def late(route: Route) -> None:
        time.sleep(1)
        route.continue_()

    page.wait_for_url(re.compile(r"/records/[\w-]+$"))
    page.locator('[role="tree"]').wait_for(state="attached")
    page.keyboard.press("End")
    page.route("**/api/positions", late)
    page.reload()
    page.keyboard.press("Home")
    page.locator('[data-name="2g"]').click()
    page.locator('[data-name="2f"]').click()
    here = page.locator('[role="treeitem"][aria-selected="true"]')
    expect(here).to_contain_text("2六歩")


@pytest.mark.parametrize("size", [{}, PHONE], ids=["desktop", "phone"])
def test_the_layout_does_not_shift_while_a_page_loads(
    sit_down: Callable[..., Seat], size: dict[str, Any]
) -> None:
    page = sit_down(clock="10 min + 30 s", **size).page
    game = page.url
    page.add_init_script(SHIFTS)
    browser = page.context.new_cdp_session(page)
    browser.send("Emulation.setCPUThrottlingRate", {"rate": 6})
    found = {}
    for path in (game, "/records?usen=~0.7ku2jm6y2", "/records", "/games", "/tsume", "/tsume/position"):
        page.goto(path)
        page.wait_for_load_state("networkidle")
        page.wait_for_timeout(300)
        found[path] = page.evaluate("window.shifts")
    too_much = {
        path: shifts for path, shifts in found.items() if sum(value for value, _ in shifts) > MAX_SHIFT
    }
    assert too_much == {}
