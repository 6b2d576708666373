"""The setup before the first move: the pieces laid on the board one by one, and furigoma."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from komadai import Move
from tests.e2e.seat import Seat

ALL_PIECES = 40
MOVING: dict[str, str] = {"reduced_motion": "no-preference"}

WATCH = """
window.fewest = window.fewest_before = 40;
const look = () => {
  if (location.pathname.startsWith('/game/') && document.querySelector('#board')) {
    const pieces = document.querySelectorAll('#board use[href^="#body-"]').length;
    const moved = [...document.querySelectorAll('#board [data-name]')].some((square) =>
      /[d-f]$/.test(square.dataset.name) && !/empty/.test(square.getAttribute('aria-label')));
    if (moved) window.fewest = Math.min(window.fewest, pieces);
    else window.fewest_before = Math.min(window.fewest_before, pieces);
  }
  requestAnimationFrame(look);
};
requestAnimationFrame(look);
"""
"""Notes the fewest pieces drawn in any frame of a game, with a piece on the middle ranks and without one."""


def pieces(page: Page) -> int:
    return page.locator('#board use[href^="#body-"]').count()


@pytest.mark.parametrize("way", ["key", "tap", "typed"])
def test_a_key_a_tap_or_a_move_ends_the_setup(visit: Callable[..., Page], way: str) -> None:
    page = visit("/", **MOVING)
    page.add_init_script(WATCH)
    page.reload()
    seat = Seat(page)
    page.get_by_role("button", name="Start the game").click()
    page.get_by_role("button", name="Resign").wait_for()
    if way == "key":
        page.keyboard.press("x")
        assert pieces(page) == ALL_PIECES
    elif way == "tap":
        seat.square("5e").click()
        assert pieces(page) == ALL_PIECES
    seat.request_game()
    seat.type_in("7g7f")
    seat.until(lambda: bool(seat.moves), "the typed move")
    expect(seat.square("7f")).to_have_attribute("aria-label", "7f, Black pawn")
    assert pieces(page) == ALL_PIECES
    assert page.evaluate("window.fewest") == ALL_PIECES


def test_the_setup_begins_with_an_empty_board(visit: Callable[..., Page]) -> None:
    page = visit("/", **MOVING)
    page.add_init_script(WATCH)
    page.reload()
    page.get_by_role("button", name="Start the game").click()
    page.get_by_role("button", name="Resign").wait_for()
    expect(page.locator('#board use[href^="#body-"]')).to_have_count(ALL_PIECES)
    assert page.evaluate("window.fewest_before") < ALL_PIECES


def test_a_game_begun_with_a_move_has_no_setup_animation(visit: Callable[..., Page]) -> None:
    page = visit("/", **MOVING)
    page.add_init_script(WATCH)
    page.reload()
    seat = Seat(page)
    seat.square("7g").click()
    seat.square("7f").click()
    page.wait_for_url("**/game/*")
    seat.request_game()
    seat.until(lambda: len(seat.moves) >= 2, "the computer's answer")
    assert page.evaluate("window.fewest") == ALL_PIECES


def test_moves_can_be_played_while_the_furigoma_dialog_is_open(visit: Callable[..., Page]) -> None:
    page = visit("/", **MOVING)
    page.add_init_script(WATCH)
    page.reload()
    seat = Seat(page)
    page.get_by_text("Furigoma", exact=True).click()
    page.get_by_role("button", name="Start the game").click()
    sheet = page.get_by_role("dialog", name="Furigoma")
    sheet.wait_for()
    seat.request_game()
    if seat.game["you"] == "black":
        seat.type_in("7g7f")
        seat.until(lambda: bool(seat.moves), "the typed move")
    else:
        seat.until(lambda: bool(seat.moves), "the computer's first move")
        expect(sheet).to_be_visible()
        sheet.get_by_role("button", name="Start playing").click()
    expect(sheet).to_have_count(0)
    assert pieces(page) == ALL_PIECES
    assert page.evaluate("window.fewest") == ALL_PIECES
    seat.my_move_or_the_end()
    seat.drag(Move.from_usi("9g9f" if seat.game["you"] == "black" else "1c1d"))
