"""The HTML page of a review in a real browser: graph, mistakes, languages, keyboard."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from komadai import kifu
from komadai.study import review
from komadai.study.game_review.page import html

GAME = "startpos moves 7g7f 3c3d 2g2f 8c8d 2f2e 8d8e 2e2d 2c2d 2h2d 4a3b 2d2c+"


@pytest.fixture(scope="module")
def review_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("review") / "review.html"
    game = kifu.read(GAME)
    file.write_text(html(game, review(game, nodes=2000)), encoding="utf-8")
    return file


@pytest.fixture(params=[1280, 390])
def page(
    browser: Browser, review_file: Path, page_errors: list[str], request: pytest.FixtureRequest
) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": request.param, "height": 800})
    page = context.new_page()
    page.on("pageerror", lambda error: page_errors.append(str(error)))
    page.on("console", lambda line: page_errors.append(line.text) if line.type == "error" else None)
    page.goto(review_file.as_uri())
    yield page
    context.close()


def test_dots_mistakes_and_the_graph_show_their_position(page: Page) -> None:
    expect(page.locator("#win-rate")).to_contain_text("Black's win rate")
    page.locator(".errors li.blunder a").last.click()
    expect(page.locator("#current-move")).to_have_text("11 ▲R-2c+")
    expect(page.locator("#comment")).to_contain_text("Blunder: Black's win rate falls")
    page.keyboard.press("Home")
    page.get_by_role("link", name="11 ▲R-2c+: Blunder").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#current-move")).to_have_text("11 ▲R-2c+")
    box = page.locator(".graph").bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] * 0.9)
    expect(page.locator("#current-move")).not_to_have_text("11 ▲R-2c+")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_whole_page_changes_its_language(page: Page) -> None:
    page.locator("#language").click()
    expect(page.locator("#review h2").first).to_have_text("悪手と疑問手")
    page.locator(".errors li.blunder a").last.click()
    expect(page.locator("#comment")).to_contain_text("悪手。先手の勝率が")
    expect(page.locator("#win-rate")).to_contain_text("先手の勝率")
    expect(page.get_by_role("link", name="11 ▲2三飛成：悪手")).to_be_visible()
