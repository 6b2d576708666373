"""A move that is typed and refused: the reason stands below its field, in every room, until something is written."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.seat import Seat
from tests.e2e.studies import TEXT, open_study


def game(_: Callable[..., Page], sit_down: Callable[..., Seat]) -> Page:
    page = sit_down().page
    page.get_by_role("button", name="More").click()
    return page


def tsume(visit: Callable[..., Page], _: Callable[..., Seat]) -> Page:
    return visit("/tsume")


def tsume_in_the_head(visit: Callable[..., Page], _: Callable[..., Seat]) -> Page:
    page = visit("/tsume")
    page.get_by_label("Solve it in your head").check()
    return page


def lesson(visit: Callable[..., Page], _: Callable[..., Seat]) -> Page:
    return visit("/lessons/write-a-move")


def practice(visit: Callable[..., Page], _: Callable[..., Seat]) -> Page:
    page = open_study(visit, "Openings", TEXT)
    page.get_by_role("tab", name="Chapters").click()
    page.get_by_role("link", name="Practice").click()
    return page


def record(visit: Callable[..., Page], _: Callable[..., Seat]) -> Page:
    return visit("/records?kifu=startpos%20moves%207g7f")


@pytest.mark.parametrize("room", [game, tsume, tsume_in_the_head, lesson, practice, record])
def test_why_a_typed_move_is_none_stands_below_its_field_until_the_next_input(
    visit: Callable[..., Page],
    sit_down: Callable[..., Seat],
    page_errors: list[str],
    room: Callable[..., Page],
) -> None:
    page = room(visit, sit_down)
    field = page.get_by_role("textbox", name="Type a move")
    alert = page.get_by_role("alert")
    field.fill("horse to the river")
    field.press("Enter")
    expect(alert).to_have_count(1)
    expect(field).to_have_value("horse to the river")
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(field).to_have_accessible_description(re.compile("."))
    below, above = alert.bounding_box(), field.bounding_box()
    assert below is not None
    assert above is not None
    assert 0 <= below["y"] - above["y"] - above["height"] < 20
    field.press("Backspace")
    expect(alert).to_have_count(0)
    expect(field).to_have_attribute("aria-invalid", "false")
    page_errors[:] = [each for each in page_errors if "400" not in each and "409" not in each]
