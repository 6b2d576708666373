"""Each layout by the keyboard alone: the order of Tab, the focus that is seen, the keys that are named."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise
from typing import Any
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.lesson_board import square
from tests.e2e.record_page import begin, here
from tests.e2e.record_page import square as board_square
from tests.e2e.seat import Seat
from tests.e2e.studies import TEXT, open_study

DESKTOP = {"viewport": {"width": 1440, "height": 900}}
MAX_STOPS = 150

STOP = """() => {
  const at = document.activeElement;
  if (at === null || at === document.body) return null;
  // Where it stands, however far what it is in has been scrolled meanwhile.
  const box = (element) => {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    let [x, y] = [0, 0];
    for (let each = element.parentElement; each !== null; each = each.parentElement)
      [x, y] = [x + each.scrollLeft, y + each.scrollTop];
    return { left: left + x, top: top + y, right: right + x, bottom: bottom + y };
  };
  const ringed = (element) => {
    const style = getComputedStyle(element);
    if (element.ownerSVGElement) return style.stroke !== "none" && parseFloat(style.strokeWidth) > 0;
    return style.outlineStyle !== "none" && parseFloat(style.outlineWidth) > 0;
  };
  // A radio or a switch may show the focus at its label.
  const around = [at, at.closest("label"), at.parentElement, at.nextElementSibling].filter(Boolean);
  const shown = at.closest("label") ?? at;
  const name = at.getAttribute("aria-label") ?? at.textContent.trim().slice(0, 40) ?? "";
  at.dataset.stop ??= String(document.querySelectorAll("[data-stop]").length);
  return {
    id: at.dataset.stop, what: `${at.localName} ${at.className} ${name}`, ...box(shown),
    seen: around.some(ringed),
  };
}"""


def stops(page: Page) -> list[dict[str, Any]]:
    """What Tab visits, from the top of the page until it comes round again."""
    found: list[dict[str, Any]] = []
    page.evaluate(
        "document.body.tabIndex = -1; document.body.focus(); document.body.removeAttribute('tabindex')"
    )
    for _ in range(MAX_STOPS):
        page.keyboard.press("Tab")
        stop = page.evaluate(STOP)
        if stop is None or (found and stop["id"] == found[0]["id"]):
            return found
        assert not found or stop["id"] != found[-1]["id"], f"Tab stays at {stop['what']}"
        found.append(stop)
    raise AssertionError(f"Tab has not come round: {[stop['what'] for stop in found[-5:]]}")


def goes_back(one: dict[str, Any], other: dict[str, Any]) -> bool:
    """Whether the second of two stops stands before the first: above it or in its row, and not in a column to
    the right."""
    above = other["bottom"] <= one["top"] + 1
    left = other["right"] <= one["left"] + 1
    beside = other["top"] < one["bottom"] - 1 and one["top"] < other["bottom"] - 1
    return bool((above and other["left"] < one["right"] - 1) or (left and (beside or above)))


def front_door(visit: Callable[..., Page], _: Any) -> Page:
    page = visit("/", fresh=True, **DESKTOP)
    page.get_by_role("heading", level=1).wait_for()
    return page


def lobby(visit: Callable[..., Page], _: Any) -> Page:
    page = visit("/lobby", **DESKTOP)
    page.get_by_role("button", name="Play now").first.wait_for()
    return page


def game(_: Any, sit_down: Callable[..., Seat]) -> Page:
    return sit_down(**DESKTOP).page


def tsume(visit: Callable[..., Page], _: Any) -> Page:
    page = visit("/tsume", **DESKTOP)
    page.get_by_role("gridcell").first.wait_for(state="attached")
    return page


def lesson(visit: Callable[..., Page], _: Any) -> Page:
    page = visit("/lessons/nifu", **DESKTOP)
    page.get_by_role("gridcell").first.wait_for(state="attached")
    return page


def record(visit: Callable[..., Page], _: Any) -> Page:
    page = visit(f"/records?kifu={quote('startpos moves 7g7f 3c3d 2g2f')}", **DESKTOP)
    begin(page)
    return page


def study(visit: Callable[..., Page], _: Any) -> Page:
    return open_study(visit, "Openings", TEXT, **DESKTOP)


def reading(visit: Callable[..., Page], _: Any) -> Page:
    page = visit("/reading/glossary/byoyomi", **DESKTOP)
    page.get_by_role("heading", level=1).wait_for()
    return page


ROOMS = [front_door, lobby, game, tsume, lesson, record, study, reading]


@pytest.mark.parametrize("room", ROOMS)
def test_tab_goes_through_a_room_in_the_order_that_is_seen(
    visit: Callable[..., Page],
    sit_down: Callable[..., Seat],
    room: Callable[..., Page],
) -> None:
    found = stops(room(visit, sit_down))
    assert len(found) > 8
    assert [stop["what"] for stop in found if not stop["seen"]] == []
    back = [(one["what"], other["what"]) for one, other in pairwise(found) if goes_back(one, other)]
    assert back == []


def test_the_keys_of_a_workbench(visit: Callable[..., Page], sit_down: Callable[..., Seat]) -> None:
    page = record(visit, sit_down)
    moves = page.get_by_role("treeitem")
    for key, shown in (("End", "2六歩"), ("ArrowLeft", "3四歩"), ("Home", ""), ("ArrowRight", "7六歩")):
        page.keyboard.press(key)
        expect(here(page)).to_contain_text(shown)
    engine = page.get_by_role("switch", name="Engine")
    page.keyboard.press("l")
    expect(engine).to_be_checked()
    panel = page.get_by_role("tabpanel", name="Engine")
    for lines in (2, 1):
        page.keyboard.press(str(lines))
        expect(panel.get_by_role("button", name=re.compile("^Add"))).to_have_count(lines)
    for pressed in ("true", "false"):
        page.keyboard.press("x")
        threats = panel.get_by_role("button", name="Threats")
        expect(threats).to_have_attribute("aria-pressed", pressed)
    page.keyboard.press("End")
    count = moves.count()
    expect(panel.get_by_role("button", name=re.compile("^Add"))).to_have_count(1)
    page.keyboard.press("b")
    expect(moves).to_have_count(count + 1)
    page.keyboard.press("Control+z")
    expect(moves).to_have_count(count)
    page.keyboard.press("l")
    expect(engine).not_to_be_checked()


def test_the_keys_of_a_workbench_after_a_click_on_its_board(
    visit: Callable[..., Page], sit_down: Callable[..., Seat]
) -> None:
    page = record(visit, sit_down)
    page.keyboard.press("End")
    cell = board_square(page, "5e")
    cell.click(force=True)
    cell.focus()
    engine = page.get_by_role("switch", name="Engine")
    page.keyboard.press("l")
    expect(engine).to_be_checked()
    panel = page.get_by_role("tabpanel", name="Engine")
    for lines in (2, 1):
        page.keyboard.press(str(lines))
        expect(panel.get_by_role("button", name=re.compile("^Add"))).to_have_count(lines)
    page.keyboard.press("x")
    threats = panel.get_by_role("button", name="Threats")
    expect(threats).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("x")
    expect(panel.get_by_role("button", name=re.compile("^Add"))).to_have_count(1)
    moves = page.get_by_role("treeitem")
    count = moves.count()
    page.keyboard.press("b")
    expect(moves).to_have_count(count + 1)
    page.keyboard.press("Control+z")
    expect(moves).to_have_count(count)
    page.keyboard.press("Home")
    expect(here(page)).to_contain_text("Start")
    page.keyboard.press("l")
    expect(engine).not_to_be_checked()


def test_the_keys_of_a_mate_problem(visit: Callable[..., Page], sit_down: Callable[..., Seat]) -> None:
    page = tsume(visit, sit_down)
    problem = page.locator("[data-problem]")
    before = problem.get_attribute("data-problem")
    message = page.locator(".message")
    expect(message).to_contain_text("Find the mate")
    page.keyboard.press("h")
    expect(message).to_contain_text(re.compile("Drop a|Move the"))
    page.keyboard.press("s")
    expect(page.get_by_role("button", name="Next problem")).to_be_visible()
    page.keyboard.press("Home")
    expect(page.locator("[aria-current=step]")).to_have_count(0)
    page.keyboard.press("ArrowRight")
    expect(page.locator("[aria-current=step]")).to_have_count(1)
    page.keyboard.press("n")
    expect(problem).not_to_have_attribute("data-problem", str(before))


def test_the_keys_of_a_lesson(visit: Callable[..., Page], sit_down: Callable[..., Seat]) -> None:
    page = lesson(visit, sit_down)
    following = page.get_by_role("button", name="Next", exact=True)
    page.keyboard.press("1")
    expect(page.get_by_text("Not this one.")).to_be_visible()
    page.keyboard.press("s")
    expect(following).to_be_visible()
    page.keyboard.press("n")
    expect(following).to_have_count(0)
    page.goto("/lessons/goro-mate")
    expect(page.get_by_text("the pawn protects it")).to_be_visible()
    page.keyboard.press("n")
    expect(page.get_by_text("Give mate by dropping the gold.")).to_be_visible()
    page.get_by_role("button", name="Gold general in hand").press("Enter")
    square(page, "4b")
    wrong = page.get_by_text("The king slips away")
    expect(wrong).to_be_visible()
    page.keyboard.press("r")
    expect(wrong).to_have_count(0)
    page.keyboard.press("h")
    expect(page.locator(".message")).to_be_visible()


def test_the_keys_of_reading(visit: Callable[..., Page], sit_down: Callable[..., Seat]) -> None:
    page = reading(visit, sit_down)
    page.keyboard.press("/")
    expect(page.get_by_label("Search", exact=False).first).to_be_focused()


def test_a_page_change_moves_the_focus_to_the_heading(visit: Callable[..., Page]) -> None:
    page = visit("/lobby", **DESKTOP)
    for link in ("Computer", "My games", "Learn", "Analyse"):
        page.get_by_role("link", name=link, exact=True).first.click()
        expect(page.locator("main h1")).to_be_focused()


def test_the_focus_goes_to_the_result_when_resign_is_gone(sit_down: Callable[..., Seat]) -> None:
    page = sit_down(**DESKTOP).page
    resign = page.get_by_role("button", name="Resign")
    resign.focus()
    for key in ("Enter", "Escape"):
        page.keyboard.press(key)
    expect(resign).to_be_focused()
    page.keyboard.press("Enter")
    page.get_by_role("dialog").get_by_role("button", name="Resign").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="You lose")).to_be_visible()
    expect(page.locator("h1:focus, h2:focus")).to_have_count(1)


def test_the_focus_stays_on_the_board_after_a_move(sit_down: Callable[..., Seat]) -> None:
    seat = sit_down(**DESKTOP)
    seat.page.locator("#board [role=gridcell][tabindex='0']").focus()
    for _ in range(2):
        seat.key_in(seat.board.legal_moves[0])
        seat.my_move_or_the_end()
        assert seat.page.evaluate("document.activeElement.closest('#board') !== null")
