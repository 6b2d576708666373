"""A correspondence game in two browsers: days, conditional moves, whose turn it is, vacation."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.controls import choose
from tests.e2e.seat import Seat
from tests.e2e.two_persons import custom_game, pick, sent_link

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}


def begin(visit: Callable[..., Page], **friend: Any) -> tuple[Seat, Seat]:
    """Black invites White to a game with three days for each move."""
    maker = Seat(visit("/lobby"))
    sheet = custom_game(maker.page)
    choose(sheet, "Opponent", "By link")
    choose(sheet, "First move", "I do")
    choose(sheet, "Time", "Days a move")
    pick(sheet, "Days for each move", "3 days")
    link = sent_link(sheet)
    expect(maker.page.get_by_text("Open for 14 days.", exact=False)).to_be_visible()
    other = Seat(visit(link, **friend))
    expect(other.page.get_by_text("3 days a move", exact=True)).to_be_visible()
    other.page.get_by_role("button", name="Accept").click()
    for seat in (maker, other):
        seat.page.wait_for_url("**/game/*")
        seat.request_game()
    return maker, other


def play(seat: Seat, usi: str) -> None:
    """Plays a move and confirms it."""
    seat.until(lambda: seat.my_turn, "one's own turn")
    before = len(seat.moves)
    seat.square(usi[:2]).click()
    seat.square(usi[2:4]).click()
    seat.page.get_by_role("alertdialog").get_by_role("button", name="Play", exact=True).click()
    seat.until(lambda: len(seat.moves) > before, "the move")


def test_a_conditional_move_answers_while_nobody_is_there(visit: Callable[..., Page]) -> None:
    black, white = begin(visit)
    play(black, "7g7f")
    play(white, "3c3d")
    page = white.page
    expect(page.get_by_role("heading", name="Conditional moves")).to_be_visible()
    page.get_by_role("button", name="Add a line").click()
    dialog = page.get_by_role("dialog", name="Conditional moves")
    expect(dialog.get_by_text("If your opponent plays …")).to_be_visible()
    expect(dialog.get_by_role("button", name="Save the line")).to_be_disabled()
    for start, end, written in (("2g", "2f", "2六歩"), ("8c", "8d", "8四歩")):
        dialog.locator(f'[data-name="{start}"]').click()
        dialog.locator(f'[data-name="{end}"]').click()
        expect(dialog.get_by_text(written, exact=False)).to_be_visible()
    dialog.get_by_role("button", name="Save the line").click()
    expect(page.get_by_role("button", name="Remove", exact=False)).to_be_visible()
    game_id = page.url.rsplit("/", 1)[1]
    page.goto("/lobby")  # White goes away
    play(black, "2g2f")
    black.until(lambda: black.moves == ["7g7f", "3c3d", "2g2f", "8c8d"], "the answer")
    assert black.my_turn
    # It is Black's turn: said in the navigation, in the title, and in the list.
    other = black.page
    expect(other.get_by_role("link", name="1 game waits for you")).to_be_visible()
    assert other.title().startswith("(1) ")
    other.get_by_role("link", name="1 game waits for you").click()
    expect(other.get_by_text("your turn — 2 d 23 h left")).to_be_visible()
    other.get_by_text("Vacation", exact=False).first.click()
    other.get_by_role("button", name="Begin the vacation").click()
    expect(other.get_by_text("You are on vacation until", exact=False)).to_be_visible()
    page.goto(f"/game/{game_id}")
    expect(page.get_by_text("on vacation until", exact=False)).to_be_visible()


def test_the_front_door_counts_the_games_that_wait_as_the_navigation_does(visit: Callable[..., Page]) -> None:
    mine, friend = begin(visit)
    mine.page.goto("/lobby")
    sheet = custom_game(mine.page)
    choose(sheet, "Time", "Clock")
    friend.page.goto(sent_link(sheet))  # and a game at the board, which waits for nobody
    friend.page.get_by_role("button", name="Accept").click()
    mine.page.wait_for_url("**/game/*")
    mine.page.goto("/")
    yours = mine.page.get_by_role("region", name="Your turn")
    expect(yours.locator("header")).to_have_text(re.compile(r"Your turn\s*1\s*All my games"))
    expect(mine.page.get_by_role("link", name="1 game waits for you")).to_be_visible()


def test_a_prepared_move_is_asked_about_before_it_is_played(visit: Callable[..., Page]) -> None:
    black, white = begin(visit)
    white.square("3c").click()
    white.square("3d").click()
    play(black, "7g7f")
    question = white.page.get_by_role("alertdialog")
    expect(question).to_be_visible()
    assert white.moves == ["7g7f"], "nothing is played without an answer"
    question.get_by_role("button", name="Play", exact=True).click()
    black.until(lambda: black.moves == ["7g7f", "3c3d"], "the prepared move")


@pytest.mark.parametrize("path", ["/games", "/games?which=waiting", "/games?which=adjourned"])
def test_the_parts_of_ones_games_are_accessible_on_a_phone(
    visit: Callable[..., Page], axe: str, path: str
) -> None:
    page = visit(path, **PHONE)
    expect(page.get_by_role("heading", name="My games")).to_be_attached()
    page.evaluate(axe)
    found = page.evaluate("axe.run().then((result) => result.violations.map((each) => each.id))")
    assert found == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
