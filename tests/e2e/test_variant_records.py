"""A record of a variant on the page: opened, stepped through, edited, downloaded; and after a game."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from komadai import kifu
from komadai.variants import Board
from tests.e2e.both_sides import begin_both
from tests.e2e.phone import PHONE, violations
from tests.e2e.record_page import begin, comment, file, here, open_file, row, square


def chu_text() -> str:
    """A short game of chu with a comment and a variation."""
    board = Board("chu")
    game = kifu.VariantGame.from_board(board, {"black": "Ichiro", "white": "Jiro"})
    for usi in ("7i7h", "6d6e", "8i8h"):
        game.extend([board.push_usi(usi)])
    first = game.root.children[0]
    first.children[0].comment = "The pawn goes first."
    board = Board("chu")
    board.push_usi("7i7h")
    other = board.parse_move("8d8e")
    assert other is not None
    first.add(other)
    return kifu.write(game, "kif")


def open_chu(page: Page) -> None:
    open_file(page, file("chu.kif", chu_text()))
    begin(page)
    expect(square(page, "12l")).to_be_visible()


def test_a_record_is_stepped_through_by_keys_buttons_and_the_tree(visit: Callable[..., Page]) -> None:
    page = visit("/records")
    open_chu(page)
    expect(page.get_by_role("region", name="Game information")).to_contain_text("Chu shogi")
    page.keyboard.press("ArrowRight")
    expect(here(page)).to_contain_text("1")
    expect(square(page, "7h")).to_have_attribute("aria-label", re.compile("pawn", re.I))
    page.get_by_role("button", name="One move on").click()
    expect(comment(page)).to_have_value("The pawn goes first.")
    page.keyboard.press("ArrowDown")  # to the variation
    expect(square(page, "8e")).to_have_attribute("aria-label", re.compile("pawn", re.I))
    page.keyboard.press("Home")
    expect(here(page)).to_contain_text("Start")
    page.keyboard.press("End")  # along the line that was visited last
    expect(square(page, "8e")).to_have_attribute("aria-label", re.compile("pawn", re.I))


def test_moves_and_comments_are_added_stored_and_downloaded(visit: Callable[..., Page]) -> None:
    page = visit("/records")
    open_chu(page)
    page.keyboard.press("End")
    page.get_by_label("Type a move").fill("3d3e")
    page.get_by_label("Type a move").press("Enter")
    expect(square(page, "3e")).to_have_attribute("aria-label", re.compile("pawn", re.I))
    comment(page).fill("Mine.")
    origin = square(page, "3i")
    while origin.get_attribute("aria-selected") != "true":  # the legal moves are being loaded
        origin.click()
        page.wait_for_timeout(50)
    with page.expect_response("**/api/**"):  # the server confirms the move
        square(page, "3h").click()
    expect(square(page, "3h")).to_have_attribute("aria-label", re.compile("pawn", re.I))
    page.reload()
    expect(square(page, "3h")).to_have_attribute("aria-label", re.compile("pawn", re.I))
    page.get_by_role("button", name="Download").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("button", name=re.compile(r"^Western"))).to_be_visible()
    expect(dialog.get_by_role("button", name=re.compile("CSA|JKF|USEN"))).to_have_count(0)
    with page.expect_download() as loading:
        dialog.get_by_role("button", name=re.compile(r"^KIF \(UTF-8\)")).click()
    game = kifu.read(loading.value.path(), variants=True)
    assert isinstance(game, kifu.VariantGame)
    assert [move.usi() for move in game.moves()] == ["7i7h", "6d6e", "8i8h", "3d3e", "3i3h"]
    assert [node.comment for node in game.main_line()][3] == "Mine."
    assert len(game.root.children[0].children) == 2


def test_a_finished_game_is_opened_as_a_record(visit: Callable[..., Page]) -> None:
    page = visit("/variants")
    begin_both(page, variant="minishogi")
    square(page, "5d").click()
    square(page, "5c").click()
    expect(page.get_by_role("button", name=re.compile("^1 "))).to_be_visible()
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Resign").last.click()
    page.get_by_role("link", name="Review").first.click()
    begin(page)
    page.keyboard.press("End")
    expect(square(page, "5c")).to_have_attribute("aria-label", re.compile("pawn", re.I))
    page.goto("/records")
    expect(page.get_by_role("listitem").filter(has_text="Minishogi")).to_be_visible()


@pytest.mark.parametrize("options", [{}, PHONE], ids=["desktop", "phone"])
def test_axe_finds_no_violation(visit: Callable[..., Page], axe: str, options: dict[str, Any]) -> None:
    page = visit("/records", **options)
    open_chu(page)
    page.keyboard.press("ArrowRight")
    assert violations(page, axe) == []


def test_in_japanese(visit: Callable[..., Page]) -> None:
    page = visit("/records", locale="ja-JP")
    open_chu(page)
    expect(page.locator("main")).to_contain_text("中将棋")
    expect(row(page, "歩兵")).not_to_have_count(0)
    expect(page.get_by_role("link", name="中将棋のルール")).to_be_visible()
