"""An evening of two club members: they meet in the lobby, play a rated game, adjourn, go over it."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.e2e.controls import choose
from tests.e2e.people import register
from tests.e2e.seat import Seat
from tests.e2e.two_persons import custom_game, pick, play

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}


def say(page: Page, phrase: str) -> None:
    page.get_by_role("button", name="Chat").first.click()
    page.get_by_role("button", name=phrase).click()


def test_a_rated_handicap_game_from_the_lobby_to_the_common_board(visit: Callable[..., Page]) -> None:
    giver = visit("/register")
    winner = register(giver, "Habu")
    giver.goto("/lobby")
    sheet = custom_game(giver)
    pick(sheet, "Handicap", "Lance")
    choose(sheet, "Who gives it", "I give it")
    sheet.get_by_label("Minutes").fill("0")
    sheet.get_by_label("Byoyomi, s").fill("60")
    expect(sheet.get_by_role("switch", name="Rated")).to_be_checked()
    pick(sheet, "Opponent’s rating", "rating within 200 points")
    expect(sheet).to_contain_text("1 min a move · Lance · rated")
    sheet.get_by_role("button", name="Offer this game").click()
    expect(giver.get_by_role("region", name="Waiting for an opponent")).to_be_visible()
    own = giver.context.new_page()
    own.goto("/lobby")
    seek_of_mine = own.get_by_role("region", name="Waiting").get_by_role("listitem").filter(has_text="Habu")
    expect(seek_of_mine).to_contain_text(f"@{winner}")
    expect(seek_of_mine).to_contain_text("Lance")
    expect(seek_of_mine.get_by_role("link", name="Open", exact=True)).to_be_visible()
    own.close()

    stranger = visit("/lobby")
    refused = stranger.get_by_role("button", name="Play Habu").first
    expect(refused).to_be_disabled()
    stranger.close()

    taker = visit("/register", **PHONE)
    register(taker, "Kimura")
    taker.goto("/lobby")
    seek = taker.get_by_role("listitem").filter(has_text="Habu").filter(has_text="Lance")
    expect(seek).to_contain_text("rated · rating within 200 points")
    expect(seek).to_contain_text("you take the handicap")
    seek.get_by_role("button", name="Play Habu").click()

    white, black = Seat(giver), Seat(taker)
    for seat in (white, black):
        seat.page.wait_for_url("**/game/*")
        seat.request_game()
        if seat.page.get_by_role("dialog").is_visible():
            seat.page.keyboard.press("Escape")
    assert (white.game["handicap"], white.game["rated"]) == ("lance", True)
    assert white.game["clock"]["byoyomi_ms"] == 60_000
    say(white.page, "Onegai shimasu")
    black.page.get_by_role("button", name="Chat").first.click()
    expect(black.page.get_by_role("region", name="Chat")).to_contain_text("Onegai shimasu")
    for seat in (white, black):
        seat.page.keyboard.press("Escape")
    play(white, black, "3c3d 7g7f")

    white.ask_for("Adjourn")
    black.page.get_by_role("button", name="Agree").click()
    white.square("8c").click()
    white.square("8d").click()
    for seat in (white, black):
        expect(seat.page.get_by_text("adjourned with a sealed move", exact=False).last).to_be_visible()
        assert seat.moves == ["3c3d", "7g7f"]
    black.page.get_by_role("button", name="Continue the game").click()
    white.page.get_by_role("button", name="Agree").click()
    black.until(lambda: black.moves == ["3c3d", "7g7f", "8c8d"], "the sealed move")

    black.page.get_by_role("button", name="Resign").click()
    black.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    expect(white.page.get_by_role("heading", name="You win")).to_be_visible()
    white.page.get_by_role("button", name="Go over it together").click()
    for seat in (white, black):
        seat.page.wait_for_url("**/study/*", timeout=60_000)
    taker.get_by_role("button", name="Moves", exact=True).click()  # on a phone who is here stands over them
    for seat in (white, black):
        expect(seat.page.get_by_text(re.compile("Here: .*Habu.*Kimura|Here: .*Kimura.*Habu"))).to_be_visible()
    giver.goto(f"/people/{winner}")
    expect(giver.get_by_role("region", name="Ratings")).to_contain_text("1 game")
