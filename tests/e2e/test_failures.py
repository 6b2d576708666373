"""Games when time runs out, the server is killed, or a second window is open."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, expect

from komadai import Move
from tests.e2e.conftest import Server
from tests.e2e.seat import Seat


def test_the_flag_falls_without_a_move(sit_down: Callable[..., Seat]) -> None:
    seat = sit_down(own_clock=(0, 2))
    expect(seat.page.get_by_role("heading", name="You lose")).to_be_visible()
    assert seat.game["result"]["termination"] == "time_forfeit"


def test_after_a_killed_server_the_game_continues(
    sit_down: Callable[..., Seat], tmp_path: Path, page_errors: list[str]
) -> None:
    server = Server(tmp_path)
    try:
        seat = sit_down(clock="10 min + 30 s", base_url=server.address)
        seat.drag(Move.from_usi("7g7f"))
        seat.my_move_or_the_end()
        before = seat.moves
        left = seat.game["clocks"]["black"]["remaining_ms"]
        connections = seat.connections
        server = server.kill()
        seat.until(lambda: seat.connections > connections, "the page to come back by itself")
        seat.request_game()
        assert seat.moves == before
        seat.drag(Move.from_usi("2g2f"))
        assert seat.moves[: len(before) + 1] == [*before, "2g2f"]
        assert left - seat.game["clocks"]["black"]["remaining_ms"] < 30_000, "nobody pays for the power cut"
        seat.page.close()  # before the server, or it would log another error
    finally:
        server.close()
    # The broken connection is expected; other errors are not.
    assert all("WebSocket" in each or "ERR_CONNECTION" in each for each in page_errors), page_errors
    page_errors.clear()


def test_two_windows_of_one_guest_show_the_same_game(sit_down: Callable[..., Seat]) -> None:
    seat = sit_down()
    other = Seat(seat.page.context.new_page())
    other.page.goto(seat.page.url)
    other.take()
    seat.drag(Move.from_usi("7g7f"))
    other.until(lambda: other.moves[:1] == ["7g7f"], "the move in the other window")
    expect(other.square("7f")).to_have_attribute("aria-label", "7f, Black pawn")
    other.my_move_or_the_end()
    other.drag(Move.from_usi("2g2f"))
    seat.until(lambda: seat.moves[2:3] == ["2g2f"], "the move in the first window")


def test_another_guest_watches_and_cannot_move(
    sit_down: Callable[..., Seat], visit: Callable[..., Page]
) -> None:
    seat = sit_down()
    onlooker = Seat(visit(seat.page.url))
    expect(onlooker.page.get_by_text("You are watching this game.")).to_be_visible()
    expect(onlooker.page.get_by_role("button", name="Resign")).to_have_count(0)
    onlooker.square("7g").click()
    expect(onlooker.page.locator(".goal")).to_have_count(0)


def test_earlier_positions_can_be_shown_during_the_game(sit_down: Callable[..., Seat]) -> None:
    seat = sit_down()
    seat.drag(Move.from_usi("7g7f"))
    seat.my_move_or_the_end()
    seat.page.get_by_role("button", name="To the start").click()
    expect(seat.square("7g")).to_have_attribute("aria-label", "7g, Black pawn")
    seat.page.get_by_role("button", name="To the present").first.click()
    expect(seat.square("7f")).to_have_attribute("aria-label", "7f, Black pawn")
