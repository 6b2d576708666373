"""How the program thinks, on the page: searches side by side, the trees by keyboard, a stopped search."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.controls import choose
from tests.e2e.phone import PHONE, violations

TSUME = "8l/7b1/8k/6+B2/7Pg/9/9/9/9 b Rr3g4s4n3l17p 1"


def search(page: Page, depth: str = "3") -> None:
    choose(page, "Depth", f"to depth {depth}")
    page.get_by_role("button", name="Search", exact=True).click()
    expect(page.get_by_role("region", name="Searches").get_by_text("Done. Best move")).to_be_visible(
        timeout=60_000
    )


@pytest.mark.parametrize("size", [{}, PHONE], ids=["desktop", "phone"])
def test_a_position_is_searched_in_two_ways(
    visit: Callable[..., Page], axe: str, size: dict[str, Any]
) -> None:
    page = visit("/thinking", **size)
    expect(page.get_by_role("heading", name="How the program thinks")).to_be_attached()
    search(page)
    table = page.get_by_role("region", name="Nodes to the same depth")
    expect(table.get_by_role("row")).to_have_count(4)
    expect(table.get_by_role("row").nth(3)).to_contain_text("25,470")
    expect(page.locator('[data-mode="full-width"]')).to_be_visible()
    expect(page.locator('[data-mode="principal-variation"]')).to_be_visible()
    assert violations(page, axe) == []


def test_the_tree_of_a_search_is_walked_by_the_keyboard(visit: Callable[..., Page], axe: str) -> None:
    page = visit("/thinking")
    search(page)
    page.get_by_role("tab", name="Trees").click()
    part = page.get_by_role("tabpanel", name="Trees").locator('[data-mode="full-width"]')
    tree = part.get_by_role("tree")
    first = tree.get_by_role("treeitem").first
    expect(tree.get_by_role("treeitem")).to_have_count(30)
    first.focus()
    page.keyboard.press("ArrowRight")
    expect(first).to_have_attribute("aria-expanded", "true")
    page.keyboard.press("ArrowRight")
    expect(tree.get_by_role("treeitem").nth(1)).to_be_focused()
    page.keyboard.press("ArrowLeft")
    expect(first).to_be_focused()
    assert violations(page, axe) == []


def test_the_solvers_tree_opens_step_by_step(visit: Callable[..., Page], axe: str) -> None:
    page = visit(f"/thinking?sfen={quote(TSUME)}")
    page.get_by_role("tab", name="Trees").click()
    page.get_by_role("button", name="Show the solver").click()
    tree = page.get_by_role("tree", name="The solver’s tree")
    expect(tree.get_by_role("treeitem")).to_have_count(2)
    expect(tree.get_by_role("treeitem").first).to_contain_text("Mate in 3")
    tree.get_by_role("treeitem").nth(1).click()
    expect(tree.get_by_role("treeitem")).to_have_count(3)
    expect(tree.get_by_role("treeitem").nth(2)).to_contain_text("mate")
    assert violations(page, axe) == []


def test_a_long_search_can_be_stopped(visit: Callable[..., Page]) -> None:
    page = visit("/thinking")
    choose(page, "Time for each search", "30 s each")
    page.get_by_role("button", name="Search", exact=True).click()
    expect(page.get_by_role("region", name="Nodes to the same depth")).to_be_visible(timeout=30_000)
    page.get_by_role("button", name="Stop").click()
    expect(page.get_by_role("region", name="Searches").get_by_text("Done. Best move")).to_be_visible(
        timeout=30_000
    )
