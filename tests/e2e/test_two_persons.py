"""Two people in two browsers: by link, from the lobby; offers, absence, rematch, spectators."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from komadai import Move
from tests.e2e.controls import choose
from tests.e2e.people import register
from tests.e2e.seat import Seat
from tests.e2e.two_persons import PHONE, custom_game, link_of, meet, play, sent_link


def test_two_people_meet_by_a_link_and_play(visit: Callable[..., Page]) -> None:
    black, white = meet(visit)
    assert (black.game["you"], white.game["you"]) == ("black", "white")
    play(black, white, "7g7f 3c3d 2g2f")
    white.page.get_by_role("button", name="Resign").click()
    white.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    expect(black.page.get_by_role("heading", name="You win")).to_be_visible()
    expect(white.page.get_by_role("heading", name="You lose")).to_be_visible()


def test_a_take_back_is_asked_for_and_agreed_to(visit: Callable[..., Page]) -> None:
    black, white = meet(visit)
    play(black, white, "7g7f")
    black.page.get_by_role("button", name="Ask to take back").click()
    expect(black.page.get_by_text("You asked to take back a move.")).to_be_visible()
    white.page.get_by_role("button", name="Decline").click()
    expect(black.page.get_by_text("Your opponent declined.").first).to_be_visible()
    black.page.get_by_role("button", name="Ask to take back").click()
    white.page.get_by_role("button", name="Agree").click()
    for seat in (black, white):
        seat.until(lambda seat=seat: seat.moves == [], "the move to be taken back")


def test_a_game_can_be_left_before_both_have_moved(visit: Callable[..., Page]) -> None:
    black, white = meet(visit)
    black.page.get_by_role("button", name="Leave without a result").click()
    expect(white.page.get_by_role("region", name="Result")).to_contain_text(
        "Not played: a player left before both had moved"
    )


def test_both_go_on_to_a_rematch_with_colours_exchanged(visit: Callable[..., Page]) -> None:
    black, white = meet(visit)
    play(black, white, "7g7f 3c3d")
    first = black.page.url
    black.page.get_by_role("button", name="Resign").click()
    black.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    white.page.get_by_role("button", name="Rematch").click()
    black.page.get_by_role("button", name="Accept the rematch").click()
    for seat in (black, white):
        seat.page.wait_for_url(lambda url: "/game/" in url and url != first)
        seat.request_game()
    assert (black.game["you"], white.game["you"]) == ("white", "black")


@pytest.mark.parametrize("language", ["en", "ja"])
def test_one_waits_in_the_lobby_and_another_takes_the_seat(visit: Callable[..., Page], language: str) -> None:
    waiting = visit("/lobby")
    sheet = custom_game(waiting)
    choose(sheet, "First move", "Opponent")
    sheet.get_by_role("button", name="Offer this game").click()
    strip = waiting.get_by_role("region", name="Waiting for an opponent")
    expect(strip).to_contain_text("10 min, then 30 s a move")
    # One solves tsume meanwhile; the game opens by itself.
    waiting.get_by_role("link", name="Tsume").first.click()
    waiting.wait_for_url("**/tsume*")
    expect(strip).to_contain_text("0:0")
    other = visit("/lobby", locale="ja-JP" if language == "ja" else "en-GB", **PHONE)
    seeks = other.get_by_role("region", name="対局待ちの人" if language == "ja" else "Waiting", exact=True)
    seeks.get_by_role("listitem").get_by_role("button").first.click()
    for page in (waiting, other):
        page.wait_for_url("**/game/*")
    assert waiting.url == other.url


def test_a_withdrawn_challenge_says_so(visit: Callable[..., Page]) -> None:
    maker = visit("/lobby")
    link = link_of(maker)
    friend = visit(link)
    expect(friend.get_by_role("heading", name="invites you to a game")).to_be_visible()
    maker.get_by_role("button", name="Withdraw").click()
    expect(friend.get_by_text("This challenge was withdrawn.")).to_be_visible()
    maker.wait_for_url("**/lobby")


def test_a_spectator_sees_the_game_and_is_counted(visit: Callable[..., Page]) -> None:
    black, white = meet(visit)
    play(black, white, "7g7f")
    watcher = visit(black.page.url)
    expect(watcher.get_by_text("You are watching this game.")).to_be_visible()
    expect(black.page.get_by_text("1 person is watching")).to_be_visible()
    assert watcher.get_by_role("button", name="Resign").count() == 0


def prepare(seat: Seat, origin: str, target: str) -> None:
    """Clicks a premove."""
    seat.square(origin).click()
    seat.square(target).click()


def test_a_premove_is_played_at_once_after_the_others_move(visit: Callable[..., Page]) -> None:
    black, white = meet(visit)
    prepare(white, "3c", "3d")
    expect(white.page.get_by_text("Premove: pawn to 3d", exact=True)).to_be_visible()
    black.drag(Move.from_usi("7g7f"))
    for seat in (black, white):
        seat.until(lambda seat=seat: seat.moves == ["7g7f", "3c3d"], "the premove")
    prepare(white, "8c", "8d")
    white.page.keyboard.press("Escape")
    expect(white.page.get_by_text("Premove: pawn to 8d", exact=True)).to_have_count(0)
    prepare(white, "8c", "8d")
    white.square("5e").click(button="right")
    expect(white.page.get_by_text("Premove: pawn to 8d", exact=True)).to_have_count(0)
    prepare(white, "8c", "8d")
    white.square("5e").click()
    expect(white.page.get_by_text("Premove: pawn to 8d", exact=True)).to_have_count(0)
    prepare(white, "9a", "9d")
    black.drag(Move.from_usi("6g6f"))
    expect(white.page.get_by_text("Your premove was not legal after this move.").first).to_be_visible()
    assert white.moves == ["7g7f", "3c3d", "6g6f"]


def test_a_premove_with_the_keyboard_alone(visit: Callable[..., Page]) -> None:
    black, white = meet(visit)
    white.square("3c").focus()
    for key in ("Enter", "ArrowUp", "Enter"):
        white.page.keyboard.press(key)
    expect(white.page.get_by_text("Premove: pawn to 3d", exact=True)).to_be_visible()
    white.page.get_by_role("button", name="Cancel").click()
    black.drag(Move.from_usi("7g7f"))
    white.until(lambda: white.my_turn, "one's own turn")
    assert white.moves == ["7g7f"]


def test_a_game_is_adjourned_with_a_sealed_move_and_goes_on(visit: Callable[..., Page]) -> None:
    black, white = meet(visit, **PHONE)
    play(black, white, "7g7f")
    white.tap(Move.from_usi("3c3d"))
    black.until(lambda: black.my_turn, "one's own turn")
    white.ask_for("Adjourn")
    black.page.get_by_role("button", name="Agree").click()
    expect(white.page.get_by_text("Your opponent seals a move.").last).to_be_visible()
    expect(white.page.get_by_text("Your opponent declined.")).to_have_count(0)
    black.square("2g").click()
    black.square("2f").click()
    for seat in (black, white):
        expect(
            seat.page.get_by_text("The game is adjourned with a sealed move.", exact=False).last
        ).to_be_visible()
        assert seat.moves == ["7g7f", "3c3d"]
    white.page.reload()
    white.page.get_by_role("button", name="Continue the game").click()
    black.page.get_by_role("button", name="Agree").click()
    black.until(lambda: black.moves == ["7g7f", "3c3d", "2g2f"], "the sealed move")


def test_a_sennichite_is_replayed_and_both_pages_go_there(visit: Callable[..., Page]) -> None:
    maker = Seat(visit("/lobby"))
    sheet = custom_game(maker.page)
    choose(sheet, "Opponent", "By link")
    choose(sheet, "First move", "I do")
    sheet.locator("summary").filter(has_text="Rules").click()
    sheet.get_by_role("button", name="As professionals play").click()
    other = Seat(visit(sent_link(sheet)))
    expect(other.page.get_by_text("draws are replayed", exact=False)).to_be_visible()
    other.page.get_by_role("button", name="Accept").click()
    for seat in (maker, other):
        seat.page.wait_for_url("**/game/*")
        seat.request_game()
        if seat.page.get_by_role("dialog").is_visible():
            seat.page.keyboard.press("Escape")
    drawn = maker.page.url
    play(maker, other, "5i5h 5a5b 5h5i 5b5a " * 3)
    for seat in (maker, other):
        seat.page.wait_for_url(lambda url: "/game/" in url and url != drawn)
        expect(seat.page.get_by_text("Replay of a drawn game", exact=False)).to_be_visible()
    assert maker.page.url == other.page.url


def test_a_move_is_confirmed_time_is_given_and_zen_hides_the_chat(visit: Callable[..., Page]) -> None:
    black, white = meet(visit)
    black.page.get_by_role("button", name="Settings").click()
    black.page.get_by_label("Confirm each move").check()
    black.page.get_by_role("button", name="Done").click()
    for answer in ("Take it back", "Play"):
        black.square("7g").click()
        black.square("7f").click()
        expect(black.page.get_by_role("alertdialog", name="Play pawn to 7f?")).to_be_visible()
        assert black.moves == []
        asked = black.page.get_by_role("alertdialog")
        asked.get_by_role("button", name=answer, exact=True).click()
        expect(black.page.get_by_role("alertdialog")).to_have_count(0)
    white.until(lambda: white.moves == ["7g7f"], "the confirmed move")
    white.ask_for("+15 s")
    expect(black.page.get_by_text("White was given 15 seconds.")).to_have_count(0)
    expect(black.page.get_by_text("Black was given 15 seconds.")).to_be_visible()
    chat = white.page.get_by_role("button", name="Chat")
    expect(chat).to_be_visible()
    white.page.keyboard.press("z")
    expect(chat).to_have_count(0)
    white.ask_for("Zen")
    expect(chat).to_be_visible()


def test_help_is_away_while_two_persons_play(visit: Callable[..., Page]) -> None:
    black, _ = meet(visit)
    game = black.page.url
    for path in ("/thinking", "/tsume/position", f"/records?game={game.rsplit('/', 1)[1]}"):
        black.page.goto(path)
        expect(black.page.get_by_text("You are playing against a person.", exact=False)).to_be_visible()
        expect(black.page.get_by_text("Review", exact=True)).to_have_count(0)
    engine = black.page.get_by_role("switch", name="Engine")
    expect(engine).to_have_accessible_description(re.compile("You are playing against a person."))
    refused: tuple[Callable[[], None], ...] = (
        lambda: engine.click(force=True),
        lambda: engine.press("Space"),
        lambda: black.page.keyboard.press("l"),
    )
    for turn in refused:
        turn()
        expect(engine).not_to_be_checked()
    black.page.get_by_role("link", name="Back to the game").click()
    black.page.wait_for_url(game)
    black.page.get_by_role("button", name="Leave without a result").click()
    expect(black.page.get_by_role("region", name="Result")).to_contain_text(
        "Not played: a player left before both had moved"
    )
    black.page.goto("/thinking")
    expect(black.page.get_by_role("heading", name="How the program thinks")).to_be_visible()
    expect(black.page.get_by_text("You are playing against a person.", exact=False)).to_have_count(0)


def test_a_challenge_that_does_not_exist(visit: Callable[..., Page], page_errors: list[str]) -> None:
    page = visit("/challenge/abcdefghjkmn")
    expect(page.get_by_text("This challenge does not exist.")).to_be_visible()
    page_errors.clear()  # the console reports the 404


@pytest.mark.parametrize("path", ["/lobby", "link", "game"])
@pytest.mark.parametrize("phone", [False, True])
def test_the_pages_are_accessible_and_fit(
    visit: Callable[..., Page], axe: str, path: str, phone: bool
) -> None:
    options: dict[str, Any] = PHONE if phone else {}
    if path == "game":
        page = meet(visit, **options)[1].page
        expect(page.get_by_role("gridcell")).to_have_count(81)
    else:
        page = visit("/lobby", **options)
        if path == "link":
            link_of(page)
            expect(page.get_by_text("The game begins as soon as somebody accepts.")).to_be_visible()
        else:
            expect(page.get_by_role("heading", name="Waiting")).to_be_visible()
    page.evaluate(axe)
    found = page.evaluate("axe.run().then((result) => result.violations.map((each) => each.id))")
    assert found == []
    if phone:
        assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_two_people_play_a_variant(visit: Callable[..., Page]) -> None:
    maker = visit("/variants/dobutsu")
    maker.get_by_role("button", name="Invite by link").click()
    link = maker.get_by_label("Send this link to your opponent").input_value()
    friend = visit(link)
    expect(friend.get_by_role("definition").filter(has_text="Dōbutsu")).to_be_visible()
    friend.get_by_role("button", name="Accept").click()
    for page in (maker, friend):
        page.wait_for_url("**/game/*")
        expect(page.get_by_role("button", name="Leave without a result")).to_be_visible()
    assert maker.url == friend.url


def test_one_resigns_by_putting_a_piece_on_the_own_stand_and_says_that_there_is_nothing_left(
    visit: Callable[..., Page],
) -> None:
    black, white = meet(visit)
    play(black, white, "7g7f 3c3d")
    page = black.page
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Resign by dragging a piece to one’s stand").check()
    page.get_by_role("button", name="Done").click()
    king, card = black.square("5i").bounding_box(), page.get_by_label("You, Black").bounding_box()
    assert king is not None
    assert card is not None
    page.mouse.move(king["x"] + king["width"] / 2, king["y"] + king["height"] / 2)
    page.mouse.down()
    page.mouse.move(card["x"] + 40, card["y"] - 60, steps=4)
    page.mouse.up()
    asked = page.get_by_role("dialog", name="Resign this game?")
    asked.get_by_text("Arimasen").click()
    asked.get_by_role("button", name="Resign").click()
    for seat in (black, white):
        expect(seat.page.get_by_text("Arimasen – there is nothing left to play")).to_be_visible()


def test_a_person_in_the_lobby_is_invited_by_a_click(visit: Callable[..., Page]) -> None:
    one, other = visit("/"), visit("/", **PHONE)
    name = register(one, "飛車")
    register(other, "角行")
    other.goto("/lobby")
    one.goto("/lobby")
    one.get_by_role("button", name="Invite 角行").click()
    one.get_by_role("dialog").get_by_role("button", name="Invite", exact=True).click()
    expect(one.get_by_role("region", name="Waiting for an opponent")).to_contain_text("Waiting for")
    expect(other.get_by_text(f"飛車 @{name} invites you to a game.").first).to_be_visible()
    other.get_by_role("button", name="Accept").click()
    for page in (one, other):
        page.wait_for_url("**/game/*")
    assert one.url == other.url


def test_going_over_the_game_is_one_board_for_both(visit: Callable[..., Page]) -> None:
    black, white = meet(visit)
    play(black, white, "7g7f 3c3d")
    black.page.get_by_role("button", name="Resign").click()
    black.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    white.page.get_by_role("button", name="Go over it together").click()
    # The other one's board opens by itself.
    for seat in (white, black):
        seat.page.wait_for_url("**/study/*", timeout=60_000)
    assert black.page.url == white.page.url
    for seat in (white, black):
        expect(seat.page.get_by_text("Following", exact=False).first).to_be_visible()

    def moved(seat: Seat) -> Locator:
        return seat.page.locator('[data-name="2f"][aria-label*="pawn"]')

    # A move of one is seen by the other, and ends the own following.
    white.square("7g").wait_for()
    white.square("2g").click()
    white.square("2f").click()
    for seat in (white, black):
        expect(moved(seat)).to_be_attached()
    expect(white.page.get_by_role("button", name="Follow again")).to_be_visible()
    expect(black.page.get_by_role("button", name="Stop following")).to_be_visible()
    # So is a step.
    white.page.keyboard.press("Home")
    expect(moved(black)).not_to_be_attached()
    # An own step ends following; Follow again brings it back.
    black.page.keyboard.press("ArrowRight")
    black.page.get_by_role("button", name="Follow again").click()
    expect(black.page.get_by_role("button", name="Stop following")).to_be_visible()
    expect(moved(black)).not_to_be_attached()
