"""Editing records: variations, comments, headers, endings, and undo."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from komadai import WHITE, Termination, kifu
from tests.e2e.controls import choose
from tests.e2e.record_page import (
    begin,
    comment,
    drag,
    edit,
    here,
    open_study,
    player,
    press,
    row,
    square,
    tab,
    take,
    type_move,
)


def test_a_variation_and_a_comment_are_saved_before_a_reload(visit: Callable[..., Page]) -> None:
    page = open_study(visit)
    press(page, "ArrowRight", "ArrowRight")
    drag(page, "2g", "2f")
    expect(here(page)).to_contain_text("▲2六歩")
    expect(here(page)).to_have_attribute("aria-level", "2")
    comment(page).fill("Static rook instead")
    page.get_by_role("button", name="Bookmark").click()
    page.get_by_label("Name of the bookmark").fill("Idea")
    page.reload()
    page.get_by_role("tree").wait_for()
    expect(here(page)).to_contain_text("▲2六歩")
    expect(here(page)).to_contain_text("◆ Idea")
    expect(here(page)).to_contain_text("comment")
    expect(comment(page)).to_have_value("Static rook instead")
    page.get_by_role("link", name="Analyse").click()
    expect(page.get_by_text("92 moves · edited")).to_be_visible()


def test_circles_and_arrows_are_drawn_and_kept_as_the_last_line_of_the_comment(
    visit: Callable[..., Page],
) -> None:
    page = open_study(visit)
    press(page, "ArrowRight")
    comment(page).fill("The bishop looks at the corner.")
    mark = page.get_by_role("button", name="Mark", exact=True)
    mark.click()
    expect(mark).to_have_attribute("aria-pressed", "true")  # the marks are loaded by the first click
    for name in ("8h", "2b", "5e", "5e"):
        square(page, name).click(force=True)
    drawn = page.locator(".circle, path.arrow")
    expect(drawn).to_have_count(2)
    expect(comment(page)).to_have_value("The bishop looks at the corner.\n[marks 8h2b 5e]")
    square(page, "5e").click(force=True)
    expect(drawn).to_have_count(1)
    press(page, "Escape")
    expect(mark).to_have_attribute("aria-pressed", "false")
    page.reload()
    page.get_by_role("tree").wait_for()
    expect(drawn).to_have_count(1)
    press(page, "ArrowRight")
    expect(drawn).to_have_count(0)


def test_a_move_that_exists_already_is_followed(visit: Callable[..., Page]) -> None:
    page = open_study(visit)
    drag(page, "7g", "7f")
    expect(here(page)).to_have_attribute("aria-level", "1")
    page.get_by_role("button", name="Edit the tree").click()
    expect(page.get_by_role("menuitem", name="Delete from here on")).to_be_visible()
    expect(page.get_by_role("menuitem", name="Undo")).to_have_count(0)


def test_variations_are_moved_and_deleted_and_every_edit_is_undone(visit: Callable[..., Page]) -> None:
    page = visit("/records?usen=~0.7ku2jm6y2")
    begin(page)
    press(page, "ArrowRight", "ArrowRight")
    for usi in ("6g6f", "9g9f"):
        type_move(page, usi)
        expect(here(page)).to_have_attribute("aria-level", "2")
        press(page, "Escape")
        page.get_by_role("button", name="One move back").click()

    def third_moves() -> list[str]:
        return page.locator('[aria-posinset="4"] .text').all_inner_texts()

    assert third_moves() == ["▲2六歩", "▲6六歩", "▲9六歩"]
    row(page, "▲9六歩").click()
    edit(page, "Move this variation up")
    assert third_moves() == ["▲2六歩", "▲9六歩", "▲6六歩"]
    edit(page, "Make this the main line")
    assert third_moves() == ["▲9六歩", "▲2六歩", "▲6六歩"]
    edit(page, "Delete from here on")
    expect(page.get_by_role("status").filter(has_text="1 move deleted.")).to_be_visible()
    assert third_moves() == ["▲2六歩", "▲6六歩"]
    page.locator("body").click(position={"x": 3, "y": 400})
    press(page, *["Control+z"] * 3)
    assert third_moves() == ["▲2六歩", "▲6六歩", "▲9六歩"]
    press(page, *["Control+Shift+z"] * 2)
    assert third_moves() == ["▲9六歩", "▲2六歩", "▲6六歩"]


def test_headers_and_the_ending_are_edited(visit: Callable[..., Page]) -> None:
    page = visit("/records?usen=~0.7ku2jm")
    begin(page)
    page.get_by_role("button", name="Game information").click()
    page.get_by_label("Black (sente)", exact=True).fill("青木")
    page.get_by_label("Event", exact=True).fill("例会")
    page.get_by_role("button", name="Done").click()
    expect(player(page, "青木")).to_be_visible()
    press(page, "End")
    edit(page, "End of the line")
    choose(page, "How the line ends", "resignation")
    page.get_by_role("button", name="Done").click()
    expect(row(page, "White wins: resignation")).to_be_visible()
    page.get_by_role("button", name="Download").click()
    game = kifu.read(take(page, "KIF (UTF-8)"))
    assert (game.headers["black"], game.headers["event"]) == ("青木", "例会")
    assert game.outcome is not None
    assert (game.outcome.winner, game.outcome.termination) == (WHITE, Termination.RESIGNATION)


def test_an_illegal_move_is_refused_but_can_be_entered_anyway(
    visit: Callable[..., Page], page_errors: list[str]
) -> None:
    page = visit("/records?usen=~0.7ku2jm")
    begin(page)
    press(page, "End")
    type_move(page, "8h8b+")
    alert = page.get_by_role("alert")
    alert.get_by_role("button", name="Enter it anyway").click()
    expect(alert).to_have_count(0)
    expect(page.get_by_label("Type a move")).to_have_value("")
    expect(here(page)).to_contain_text("✕")
    tab(page, "Comments")
    expect(page.get_by_text("Illegal: the piece does not move so", exact=True)).to_be_visible()
    page_errors[:] = [each for each in page_errors if "409" not in each]


def test_why_a_typed_move_is_refused_stands_at_its_field_until_something_changes(
    visit: Callable[..., Page], page_errors: list[str]
) -> None:
    page = visit("/records?usen=~0.7ku2jm")
    begin(page)
    press(page, "End")
    field, alert = page.get_by_label("Type a move"), page.get_by_role("alert")
    changes: dict[str, Callable[[], None]] = {
        "the next input": lambda: field.fill("8h8"),
        "another tab": lambda: tab(page, "Comments"),
        "another position": lambda: page.get_by_role("button", name="To the start").click(),
    }
    for change in changes.values():
        type_move(page, "8h8b+")
        expect(alert).to_have_count(1)
        expect(field).to_have_attribute("aria-invalid", "true")
        expect(field).to_have_accessible_description(re.compile("does not move so"))
        below, above = alert.bounding_box(), field.bounding_box()
        assert below is not None
        assert above is not None
        assert 0 <= below["y"] - above["y"] - above["height"] < 20
        change()
        expect(alert).to_have_count(0)
        expect(field).to_have_attribute("aria-invalid", "false")
    page_errors[:] = [each for each in page_errors if "409" not in each]


def test_an_engine_line_becomes_a_variation(visit: Callable[..., Page]) -> None:
    page = open_study(visit)
    press(page, "ArrowRight")
    tab(page, "Comments")
    page.get_by_role("button", name="Add as a variation").click()
    expect(row(page, "5二金").first).to_have_attribute("aria-level", "2")


def test_the_ending_has_its_own_comment(visit: Callable[..., Page]) -> None:
    page = open_study(visit)
    press(page, "End")
    tab(page, "Comments")
    about = page.get_by_label(re.compile("^Comment on the end"))
    about.fill("He could have played on.")
    page.get_by_role("button", name="To the start").click()
    expect(about).to_have_count(0)
    press(page, "End")
    expect(about).to_have_value("He could have played on.")
    # Another ending keeps the comment of the old one.
    edit(page, "End of the line")
    choose(page, "How the line ends", "interruption")
    page.get_by_role("dialog").get_by_role("button", name="Done").click()
    expect(about).to_have_value("He could have played on.")
    page.get_by_role("button", name="Download").click()
    ending = kifu.read(take(page, "KIF (UTF-8)")).end.ending
    assert ending is not None
    assert ending.comment == "He could have played on."
