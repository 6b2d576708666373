"""Studies in the browser: one board for two people after their game, and a study with its chapters."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.controls import choose
from tests.e2e.record_page import comment, here, row, square, tab
from tests.e2e.seat import Seat
from tests.e2e.studies import TEXT, open_study
from tests.e2e.two_persons import PHONE, meet, play


def type_move(page: Page, move: str) -> None:
    page.get_by_label("Type a move").fill(move)
    page.keyboard.press("Enter")


def resign(black: Seat) -> None:
    black.page.get_by_role("button", name="Resign").click()
    black.page.get_by_role("dialog").get_by_role("button", name="Resign").click()


def go_over(black: Seat, white: Seat) -> None:
    """White opens the board of the finished game; Black's page follows by itself."""
    white.page.get_by_role("button", name="Go over it together").click()
    white.page.wait_for_url("**/study/*")
    black.page.wait_for_url("**/study/*", timeout=60_000)
    for seat in (black, white):
        expect(seat.page.get_by_text(re.compile("Here: .*Black.*White"))).to_be_attached()


def test_after_a_game_both_go_over_it_on_one_board(visit: Callable[..., Page]) -> None:
    black, white = meet(visit)
    play(black, white, "7g7f 3c3d")
    resign(black)
    go_over(black, white)
    for seat in (black, white):
        expect(row(seat.page, "White wins")).to_be_visible()
    white.page.keyboard.press("ArrowRight")
    type_move(white.page, "8c8d")
    expect(row(black.page, "pawn to 8 d")).to_be_visible()
    comment(white.page).fill("This keeps the rook's file.")
    row(black.page, "pawn to 8 d").click()
    expect(comment(black.page)).to_have_value("This keeps the rook's file.")
    black.page.get_by_role("button", name="Edit the tree").click()
    expect(black.page.get_by_role("menuitem", name="Undo")).to_have_count(0)  # Black has changed nothing
    black.page.keyboard.press("Escape")
    white.page.locator("textarea:focus").blur()
    white.page.keyboard.press("Control+z")
    expect(comment(black.page)).to_have_value("")


def test_each_sees_where_the_other_goes_until_an_own_step(visit: Callable[..., Page]) -> None:
    black, white = meet(visit)
    play(black, white, "7g7f 3c3d 2g2f")
    resign(white)
    go_over(black, white)
    for seat in (black, white):
        expect(seat.page.get_by_text(re.compile("^Following "))).to_be_visible()
    white.page.keyboard.press("Home")
    for move in ("pawn to 7 f", "pawn to 3 d"):
        white.page.keyboard.press("ArrowRight")
        expect(here(black.page)).to_have_accessible_name(re.compile(move))
    white.page.keyboard.press("ArrowLeft")
    expect(here(black.page)).to_have_accessible_name(re.compile("pawn to 7 f"))
    # An own step ends it: the board stays although White goes on.
    black.page.keyboard.press("End")
    again = black.page.get_by_role("button", name="Follow again")
    expect(again).to_be_visible()
    white.page.keyboard.press("ArrowRight")
    expect(here(white.page)).to_have_accessible_name(re.compile("pawn to 3 d"))
    expect(here(black.page)).to_have_accessible_name(re.compile("pawn to 2 f"))
    again.click()
    expect(here(black.page)).to_have_accessible_name(re.compile("pawn to 3 d"))
    # A step back to a move that was shown before arrives, too.
    white.page.keyboard.press("ArrowLeft")
    expect(here(black.page)).to_have_accessible_name(re.compile("pawn to 7 f"))
    black.page.get_by_role("button", name="Stop following").click()
    expect(again).to_be_visible()


def test_follow_again_stays_where_the_other_has_come_along(visit: Callable[..., Page]) -> None:
    black, white = meet(visit)
    play(black, white, "7g7f 3c3d 2g2f")
    resign(white)
    go_over(black, white)
    for seat, key in ((black, "End"), (white, "Home"), (white, "ArrowRight")):
        seat.page.keyboard.press(key)
    expect(here(white.page)).to_have_accessible_name(re.compile("pawn to 7 f"))
    # Black comes where White is, and White goes on.
    with black.page.expect_response("**/look"):
        black.page.get_by_role("button", name="Follow again").click()
    white.page.keyboard.press("ArrowRight")
    expect(here(black.page)).to_have_accessible_name(re.compile("pawn to 3 d"))
    # Black's own last step was at the end: that is not where Black is now.
    white.page.get_by_role("button", name="Follow again").click()
    expect(white.page.get_by_role("button", name="Stop following")).to_be_visible()
    for seat in (black, white):
        expect(here(seat.page)).to_have_accessible_name(re.compile("pawn to 3 d"))


