"""The lobby says whether a game is rated, proposes a game for the ranks, and shows first whom one follows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.e2e.test_page import violations
from tests.e2e.test_people import register
from tests.e2e.test_two_persons import link_of

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}


def test_a_guest_reads_that_the_game_is_not_rated_before_and_after_pressing_play(
    visit: Callable[..., Page],
) -> None:
    page, other = visit("/lobby", **PHONE), visit("/lobby", locale="ja-JP")
    expect(page.get_by_role("main")).to_contain_text("not rated, because you are a guest")
    page.get_by_text("5 min + 10 s/move").first.click()
    page.get_by_role("button", name="Play now").click()
    page.wait_for_url("**/challenge/*")
    expect(page.get_by_role("listitem").filter(has_text="not rated")).to_have_text(
        "not rated: both players need an account"
    )
    expect(other.get_by_role("main")).to_contain_text("レーティング対象外（両者のアカウントが必要）")
    other.get_by_text("5分＋1手10秒").first.click()
    other.get_by_role("button", name="すぐに対局").click()
    other.wait_for_url("**/game/*")
    expect(other.get_by_role("main")).to_contain_text("レーティング対象外（両者のアカウントが必要）")
    page.wait_for_url("**/game/*")
    expect(page.get_by_role("main")).to_contain_text("not rated: both players need an account")


def test_the_form_says_before_it_is_sent_that_a_large_handicap_is_not_rated(
    visit: Callable[..., Page], axe: str
) -> None:
    page = visit("/lobby", **PHONE)
    rated = page.get_by_label("Rated, if both have accounts")
    rated.check()
    expect(page.get_by_text("The game will not be rated: both players need an account.")).to_be_visible()
    register(page)
    page.goto("/lobby")
    rated.check()
    hint = page.get_by_text("The game will not be rated")
    page.get_by_text("More options").first.click()
    page.get_by_label("Handicap", exact=True).select_option("two-piece")
    expect(hint).to_have_count(0)
    page.get_by_label("Handicap", exact=True).select_option("ten-piece")
    expect(hint).to_have_text("The game will not be rated: this handicap is outside the rating table.")
    assert violations(page, axe) == []
    page.get_by_role("button", name="Invite by link").click()
    page.wait_for_url("**/challenge/*")
    expect(page.get_by_text("not rated: this handicap is outside the rating table")).to_be_visible()


@pytest.mark.parametrize(
    ("locale", "you_give", "text", "button"),
    [
        ("en-GB", False, "By your ranks: even, you as Black", "Even · you play Black"),
        ("en-GB", True, "By your ranks: even, your opponent as Black", "Even · you play White"),
        ("ja-JP", False, "段級差では平手（あなたが先手）", "平手 · あなたが先手"),
    ],
)
def test_an_even_game_is_proposed_with_the_weaker_as_black(
    visit: Callable[..., Page], locale: str, you_give: bool, text: str, button: str
) -> None:
    seeks: list[dict[str, Any]] = []
    waits = visit("/lobby")
    name = register(waits)
    waits.goto("/lobby")
    waits.get_by_role("button", name="Wait for an opponent").click()
    waits.wait_for_url("**/challenge/*")

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
    expect(row).to_contain_text(text)
    expect(row.get_by_role("button").filter(has_text=button)).to_be_visible()
    assert seeks


def test_whom_one_follows_comes_first_and_the_account_says_where_they_are(
    visit: Callable[..., Page], axe: str
) -> None:
    pages = [visit("/lobby") for _ in range(3)]
    names = [register(page) for page in pages]
    viewer = visit("/lobby", **PHONE)
    register(viewer)
    for page in pages:
        page.goto("/lobby")
        page.get_by_role("button", name="Wait for an opponent").click()
        page.wait_for_url("**/challenge/*")
    for name in names:
        viewer.goto(f"/people/{name}")
        viewer.get_by_role("button", name="Follow", exact=True).click()
        expect(viewer.get_by_role("button", name="Stop following")).to_be_visible()
        viewer.goto("/lobby")
        for title in ("Waiting for an opponent", "In the lobby"):
            first = viewer.get_by_role("region", name=title).get_by_role("listitem").first
            expect(first).to_contain_text(name)
            expect(first).to_contain_text("you follow")
        assert violations(viewer, axe) == []
        viewer.goto("/account")
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
    black.get_by_text("More options").click()
    black.get_by_text("everybody", exact=True).click()
    white.goto(link_of(black))
    white.get_by_role("button", name="Accept and play").click()
    for page in (black, white):
        page.wait_for_url("**/game/*")
        page.get_by_role("button", name="Flip").wait_for()
    game = black.url.rpartition("/")[2]
    for square in ("7g", "7f"):
        black.locator(f'[data-name="{square}"]').click()
    expect(white.locator('[data-name="7f"]')).to_have_attribute("aria-label", "7f, Black pawn")
    viewer.goto("/account")
    link = viewer.get_by_role("link", name=f"Watch {name}")
    expect(link).to_have_attribute("href", f"/game/{game}")
    viewer.goto(f"/people/{name}")
    listed = viewer.get_by_role("link", name=f"playing against {opponent}")
    expect(listed).to_have_attribute("href", f"/game/{game}")
    viewer.goto("/lobby")
    games = viewer.get_by_role("region", name="Games being played")
    expect(games.get_by_role("listitem").first).to_contain_text("you follow")
