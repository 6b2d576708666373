"""Names of openings and castles beside the moves of a record, and openings beside the players."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.e2e.record_page import here, open_study, press, row, type_move
from tests.e2e.screens import SCREENS


def test_names_stand_at_the_moves_and_beside_the_players(visit: Callable[..., Page]) -> None:
    page = open_study(visit)
    expect(row(page, "Fourth-file rook")).to_have_attribute("aria-posinset", "8")
    press(page, *["ArrowRight"] * 12)
    expect(here(page)).to_contain_text("Boat")
    expect(page.get_by_role("group", name="Black", exact=True)).to_contain_text("Fourth-file rook")
    expect(page.get_by_role("group", name="White", exact=True)).to_contain_text(
        "Static rook against ranging rook"
    )


def test_a_variation_has_its_own_names(visit: Callable[..., Page]) -> None:
    page = open_study(visit)
    expect(row(page, "Fourth-file rook")).to_be_visible()
    press(page, "ArrowRight", "ArrowRight")
    type_move(page, "2h7h")
    expect(here(page)).to_contain_text("Third-file rook")
    expect(row(page, "Fourth-file rook")).to_have_count(0)


def test_without_an_answer_the_record_is_shown_without_names(
    visit: Callable[..., Page], page_errors: list[str]
) -> None:
    page = visit("/records")
    page.route("**/api/names", lambda route: route.abort())
    with page.expect_event("requestfailed"):
        open_study(lambda *_, **__: page)
    expect(row(page, "▲7六歩").first).to_be_visible()
    expect(row(page, "Fourth-file rook")).to_have_count(0)
    page_errors[:] = [each for each in page_errors if "ERR_FAILED" not in each]


def test_names_are_in_japanese_and_fit_on_a_phone(visit: Callable[..., Page]) -> None:
    page = open_study(visit, locale="ja-JP", **SCREENS["phone"])
    expect(page.get_by_role("group", name="先手", exact=True)).to_contain_text("四間飛車")
    assert page.evaluate("document.documentElement.scrollWidth") == SCREENS["phone"]["viewport"]["width"]