def test_those_who_go_over_a_game_talk(visit: Callable[..., Page]) -> None:
    black, white = meet(visit)
    play(black, white, "7g7f 3c3d")
    resign(black)
    go_over(black, white)
    white.page.get_by_role("button", name="Chat").click()
    white.page.get_by_role("button", name="Well played!").click()
    black.page.get_by_role("button", name="Chat, 1").click()
    chat = black.page.get_by_role("region", name="Chat")
    expect(chat).to_contain_text("Well played!")
    black.page.keyboard.press("Escape")
    expect(chat).to_have_count(0)
    expect(black.page.get_by_role("button", name="Chat", exact=True)).to_be_focused()


def test_a_player_may_decline_and_the_other_is_told(visit: Callable[..., Page]) -> None:
    black, white = meet(visit)
    play(black, white, "7g7f 3c3d")
    resign(black)
    white.page.get_by_role("button", name="Not now").click()
    black.page.get_by_role("button", name="Go over it together").click()
    expect(black.page.get_by_text("White does not go over the game now.")).to_be_visible()
    expect(white.page.get_by_role("button", name="Not now")).to_have_count(0)
    expect(white.page.get_by_role("button", name="Go over it together")).to_be_visible()


def test_marks_are_drawn_and_chapters_are_added(visit: Callable[..., Page]) -> None:
    page = open_study(visit, "Openings", TEXT)
    page.keyboard.press("End")
    expect(here(page)).to_contain_text("8四歩")
    mark = page.get_by_role("button", name="Mark", exact=True)
    mark.click()
    expect(mark).to_have_attribute("aria-pressed", "true")
    for name in ("8h", "2b", "5e", "5e"):
        square(page, name).click(force=True)
    expect(page.locator(".circle, .arrow")).to_have_count(2)
    mark.click()
    page.reload()
    page.get_by_role("tablist").wait_for()
    page.keyboard.press("End")
    expect(page.locator(".circle, .arrow")).to_have_count(2)
    tab(page, "Chapters")
    page.get_by_role("button", name="New chapter").click()
    page.get_by_role("button", name="Add an empty chapter").click()
    expect(page.get_by_role("link", name="2 Chapter 2")).to_have_attribute("aria-current", "page")
    page.get_by_role("button", name="New chapter").click()
    page.get_by_label(re.compile("Begin with a record")).fill(f"先手：Aoki\n後手：Minami\n{TEXT}")
    page.get_by_role("button", name="Add the game").click()
    expect(page.get_by_role("link", name="3 Aoki – Minami")).to_have_attribute("aria-current", "page")
    page.get_by_role("link", name="1 Chapter 1").click()
    expect(row(page, "7六歩")).to_be_visible()


def test_a_position_of_a_study_goes_on_in_other_places(visit: Callable[..., Page]) -> None:
    page = open_study(visit, "Openings", TEXT)
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    page.get_by_role("button", name="Go on from this position").click()
    page.get_by_role("link", name="Play the computer from here").click()
    expect(page.get_by_label("Start from a position (SFEN)")).to_have_value(
        "lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w - 2"
    )


def open_settings(page: Page) -> None:
    """A phone has the tools of the study in the menu of its title row."""
    button = page.get_by_role("button", name="Study settings")
    if button.is_visible():
        button.click()
    else:
        page.get_by_role("button", name="More", exact=True).click()
        page.get_by_role("menuitem", name="Study settings").click()


def share(page: Page) -> None:
    """Lets all who have the link read the study."""
    open_settings(page)
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_text("To show it on another site")).to_be_visible()
    choose(dialog, "Who can read it", "Who has the link")
    dialog.get_by_role("button", name="Save").click()
    expect(dialog.get_by_label("Code that shows this chapter")).to_be_visible()
    dialog.get_by_role("button", name="Close").last.click()
    expect(dialog).not_to_be_visible()


@pytest.mark.parametrize("options", [{}, PHONE])
def test_the_moves_of_a_chapter_are_practised(
    visit: Callable[..., Page], axe: str, options: dict[str, Any]
) -> None:
    page = open_study(visit, "Openings", TEXT, **options)
    tab(page, "Chapters")
    page.get_by_role("link", name="Practice").click()
    expect(page.get_by_text("Find the move. 2 to go.")).to_be_visible()
    type_move(page, "9g9f")
    expect(page.get_by_text("That is not the move of the study.")).to_be_visible()
    type_move(page, "7g7f")
    expect(page.get_by_text("Find the last move.")).to_be_visible()
    page.get_by_role("button", name="Hint").click()
    expect(page.get_by_text("The piece on 2g moves.")).to_be_visible()
    page.get_by_role("button", name="Show the move").click()
    expect(page.get_by_text("0 of 2 found at once")).to_be_visible()
    page.evaluate(axe)
    found = page.evaluate("() => axe.run().then((result) => result.violations)")
    assert found == [], [each["id"] for each in found]
    page.get_by_role("radio", name="White").check(force=True)
    expect(page.get_by_text("Find the move. 2 to go.")).to_be_visible()
    page.get_by_role("link", name="Back to the study").click()
    expect(page.get_by_role("tablist")).to_be_visible()


