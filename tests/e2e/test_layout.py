"""The layout of the rooms: the place of the board, the navigation, the boards of the landing pages."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import FloatRect, Page, expect

from tests.e2e.record_page import begin, here
from tests.e2e.seat import Seat

PHONE: dict[str, Any] = {"has_touch": True, "is_mobile": True}
SCREENS: dict[str, dict[str, Any]] = {
    "desktop": {"viewport": {"width": 1280, "height": 800}},
    "large": {"viewport": {"width": 1920, "height": 1080}},
    "tablet": {"viewport": {"width": 820, "height": 1180}},
    "phone": {"viewport": {"width": 390, "height": 844}} | PHONE,
    "short-phone": {"viewport": {"width": 360, "height": 640}} | PHONE,
    "phone-on-its-side": {"viewport": {"width": 844, "height": 390}} | PHONE,
}
ROOMS = {
    "start": "/",
    "study": "/records",
    "record": "/records?kifu=startpos%20moves%207g7f%203c3d",
    "tsume": "/tsume",
    "position": "/tsume/position",
}


def board_box(page: Page) -> dict[str, int]:
    """Place and size of the board with its stands, in whole pixels of the page."""
    board = page.locator("#board > .table")
    board.wait_for()
    page.evaluate("scrollTo(0, 0)")
    box: FloatRect | None = board.bounding_box()
    assert box is not None
    return {"x": round(box["x"]), "y": round(box["y"]), "width": round(box["width"])} | {
        "height": round(box["height"])
    }


@pytest.mark.parametrize("screen", SCREENS)
def test_the_board_has_one_place_and_size_in_all_rooms(sit_down: Callable[..., Seat], screen: str) -> None:
    page = sit_down(clock="10 min + 30 s", **SCREENS[screen]).page
    boxes = {"game": board_box(page)}
    for room, path in ROOMS.items():
        page.goto(path)
        if room == "record":
            begin(page)
        boxes[room] = board_box(page)
    assert boxes == dict.fromkeys(boxes, boxes["game"])


@pytest.mark.parametrize("screen", ["phone", "short-phone"])
def test_on_a_phone_the_navigation_is_a_bar_at_the_bottom(visit: Callable[..., Page], screen: str) -> None:
    page = visit("/", **SCREENS[screen])
    height = SCREENS[screen]["viewport"]["height"]
    for room in ("Play", "Study", "Tsume"):
        link = page.get_by_role("navigation", name="Main").get_by_role("link", name=room)
        link.click()
        expect(link).to_have_attribute("aria-current", "page")
        box = link.bounding_box()
        assert box is not None
        assert box["y"] > height - 60
        assert box["height"] >= 40, "a thumb needs room"
        assert page.evaluate("document.documentElement.scrollWidth") == SCREENS[screen]["viewport"]["width"]
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("dialog").get_by_text("日本語", exact=True).click()
    expect(page.locator("html")).to_have_attribute("lang", "ja")


def test_the_lists_of_games_and_records_have_their_own_addresses(visit: Callable[..., Page]) -> None:
    page = visit("/games")
    expect(page.get_by_role("heading", name="My games")).to_be_attached()
    page.get_by_role("link", name="Records").click()
    expect(page).to_have_url(re.compile("/records$"))
    page.get_by_role("link", name="My games").click()
    expect(page).to_have_url(re.compile("/games$"))


def start_of_a_game(page: Page, seat: Seat) -> None:
    """Waits for the first move of the game that was begun on the start page."""
    page.wait_for_url("**/game/*")
    seat.request_game()
    seat.until(lambda: bool(seat.moves), "the first move")


@pytest.mark.parametrize("way", ["mouse", "finger", "keys"])
def test_a_first_move_on_the_start_page_begins_the_game(visit: Callable[..., Page], way: str) -> None:
    page = visit("/", **(SCREENS["phone"] if way == "finger" else {}))
    seat = Seat(page)
    page.get_by_label("strength").fill("3")
    if way == "mouse":
        seat.square("2g").drag_to(seat.square("2f"))
    elif way == "finger":
        seat.square("2g").tap()
        seat.square("2f").tap()
    else:
        seat.square("2g").focus()
        for key in ("Enter", "ArrowUp", "Enter"):
            page.keyboard.press(key)
    start_of_a_game(page, seat)
    assert seat.moves[0] == "2g2f"
    assert (seat.game["you"], seat.game["white"]["level"]) == ("black", 3)


def test_the_giver_of_a_handicap_begins_with_a_move_as_white(visit: Callable[..., Page]) -> None:
    page = visit("/")
    seat = Seat(page)
    page.get_by_text("More options").click()
    page.get_by_label("Handicap").select_option("two-piece")
    page.get_by_text("White", exact=True).click()
    expect(seat.square("3a")).to_have_class(re.compile("grab"))
    seat.square("3a").click()
    seat.square("3b").click()
    start_of_a_game(page, seat)
    assert seat.moves[0] == "3a3b"
    assert (seat.game["you"], seat.game["handicap"]) == ("white", "two-piece")


def test_if_the_computer_moves_first_a_tap_on_the_board_starts_the_game(visit: Callable[..., Page]) -> None:
    page = visit("/")
    page.get_by_text("White", exact=True).click()
    page.get_by_role("button", name="Begin by tapping the board").click()
    seat = Seat(page)
    start_of_a_game(page, seat)
    assert seat.game["you"] == "white"


def test_a_refused_game_leaves_the_board_as_it_was(
    visit: Callable[..., Page], page_errors: list[str]
) -> None:
    page = visit("/")
    seat = Seat(page)
    expect(page.get_by_role("button", name="Start the game")).to_be_enabled()
    page.route("**/api/games", lambda route: route.fulfill(status=503, json={}))
    seat.square("7g").click()
    seat.square("7f").click()
    expect(page.get_by_role("alert")).to_contain_text("does not answer")
    expect(seat.square("7g")).to_have_attribute("aria-label", "7g, Black pawn")
    page_errors[:] = [each for each in page_errors if "503" not in each]


def test_a_first_move_in_the_study_room_begins_a_record(visit: Callable[..., Page]) -> None:
    page = visit("/records")
    page.locator('[data-name="7g"]').click()
    page.locator('[data-name="7f"]').click()
    begin(page)
    expect(here(page)).to_contain_text("▲7六歩")
    page.keyboard.press("Home")
    expect(here(page)).to_contain_text("Start")


@pytest.mark.parametrize("screen", ["phone", "short-phone"])
def test_on_a_phone_the_actions_of_a_game_are_visible(sit_down: Callable[..., Seat], screen: str) -> None:
    page = sit_down(**SCREENS[screen]).page
    page.evaluate("scrollTo(0, 0)")
    for name in ("Take back", "Flip", "Impasse", "Resign"):
        button = page.get_by_role("button", name=name)
        # The element at the button's lower edge: nothing may cover the button.
        uncovered = button.evaluate(
            "(button) => { const box = button.getBoundingClientRect();"
            " return document.elementFromPoint(box.x + box.width / 2, box.bottom - 2) === button; }"
        )
        assert uncovered, f"{name} is covered or out of sight"
