"""The setup before the first move: the pieces laid on the board one by one, and furigoma."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest
from playwright.sync_api import Page, expect

from komadai import Move
from tests.e2e.controls import choose
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

WATCH_TOSS = """
const look = () => {
  const toss = document.querySelector('dialog.furigoma');
  const board = document.querySelector('#board');
  if (toss && board) window.toss = {
    words: toss.textContent,
    pieces: board.querySelectorAll('use[href^="#body-"]').length,
    top: toss.getBoundingClientRect().top,
    below: Math.max(...[board, ...document.querySelectorAll('[role="timer"]')]
      .map((shown) => shown.getBoundingClientRect().bottom)),
  };
  requestAnimationFrame(look);
};
requestAnimationFrame(look);
"""
"""Notes the toss as it was last drawn. It stands for seconds only, which may be over when a test looks."""


def pieces(page: Page) -> int:
    return page.locator('#board use[href^="#body-"]').count()


@pytest.mark.parametrize("way", ["key", "tap", "typed"])
def test_a_key_a_tap_or_a_move_ends_the_setup(visit: Callable[..., Page], way: str) -> None:
    page = visit("/computer", **MOVING)
    page.add_init_script(WATCH)
    page.reload()
    seat = Seat(page)
    page.get_by_role("button", name="Play", exact=True).click()
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
    page = visit("/computer", **MOVING)
    page.add_init_script(WATCH)
    page.reload()
    page.get_by_role("button", name="Play", exact=True).click()
    page.get_by_role("button", name="Resign").wait_for()
    expect(page.locator('#board use[href^="#body-"]')).to_have_count(ALL_PIECES)
    assert page.evaluate("window.fewest_before") < ALL_PIECES


def test_moves_can_be_played_while_the_furigoma_dialog_is_open(visit: Callable[..., Page]) -> None:
    page = visit("/computer", **MOVING)
    page.add_init_script(WATCH)
    page.reload()
    seat = Seat(page)
    choose(page, "First move", "Toss")
    page.get_by_role("button", name="Play", exact=True).click()
    sheet = page.get_by_role("dialog", name="The toss")
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


@pytest.mark.parametrize("height", [640, 740])
def test_on_a_phone_the_toss_leaves_the_board_and_the_clocks_free(
    visit: Callable[..., Page], height: int
) -> None:
    phone = {"viewport": {"width": 360, "height": height}, "has_touch": True, "is_mobile": True, **MOVING}
    seats = [Seat(visit("/lobby", **phone)) for _ in range(2)]
    pages = [seat.page for seat in seats]
    for page in pages:
        page.evaluate(WATCH_TOSS)
        choose(page, "Time", "3 min + 2 s")
        page.get_by_role("button", name="Play now").click()
    for seat, page in zip(seats, pages, strict=True):
        page.wait_for_url("**/game/*")
        landed = "() => window.toss?.pieces === 40 && window.toss.words.includes('You are')"
        seat.until(partial(page.evaluate, landed), "the toss and all pieces")
        # The first frames are drawn before the sizes are measured.
        free = "() => window.toss.below <= window.toss.top"
        seat.until(partial(page.evaluate, free), "the toss below the board and the clocks")
        assert "tossed for you" in page.evaluate("window.toss.words")
        seat.request_game()
    black = next(seat for seat in seats if seat.game["you"] == "black")
    black.tap(Move.from_usi("7g7f"))
    assert black.moves == ["7g7f"]
    expect(black.page.get_by_role("dialog", name="The toss")).to_have_count(0)