@pytest.fixture
def other_site() -> Iterator[Callable[[str], str]]:
    """Serves HTML on another site; gives its address."""
    html = ""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.end_headers()
            self.wfile.write(f"<!doctype html><link rel=icon href=data:,>{html}".encode())

        def log_message(self, *_: object) -> None:
            pass

    # A browser lets a page of this machine frame another one of it, which a page from elsewhere may not.
    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()

        def serve(text: str) -> str:
            nonlocal html
            html = text
            return f"http://localhost:{server.server_port}/"

        yield serve
        server.shutdown()
        thread.join()


@pytest.mark.parametrize("options", [{}, PHONE])
def test_another_site_shows_a_study_in_a_frame(
    visit: Callable[..., Page], other_site: Callable[[str], str], axe: str, options: dict[str, Any]
) -> None:
    page = open_study(visit, "Openings", TEXT, fresh=True, **options)
    page.keyboard.press("ArrowRight")
    comment(page).fill("The most common first move.")
    comment(page).blur()
    page.keyboard.press("Home")
    share(page)
    open_settings(page)
    frame_code = page.get_by_label("Code that shows this chapter").input_value()
    site, calls = page.context.new_page(), list[str]()
    site.on("request", lambda request: calls.append(request.url))
    site.goto(other_site(frame_code))
    frame = site.frame_locator("iframe")
    expect(frame.get_by_role("heading", name="Openings")).to_be_visible()
    frame.get_by_role("button", name="One move on").click()
    expect(frame.get_by_role("group", name="Comment")).to_contain_text("The most common first move.")
    frame.locator("body").press("End")
    # Nothing is stored, as in a frame of another site: moves as the language of the browser writes them.
    expect(frame.get_by_role("treeitem", selected=True)).to_contain_text("P-8d")
    expect(frame.get_by_role("navigation")).to_have_count(0)
    link = frame.get_by_role("link", name="Open the study")
    expect(link).to_have_attribute("target", "_blank")
    assert [url for url in calls if "/api/" in url and "/embed" not in url] == []
    inside = site.frames[1]
    inside.evaluate(axe)
    found = inside.evaluate("() => axe.run().then((result) => result.violations)")
    assert found == [], [each["id"] for each in found]


@pytest.mark.parametrize("options", [{}, {"color_scheme": "dark"}, PHONE])
def test_the_pages_of_studies_pass_the_accessibility_check(
    visit: Callable[..., Page], axe: str, options: dict[str, Any]
) -> None:
    page = open_study(visit, "Openings", TEXT, **options)
    for path in (page.url, "/studies"):
        page.goto(path)
        page.locator("main .card, main .empty").first.wait_for()
        page.evaluate(axe)
        found = page.evaluate("() => axe.run().then((result) => result.violations)")
        assert found == [], [each["id"] for each in found]


def test_the_review_of_a_chapter_is_there_after_a_reload_for_all_its_readers(
    visit: Callable[..., Page],
) -> None:
    page = open_study(visit, "Openings", TEXT)
    share(page)
    tab(page, "Review")
    choose(page, "Search depth", "Quick (20k nodes)")
    page.get_by_role("button", name="Begin").click()
    page.get_by_text("Kept with the record.").wait_for()
    reader = visit(page.url)
    tab(reader, "Review")
    for each in (page, reader):
        each.reload()
        expect(each.get_by_role("heading", name="Mistakes")).to_be_visible()
        graph = each.get_by_role("slider", name="Win rate of Black by move")
        expect(graph).to_have_attribute("aria-valuemax", "4")
    type_move(page, "P-9f")  # the moves that were reviewed stay where they are
    page.keyboard.press("Home")
    expect(page.get_by_role("slider", name="Win rate of Black by move")).to_be_visible()


def test_a_review_of_another_person_comes_while_one_looks_at_its_tab(visit: Callable[..., Page]) -> None:
    page = open_study(visit, "Openings", TEXT)
    share(page)
    reader = visit(page.url)
    for each in (page, reader):
        tab(each, "Review")
    expect(reader.get_by_role("button", name="Begin")).to_be_visible()
    choose(page, "Search depth", "Quick (20k nodes)")
    page.get_by_role("button", name="Begin").click()
    for each in (page, reader):
        expect(each.get_by_role("heading", name="Mistakes")).to_be_visible()
    expect(reader.get_by_role("slider", name="Win rate of Black by move")).to_be_visible()
