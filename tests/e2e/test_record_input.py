"""The record page by keyboard, wheel and touch, for screen readers, in English and Japanese."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from komadai import Move, kifu
from tests.e2e.phone import PHONE, violations
from tests.e2e.record_page import (
    STUDY,
    begin,
    comment,
    edit,
    file,
    here,
    open_file,
    open_study,
    press,
    row,
    square,
    swipe_left,
    tab,
)


def test_a_record_is_edited_by_keyboard_only(visit: Callable[..., Page]) -> None:
    page = visit("/records?usen=~0.7ku2jm6y2")
    begin(page)
    press(page, "End", "ArrowLeft")
    expect(here(page)).to_contain_text("△3四歩")
    for _ in range(40):
        if page.evaluate("document.activeElement.getAttribute('role')") == "gridcell":
            break
        press(page, "Tab")
    # From the centre of the board to the pawn on 6g; it is moved to 6f.
    expect(square(page, "6g")).to_have_class(re.compile("grab"))
    press(page, "ArrowLeft", "ArrowDown", "ArrowDown", "Enter", "ArrowUp", "Enter")
    expect(here(page)).to_contain_text("▲6六歩")
    for _ in range(40):
        if page.evaluate("document.activeElement.getAttribute('role')") == "tree":
            break
        press(page, "Tab")
    press(page, "ArrowUp", "ArrowDown")
    expect(here(page)).to_contain_text("▲6六歩")
    press(page, "Shift+Tab", "ArrowUp")
    expect(here(page)).to_contain_text("▲2六歩")
    press(page, "ArrowDown", "Tab", "Delete")
    expect(row(page, "▲6六歩")).to_have_count(0)
    press(page, "Control+z")
    expect(row(page, "▲6六歩")).to_have_count(1)


def test_variations_can_be_folded(visit: Callable[..., Page]) -> None:
    page = open_study(visit)
    rows = page.locator('[role="treeitem"][aria-expanded]').first
    for _ in range(6):
        press(page, "ArrowRight")
    expect(rows).to_have_attribute("aria-expanded", "true")
    rows.locator(".fold").click()
    expect(rows).to_have_attribute("aria-expanded", "false")
    edit(page, "Open all variations")
    expect(rows).to_have_attribute("aria-expanded", "true")
    edit(page, "Fold all variations")
    levels = page.get_by_role("treeitem").evaluate_all("rows => rows.map(row => row.ariaLevel)")
    assert set(levels) <= {"1", "2"}


def test_the_wheel_over_the_board_steps_through_the_moves(visit: Callable[..., Page]) -> None:
    page = open_study(visit)
    square(page, "5e").hover()
    page.mouse.wheel(0, 120)
    page.mouse.wheel(0, 120)
    expect(here(page)).to_contain_text("△3四歩")
    page.mouse.wheel(0, -120)
    expect(here(page)).to_contain_text("▲7六歩")


def test_autoplay_plays_the_record(visit: Callable[..., Page]) -> None:
    page = visit("/records?usen=~0.7ku2jm6y2")
    begin(page)
    page.get_by_role("button", name="Play automatically").click()
    expect(here(page)).to_contain_text("▲2六歩")
    expect(page.get_by_role("button", name="Play automatically")).to_be_disabled()


def test_a_move_is_announced_to_screen_readers(visit: Callable[..., Page]) -> None:
    page = open_study(visit)
    press(page, "ArrowRight")
    expect(page.locator('[aria-live="polite"]')).to_contain_text("pawn to 7 f")


def test_a_record_on_a_phone_by_touch_only(visit: Callable[..., Page]) -> None:
    page = open_study(visit, **PHONE)
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    page.get_by_role("button", name="On", exact=True).tap()
    expect(square(page, "7f")).to_have_attribute("aria-label", "7f, Black pawn")
    swipe_left(page, "3e")
    expect(square(page, "3d")).to_have_attribute("aria-label", "3d, White pawn")
    expect(square(page, "2g")).to_have_class(re.compile("grab"))
    square(page, "2g").tap()
    square(page, "2f").tap()
    expect(square(page, "2f")).to_have_attribute("aria-label", "2f, Black pawn")
    page.get_by_role("button", name="Moves", exact=True).tap()
    row(page, "▲6六歩").first.tap()
    expect(here(page)).to_contain_text("6六歩")


def bushy_game() -> kifu.Game:
    """A game of 252 moves with two variations of 18 moves at every second move: 4,788 nodes."""
    game = kifu.Game()
    game.extend(map(Move.from_usi, ["5i5h", "5a5b", "5h5i", "5b5a"] * 63))
    pushes = [usi for n in range(1, 10) for usi in (f"{n}g{n}f", f"{n}c{n}d")]
    for node in [game.root, *game.main_line()][:-1:2]:
        for moves in (pushes, pushes[2:] + pushes[:2]):
            at = node
            for usi in moves:
                at = at.add(Move.from_usi(usi))
    return game


def test_of_thousands_of_moves_only_the_visible_ones_are_in_the_document(visit: Callable[..., Page]) -> None:
    page = visit("/records")
    open_file(page, file("bush.kif", kifu.write(bushy_game(), "kif")))
    begin(page)
    press(page, "End")
    expect(here(page)).to_contain_text("252")
    assert page.get_by_role("treeitem").count() < 60
    assert page.locator("*").count() < 2500
    comment(page).fill("the last")
    page.reload()
    expect(comment(page)).to_have_value("the last")


@pytest.mark.parametrize("size", [{}, PHONE], ids=["desktop", "phone"])
def test_axe_finds_no_violation(visit: Callable[..., Page], axe: str, size: dict[str, Any]) -> None:
    page = visit("/records", **size)
    found = {"home": violations(page, axe)}
    for name in ("Paste", "New record"):
        page.get_by_role("button", name=name).click()
        found[name] = violations(page, axe)
        page.get_by_role("button", name="Cancel").click()
    open_file(page, STUDY)
    begin(page)
    press(page, *["ArrowRight"] * 23)
    tab(page, "Comments")
    expect(page.get_by_role("button", name="Add as a variation")).to_be_visible()
    found["record"] = violations(page, axe)
    if size:
        page.get_by_role("button", name="Moves", exact=True).click()
        found["tree"] = violations(page, axe)
    for button, close in (
        ("Download", "Done"),
        ("Share", "Done"),
        ("Game information", "Cancel"),
        ("End of the line", "Cancel"),
    ):
        if button == "End of the line":
            edit(page, button)
        else:
            page.get_by_role("button", name=button).click()
        page.get_by_role("dialog").wait_for()
        found[button] = violations(page, axe)
        page.get_by_role("dialog").get_by_role("button", name=close).click()
    page.goto("/records")
    expect(page.get_by_text("92 moves")).to_be_visible()
    found["recent"] = violations(page, axe)
    assert {place: faults for place, faults in found.items() if faults} == {}


def test_the_record_page_in_japanese(visit: Callable[..., Page]) -> None:
    page = visit("/records", locale="ja-JP")
    expect(page.get_by_role("button", name="ファイルを開く")).to_be_visible()
    open_file(page, STUDY)
    begin(page)
    press(page, "ArrowRight")
    expect(here(page)).to_contain_text("先手 ７六 歩")
    expect(page.get_by_role("button", name="保存")).to_be_visible()
