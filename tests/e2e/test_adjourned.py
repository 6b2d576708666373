"""An adjourned game in the list of games: it is proposed to continue, and goes on when both are there."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.e2e.two_persons import PHONE, meet, play


def test_a_proposal_to_continue_is_found_by_the_opponent_and_opens_the_sealed_move(
    visit: Callable[..., Page],
) -> None:
    black, white = meet(visit, **PHONE)
    play(black, white, "7g7f 3c3d")
    white.ask_for("Adjourn")
    black.page.get_by_role("button", name="Agree").click()
    black.square("2g").click()
    black.square("2f").click()
    for seat in (black, white):
        expect(seat.page.get_by_text("adjourned with a sealed move", exact=False).last).to_be_visible()
    game = black.page.url

    # Black proposes in the list, without the opponent.
    white.page.goto("/")
    black.page.goto("/games?which=adjourned")
    card = black.page.get_by_role("listitem").filter(has_text="adjourned")
    card.get_by_role("button", name="Propose to continue").click()
    expect(card).to_contain_text("you have proposed to continue")
    expect(card.get_by_role("button", name="Propose to continue")).not_to_be_attached()

    # White finds the proposal, and the number at "Play" says that a game waits.
    white.page.goto("/games?which=waiting")
    found = white.page.get_by_role("listitem").filter(has_text="your opponent proposes to continue")
    expect(white.page.get_by_role("navigation", name="Main")).to_contain_text("1")
    found.get_by_role("link").first.click()
    white.page.wait_for_url(game)
    expect(white.page.get_by_text("wants to continue the game", exact=False).last).to_be_visible()

    # The game goes on when both are at the board.
    before = black.connections
    black.page.goto(game)
    black.until(lambda: black.connections > before, "the socket of the game")
    white.page.get_by_role("button", name="Agree").click()
    for seat in (black, white):
        seat.request_game()
        seat.until(lambda seat=seat: seat.moves == ["7g7f", "3c3d", "2g2f"], "the sealed move")
    expect(white.page.get_by_text("adjourned with a sealed move", exact=False).last).not_to_be_attached()
