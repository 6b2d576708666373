"""Records opened in every way: files, drops, pastes, addresses, new ones, games played here."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.record_page import (
    SHORT,
    begin,
    drag,
    file,
    here,
    open_file,
    open_study,
    player,
    press,
    row,
    square,
)
from tests.e2e.seat import Seat


def test_a_file_is_opened_and_its_moves_are_shown(visit: Callable[..., Page]) -> None:
    page = open_study(visit)
    expect(player(page, "Aoki Haruka")).to_be_visible()
    expect(page.get_by_text("Komadai study evening", exact=False)).to_be_visible()
    press(page, "ArrowRight", "ArrowRight")
    expect(here(page)).to_contain_text("△3四歩")
    expect(square(page, "3d")).to_have_attribute("aria-label", "3d, White pawn")
    press(page, "End")
    expect(here(page)).to_contain_text("92")
    expect(page.get_by_role("treeitem").last).to_contain_text("resignation")
    press(page, "Home")
    expect(here(page)).to_contain_text("Start")


def test_a_file_can_be_dropped_on_the_page(visit: Callable[..., Page]) -> None:
    page = visit("/records")
    carried = page.evaluate_handle(
        "text => { const data = new DataTransfer();"
        " data.items.add(new File([text], 'game.ki2')); return data; }",
        SHORT,
    )
    # Browsers repeat the event while the file is over the page.
    hold = (
        "data => setInterval(() => document.body.dispatchEvent("
        "new DragEvent('dragover', {dataTransfer: data, bubbles: true, cancelable: true})), 50)"
    )
    held = page.evaluate(hold, carried)
    expect(page.get_by_text("Drop it here")).to_be_visible()
    page.evaluate("held => clearInterval(held)", held)
    page.dispatch_event("body", "drop", {"dataTransfer": carried})
    begin(page)
    expect(row(page, "△8四歩")).to_be_visible()


def test_text_can_be_pasted_anywhere_or_into_the_dialog(visit: Callable[..., Page]) -> None:
    page = visit("/records")
    page.evaluate(
        "text => { const data = new DataTransfer(); data.setData('text/plain', text);"
        " document.body.dispatchEvent("
        "new ClipboardEvent('paste', {clipboardData: data, bubbles: true, cancelable: true})); }",
        SHORT,
    )
    begin(page)
    expect(row(page, "△8四歩")).to_be_visible()
    page.get_by_role("link", name="Analyse").click()
    page.get_by_role("button", name="Paste").click()
    page.get_by_label("The record's text").fill("startpos moves 7g7f 8c8d")
    page.get_by_role("button", name="Open", exact=True).click()
    begin(page)
    expect(row(page, "△8四歩")).to_be_visible()


@pytest.mark.parametrize(
    "query",
    ["usen=~0.7ku2jm6y2", "u=~0.7ku2jm6y2.&bn=Aoki", "kifu=startpos%20moves%207g7f%203c3d%202g2f"],
)
def test_a_game_in_the_address_is_opened(visit: Callable[..., Page], query: str) -> None:
    page = visit(f"/records?{query}")
    begin(page)
    expect(row(page, "△3四歩")).to_be_visible()
    if "bn=" in query:
        expect(player(page, "Aoki")).to_be_visible()


def test_one_of_several_games_is_chosen(visit: Callable[..., Page]) -> None:
    page = visit("/records")
    open_file(page, file("two.usi", "startpos moves 7g7f 3c3d\nstartpos moves 2g2f 8c8d 2f2e\n"))
    expect(page.get_by_role("heading", name="2 games")).to_be_visible()
    page.get_by_role("button").filter(has_text="3 moves").click()
    begin(page)
    expect(row(page, "▲2五歩")).to_be_visible()
    page.go_back()
    expect(page.get_by_role("heading", name="2 games")).to_be_visible()


def test_a_record_with_deviations_is_opened_with_warnings(visit: Callable[..., Page]) -> None:
    page = visit("/records")
    text = (
        "手数----指手---------消費時間--\n   1 ７六歩(77)   ( 0:01/00:00:01)\nなんだろう\n   2 ３四歩(33)\n"
    )
    open_file(page, file("odd.kif", text))
    begin(page)
    expect(row(page, "△3四歩")).to_be_visible()
    page.get_by_text("1 warning").click()
    expect(page.get_by_text("なんだろう")).to_be_visible()


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (b"\x00\x01\x02 nothing of a game \xff\xfe" * 50, "could not be opened"),
        (b"", "It is empty."),
        (b"7" * (2 * 1024 * 1024 + 1), "larger than 2 MB"),
    ],
    ids=["noise", "empty", "large"],
)
def test_an_unreadable_file_is_an_error_with_its_reason(
    visit: Callable[..., Page], page_errors: list[str], body: bytes, said: str
) -> None:
    page = visit("/records")
    open_file(page, file("strange.kif", body))
    expect(page.get_by_role("alert")).to_contain_text(said)
    expect(page.get_by_role("button", name="Open a file")).to_be_visible()
    # The browser logs an answer with status 422.
    page_errors[:] = [each for each in page_errors if "422" not in each]


def test_an_unreadable_address_is_an_error_as_long_as_it_is_open(
    visit: Callable[..., Page], page_errors: list[str]
) -> None:
    page = visit("/records?kifu=hello")
    expect(page.get_by_role("alert")).to_be_visible()
    page.get_by_role("button", name="New record").click()
    page.keyboard.press("Escape")
    page.goto("/learn")
    page.goto("/records")
    expect(page.get_by_role("heading", name="Open a game")).to_be_visible()
    expect(page.get_by_role("alert")).to_be_hidden()
    page_errors[:] = [each for each in page_errors if "422" not in each]


def test_a_game_played_here_is_opened_as_a_record(sit_down: Callable[..., Seat]) -> None:
    seat = sit_down(sfen="4k4/9/4P4/9/9/9/9/9/4K4 b G 1")
    seat.type_in("G*5b")
    seat.until(lambda: seat.finished, "mate")
    seat.page.get_by_role("link", name="Review").click()
    begin(seat.page)
    expect(row(seat.page, "▲5二金")).to_be_visible()
    expect(row(seat.page, "checkmate")).to_be_visible()
    seat.page.goto("/games")
    seat.page.get_by_role("link", name="Review").click()
    begin(seat.page)
    expect(row(seat.page, "▲5二金")).to_be_visible()


def test_a_new_record_starts_from_a_handicap_or_a_position(visit: Callable[..., Page]) -> None:
    page = visit("/records")
    page.get_by_role("button", name="New record").click()
    page.get_by_text("Handicap", exact=True).click()
    page.get_by_role("button", name="Begin").click()
    begin(page)
    drag(page, "3a", "3b")
    expect(here(page)).to_contain_text("3二銀")
    page.goto("/records")
    page.get_by_role("button", name="New record").click()
    page.get_by_text("A position", exact=True).click()
    page.get_by_label("The position as SFEN").fill("nonsense")
    page.get_by_role("button", name="Begin").click()
    expect(page.get_by_role("alert")).to_contain_text("not a valid position")
    page.get_by_label("The position as SFEN").fill("4k4/9/4P4/9/9/9/9/9/4K4 b G 1")
    page.get_by_role("button", name="Begin").click()
    begin(page)
    expect(square(page, "5c")).to_have_attribute("aria-label", "5c, Black pawn")


@pytest.mark.parametrize(
    ("path", "request_path"),
    [
        ("/records?kifu=startpos%20moves%207g7f", "/api/records/read"),
        ("/records?usen=~0.7ku2jm6y2", "/api/records/read"),
        ("/game/none", "/api/games/none"),
        ("/tsume", "/api/tsume/next"),
    ],
)
def test_the_data_of_the_board_is_requested_before_the_code_of_the_page(
    visit: Callable[..., Page], path: str, request_path: str
) -> None:
    page = visit("about:blank")
    # Neither the code nor the answer arrives: the 404 for the missing game would be an error of the page.
    page.route("**/assets/start-*.js", lambda route: None)
    page.route(f"**{request_path}*", lambda route: None)
    with page.expect_request(f"**{request_path}"):
        page.goto(path, wait_until="commit")
    # Leaves the page before its requests are released: it must not see their answers.
    page.goto("about:blank")
    page.unroute_all(behavior="ignoreErrors")


def test_a_record_in_the_address_is_read_only_once(visit: Callable[..., Page]) -> None:
    page = visit("about:blank")
    reads: list[str] = []
    page.on("request", lambda request: reads.append(request.url) if "records/read" in request.url else None)
    page.goto("/records?kifu=startpos%20moves%207g7f")
    expect(row(page, "▲7六歩")).to_be_visible()
    assert len(reads) == 1
