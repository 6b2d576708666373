"""The impasse dialog: what can be declared under which rule."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.controls import choose
from tests.e2e.seat import Seat

ENTERED = "9/3K5/9/9/9/9/9/5k3/9 b 2R2B 1"
"""Both kings have entered."""


def dialog_of(visit: Callable[..., Page], rule: str, sfen: str) -> Seat:
    page = visit("/computer")
    seat = Seat(page)
    page.get_by_text("More", exact=True).click()
    rules = page.request.get("/api/options").json()["impasse_rules"]
    name = next(each["name"]["en"] for each in rules if each["key"] == rule)
    choose(page, "Impasse (jishōgi)", name)
    page.get_by_label("Start from a position (SFEN)").fill(sfen)
    page.get_by_role("button", name="Play", exact=True).click()
    seat.take()
    page.get_by_role("button", name="Impasse").click()
    return seat


@pytest.mark.parametrize("rule", ["try", "try-one-king"])
def test_a_try_is_played_and_not_declared(visit: Callable[..., Page], rule: str) -> None:
    seat = dialog_of(visit, rule, ENTERED)
    dialog = seat.page.get_by_role("dialog")
    expect(dialog.get_by_role("listitem").first).to_be_visible()
    expect(dialog.get_by_role("button", name="Declare")).to_have_count(0)
    expect(dialog).to_contain_text("Nothing is declared")


@pytest.mark.parametrize("rule", ["27-point", "24-point", "protected", "all-in"])
def test_a_declaration_can_be_made_and_may_lose(visit: Callable[..., Page], rule: str) -> None:
    seat = dialog_of(visit, rule, ENTERED)
    dialog = seat.page.get_by_role("dialog")
    dialog.get_by_role("button", name="Declare").click()
    expect(dialog).to_contain_text("you lose")
    dialog.get_by_role("button", name="Declare").click()
    seat.until(lambda: seat.finished, "the end")
    assert seat.game["result"]["winner"] == "white"


def test_an_impasse_is_agreed_on_once_both_kings_have_entered(visit: Callable[..., Page]) -> None:
    seat = dialog_of(visit, "agreed", ENTERED)
    dialog = seat.page.get_by_role("dialog")
    dialog.get_by_role("button", name="Declare").click()
    dialog.get_by_role("button", name="Declare").click()
    seat.until(lambda: seat.finished, "the end")
    assert seat.game["result"]["termination"] == "impasse_agreed"


def test_without_both_kings_there_is_nothing_to_agree_on(visit: Callable[..., Page]) -> None:
    seat = dialog_of(visit, "agreed", "9/3K5/9/9/9/4k4/9/9/9 b 2R2B 1")
    expect(seat.page.get_by_role("dialog").get_by_role("button", name="Declare")).to_be_disabled()
