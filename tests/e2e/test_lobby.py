"""The lobby says whether a game is rated, proposes a game for the ranks, and shows first whom one follows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.e2e.controls import choose
from tests.e2e.people import register
from tests.e2e.phone import violations
from tests.e2e.two_persons import custom_game, pick, sent_link

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}


def test_a_guest_reads_that_the_game_is_not_rated_before_and_after_pressing_play(
    visit: Callable[..., Page],
) -> None:
    page, other = visit("/lobby"), visit("/lobby", locale="ja-JP")
    expect(page.get_by_role("main")).to_contain_text("not rated for guests: 10 min, then 30 s a move")
    choose(page, "Time", "5 min + 10 s")
    page.get_by_role("button", name="Play now").click()
    strip = page.get_by_role("region", name="Waiting for an opponent")
    expect(strip).to_contain_text("not rated: both players need an account")
    expect(other.get_by_role("main")).to_contain_text("レーティング対象外（両者のアカウントが必要）")
    expect(other.get_by_role("radio", name="5分＋1手10秒 1")).to_be_attached()
    choose(other, "持ち時間", "5分＋1手10秒 1")
    other.get_by_role("button", name="対局する", exact=True).click()
    other.wait_for_url("**/game/*")
    expect(other.get_by_role("main")).to_contain_text("レーティング対象外（両者のアカウントが必要）")
    page.wait_for_url("**/game/*")
    expect(page.get_by_role("main")).to_contain_text("not rated: both players need an account")


def test_the_sheet_keeps_what_was_typed_and_names_the_wrong_field(
    visit: Callable[..., Page], axe: str
) -> None:
    page = visit("/lobby?custom", **PHONE)
    sheet = page.get_by_role("dialog", name="Custom game")
    sheet.get_by_label("Minutes").fill("25")
    sheet.get_by_label("Periods").fill("0")
    wrong = sheet.get_by_role("alert").filter(has_text="Periods: 1 to 30, or clear the byoyomi.")
    expect(wrong).to_be_visible()
    expect(sheet.get_by_label("Periods")).to_have_attribute("aria-invalid", "true")
    assert violations(page, axe) == []
    sheet.get_by_role("button", name="Cancel").click()
    expect(sheet).to_have_count(0)
    page.wait_for_url("**/lobby")
    page.reload()
    page.get_by_role("button", name="Custom game").click()
    expect(sheet.get_by_label("Minutes")).to_have_value("25")
    sheet.get_by_label("Periods").fill("3")
    expect(sheet).to_contain_text("25 min, then 3 × 30 s · even")
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Custom game")).to_be_focused()


def test_the_form_says_before_it_is_sent_that_a_large_handicap_is_not_rated(
    visit: Callable[..., Page], axe: str
) -> None:
    page = visit("/lobby", **PHONE)
    sheet = custom_game(page)
    sheet.get_by_role("switch", name="Rated").check()
    expect(page.get_by_text("The game will not be rated: both players need an account.")).to_be_visible()
    page.keyboard.press("Escape")
    register(page)
    page.goto("/lobby?custom=link")
    hint = page.get_by_text("The game will not be rated")
    pick(sheet, "Handicap", "Two-piece")
    expect(hint).to_have_count(0)
    pick(sheet, "Handicap", "Ten-piece")
    expect(hint).to_have_text("The game will not be rated: this handicap is outside the rating table.")
    assert violations(page, axe) == []
    sent_link(sheet)
    expect(page.get_by_text("not rated: this handicap is outside the rating table").first).to_be_visible()


@pytest.mark.parametrize(
    ("locale", "you_give", "text"),
    [
        ("en-GB", False, "By your ranks: even, you as Black"),
        ("en-GB", True, "By your ranks: even, your opponent as Black"),
        ("ja-JP", False, "段級差では平手（あなたが先手）"),
    ],
)
def test_an_even_game_is_proposed_with_the_weaker_as_black(
    visit: Callable[..., Page], locale: str, you_give: bool, text: str
) -> None:
    seeks: list[dict[str, Any]] = []
    waits = visit("/lobby")
    name = register(waits)
    waits.goto("/lobby")
    # Play now would take the game that the account of an earlier test may still offer.
    custom_game(waits).get_by_role("button", name="Offer this game").click()
    expect(waits.get_by_role("region", name="Waiting for an opponent")).to_be_visible()

    def with_proposal(route: Route) -> None:
        answer = route.fetch()
        lobby = answer.json()
        for seek in lobby["seeks"]:
            seek["proposal"] = {
                "handicap": "even",
                "name": {"en": "Even", "ja": "平手"},
                "you_give": you_give,
            }
        seeks.extend(lobby["seeks"])
        route.fulfill(response=answer, json=lobby)

    page = visit("about:blank", locale=locale)
    page.route("**/api/lobby", with_proposal)
    page.route_web_socket("**/*", lambda _: None)
    page.goto("/lobby")
    row = page.get_by_role("listitem").filter(has_text=name).first
    expect(row.get_by_role("button").filter(has_text=text)).to_be_visible()
    assert seeks


def test_whom_one_follows_comes_first_and_the_account_says_where_they_are(
    visit: Callable[..., Page], axe: str
) -> None:
    pages = [visit("/lobby") for _ in range(3)]
    names = [register(page) for page in pages]
    viewer = visit("/lobby")
    register(viewer)
    for page, minutes in zip(pages, ("11", "12", "13"), strict=True):
        page.goto("/lobby")
        sheet = custom_game(page)
        sheet.get_by_label("Minutes").fill(minutes)
        sheet.get_by_role("button", name="Offer this game").click()
        expect(page.get_by_role("region", name="Waiting for an opponent")).to_be_visible()
    for name in names:
        viewer.goto(f"/people/{name}")
        viewer.get_by_role("button", name="Follow", exact=True).click()
        expect(viewer.get_by_role("button", name="Stop following")).to_be_visible()
        viewer.goto("/lobby")
        for title in ("Waiting", "Here now"):
            first = viewer.get_by_role("region", name=title, exact=True).get_by_role("listitem").first
            expect(first).to_contain_text(name)
            expect(first).to_contain_text("you follow")
        assert violations(viewer, axe) == []
        viewer.goto("/account?section=people")
        row = viewer.get_by_role("listitem").filter(has_text=name)
        expect(row).to_contain_text("in the lobby now")
        viewer.goto(f"/people/{name}")
        viewer.get_by_role("button", name="Stop following").click()
        expect(viewer.get_by_role("button", name="Follow", exact=True)).to_be_visible()


def test_the_running_public_game_of_whom_one_follows_is_a_link(visit: Callable[..., Page]) -> None:
    black, white = visit("/lobby"), visit("/lobby")
    name, opponent = register(black), register(white)
    viewer = visit("/lobby")
    register(viewer)
    viewer.goto(f"/people/{name}")
    viewer.get_by_role("button", name="Follow", exact=True).click()
    expect(viewer.get_by_role("button", name="Stop following")).to_be_visible()
    black.goto("/lobby")
    sheet = custom_game(black)
    choose(sheet, "Opponent", "By link")
    choose(sheet, "First move", "I do")
    sheet.locator("summary").filter(has_text="Who may watch").click()
    choose(sheet, "Who may watch", "everybody")
    white.goto(sent_link(sheet))
    white.get_by_role("button", name="Accept").click()
    for page in (black, white):
        page.wait_for_url("**/game/*")
        page.get_by_role("button", name="Flip").wait_for()
    game = black.url.rpartition("/")[2]
    for square in ("7g", "7f"):
        black.locator(f'[data-name="{square}"]').click()
    expect(white.locator('[data-name="7f"]')).to_have_attribute("aria-label", "7f, Black pawn")
    viewer.goto("/account?section=people")
    link = viewer.get_by_role("link", name=f"Watch {name}")
    expect(link).to_have_attribute("href", f"/game/{game}")
    viewer.goto(f"/people/{name}")
    listed = viewer.get_by_role("link", name=f"playing against {opponent}")
    expect(listed).to_have_attribute("href", f"/game/{game}")
    viewer.goto("/lobby")
    games = viewer.get_by_role("region", name="Being played")
    expect(games.get_by_role("listitem").first).to_contain_text("you follow")


SCREENS = (
    {"viewport": {"width": 1440, "height": 900}},
    {"viewport": {"width": 1024, "height": 700}},
    {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True},
)


def on_the_first_screen(page: Page, *shown: Locator) -> None:
    """Each of these is whole inside the screen, above the bar of a phone."""
    height = page.evaluate("innerHeight")
    bar = page.locator("nav.bar, .bar").first
    box = bar.bounding_box() if bar.count() > 0 else None
    foot = height if box is None or box["y"] < height / 2 else box["y"]
    for each in shown:
        expect(each).to_be_visible()
        found = each.bounding_box()
        assert found is not None
        assert found["y"] >= 0
        assert found["y"] + found["height"] <= foot, each


def test_what_is_needed_first_in_the_lobby_and_at_events_is_on_the_first_screen(
    visit: Callable[..., Page],
) -> None:
    waits, owner = visit("/lobby"), visit("/")
    register(owner)
    sheet = custom_game(waits)
    sheet.get_by_label("Minutes").fill("17")
    sheet.get_by_role("button", name="Offer this game").click()
    expect(waits.get_by_role("region", name="Waiting for an opponent")).to_be_visible()
    event = in_the_session(owner, "/api/events", {"name": "First Screen Cup"})["id"]
    add = {"command": {"type": "add_list", "players": "Wada, 3 kyu\nKim, 1 dan"}}
    in_the_session(owner, f"/api/events/{event}/commands", add)
    for screen in SCREENS:
        page = visit("/lobby", **screen, storage_state=owner.context.storage_state())
        seek = page.get_by_role("region", name="Waiting", exact=True).get_by_role("listitem").first
        on_the_first_screen(
            page, page.get_by_role("button", name="Play now"), seek.get_by_role("button").first
        )
        page.goto("/events")
        listed = page.get_by_role("link", name="First Screen Cup")
        on_the_first_screen(page, page.get_by_role("button", name="Create an event"), listed)
        page.goto(f"/events/{event}")
        title = page.get_by_role("heading", name="First Screen Cup")
        player = page.get_by_role("listitem").filter(has_text="Wada")
        on_the_first_screen(page, title, page.get_by_role("button", name="Pair round 1"), player)
        page.context.close()


def in_the_session(page: Page, path: str, body: dict[str, Any]) -> Any:
    """A call of the API in the session of a page."""
    call = """([path, body]) => fetch("/api/session").then((answer) => answer.json()).then(({csrf}) =>
        fetch(path, {method: "POST", body: JSON.stringify(body), headers: {"X-CSRF-Token": csrf}}))
        .then((answer) => answer.json())"""
    return page.evaluate(call, [path, body])
