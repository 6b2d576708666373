"""Whole games on the page: by mouse, by keyboard only, on a phone."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from komadai import Move
from komadai.engine import Engine, Limits
from tests.e2e.controls import resize
from tests.e2e.seat import Seat

MATE_IN_1 = "4k4/9/4P4/9/9/9/9/9/4K4 b G 1"
WON = "4k4/9/4p4/9/9/9/4P4/1B5R1/4K4 b GS 1"
"""Black is far ahead and mates within a few moves, with drops and promotions on the way."""
THINK = Limits(nodes=30_000)


def play_out(seat: Seat, strong_engine: Engine, play: Callable[[Move], None], max_moves: int = 120) -> None:
    """Plays the moves of ``strong_engine`` until the game is over."""
    for _ in range(max_moves):
        if seat.finished:
            return
        move = strong_engine.play(seat.board, THINK).move
        assert move is not None
        play(move)
        seat.my_move_or_the_end()
    raise AssertionError(f"not over after {max_moves} moves of the player: {seat.moves}")


@pytest.mark.timeout(180)
def test_a_whole_game_by_mouse(sit_down: Callable[..., Seat], strong_engine: Engine) -> None:
    seat = sit_down()
    play_out(seat, strong_engine, seat.drag)
    assert seat.game["result"]["winner"] == "black"
    expect(seat.page.get_by_role("heading", name="You win")).to_be_visible()


def test_a_whole_game_by_keyboard_only(sit_down: Callable[..., Seat], strong_engine: Engine) -> None:
    seat = sit_down(sfen=WON)
    play_out(seat, strong_engine, seat.key_in)
    assert seat.game["result"]["termination"] == "checkmate"
    expect(seat.page.get_by_role("heading", name="You win")).to_be_visible()


def test_a_whole_game_on_a_phone(sit_down: Callable[..., Seat], strong_engine: Engine) -> None:
    seat = sit_down(
        sfen=WON,
        viewport={"width": 360, "height": 740},
        has_touch=True,
        is_mobile=True,
        device_scale_factor=2,
    )
    play_out(seat, strong_engine, seat.tap)
    assert seat.game["result"]["termination"] == "checkmate"
    expect(seat.page.get_by_role("heading", name="You win")).to_be_visible()
    width = seat.page.evaluate("document.documentElement.scrollWidth")
    assert width <= 360, "nothing may stick out of a phone's screen"


def test_the_promotion_dialog_lets_the_user_choose(sit_down: Callable[..., Seat]) -> None:
    for usi in ("2h2c+", "2h2c"):
        seat = sit_down(sfen="4k4/9/9/9/9/9/9/7R1/4K4 b - 1")
        seat.drag(Move.from_usi(usi))
        assert seat.moves[0] == usi
        seat.page.close()


def test_a_move_may_be_typed_in_any_notation(sit_down: Callable[..., Seat]) -> None:
    seat = sit_down()
    for text, usi in (("P-7f", "7g7f"), ("26歩", "2g2f"), ("9g9f", "9g9f")):
        count = len(seat.moves)
        seat.type_in(text)
        seat.until(lambda count=count: len(seat.moves) > count, "the typed move")
        assert seat.moves[count] == usi
        seat.my_move_or_the_end()


def test_a_reload_during_a_game_changes_nothing(sit_down: Callable[..., Seat]) -> None:
    seat = sit_down(clock="10 min + 30 s")
    seat.drag(Move.from_usi("7g7f"))
    seat.my_move_or_the_end()
    before = seat.moves
    left = seat.game["clocks"]["black"]["remaining_ms"]
    seat.page.reload()
    seat.request_game()
    assert seat.moves == before
    assert seat.game["clocks"]["black"]["remaining_ms"] <= left, "a reload gives no time"
    expect(seat.square("7f")).to_have_attribute("aria-label", "7f, Black pawn")
    seat.drag(Move.from_usi("2g2f"))
    assert seat.moves[2] == "2g2f"


def test_take_back_returns_to_the_position_before(sit_down: Callable[..., Seat]) -> None:
    seat = sit_down()
    seat.drag(Move.from_usi("7g7f"))
    seat.my_move_or_the_end()
    seat.page.get_by_role("button", name="Take back").click()
    seat.until(lambda: not seat.moves, "the move to be taken back")
    expect(seat.square("7g")).to_have_attribute("aria-label", "7g, Black pawn")


def test_resignation_asks_for_confirmation(sit_down: Callable[..., Seat]) -> None:
    seat = sit_down()
    seat.page.get_by_role("button", name="Resign").click()
    seat.page.get_by_role("button", name="Play on").click()
    assert not seat.finished
    seat.page.get_by_role("button", name="Resign").click()
    seat.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    seat.until(lambda: seat.finished, "the end")
    expect(seat.page.get_by_role("heading", name="You lose")).to_be_visible()


def test_an_illegal_move_loses_if_the_game_is_set_so(sit_down: Callable[..., Seat]) -> None:
    seat = sit_down(lose=True)
    seat.square("5i").click()
    seat.square("5e").click()
    seat.until(lambda: seat.finished, "the end")
    assert seat.game["result"]["infraction"] == "wrong_movement"
    expect(seat.page.get_by_role("heading", name="You lose")).to_be_visible()


def test_a_rematch_exchanges_colours_and_the_record_can_be_downloaded(sit_down: Callable[..., Seat]) -> None:
    seat = sit_down(sfen=MATE_IN_1)
    seat.drag(Move.from_usi("G*5b"))
    seat.until(lambda: seat.finished, "mate")
    seat.page.get_by_role("button", name="Download").click()
    with seat.page.expect_download() as taken:
        seat.page.get_by_role("link", name="KIF", exact=True).click()
    assert "５二金打" in taken.value.path().read_text("utf-8")
    first = seat.page.url
    seat.page.get_by_role("button", name="Rematch, colours changed").click()
    seat.until(lambda: seat.page.url != first, "the rematch")
    seat.request_game()
    assert seat.game["you"] == "white"


def test_no_text_of_a_finished_game_in_the_list_is_covered(sit_down: Callable[..., Seat]) -> None:
    seat = sit_down()
    seat.page.get_by_role("button", name="Resign").click()
    seat.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    seat.until(lambda: seat.finished, "the end")
    page = seat.page
    page.goto("/games")
    review = page.get_by_role("listitem").get_by_role("link", name="Review")
    game = page.get_by_role("listitem").get_by_role("link").first
    for width in (1280, 360):
        resize(page, {"width": width, "height": 800})
        button, words = review.bounding_box(), game.bounding_box()
        assert button is not None
        assert words is not None
        assert words["x"] + words["width"] <= button["x"] + 1, f"at {width} pixels"


def test_an_unfinished_game_is_in_the_list_and_can_be_continued(sit_down: Callable[..., Seat]) -> None:
    seat = sit_down()
    seat.drag(Move.from_usi("7g7f"))
    here = seat.page.url
    seat.page.get_by_role("button", name="Play: all parts").click()
    seat.page.get_by_role("menuitem", name="My games").click()
    seat.page.get_by_role("listitem").get_by_role("link").first.click()
    assert seat.page.url == here
