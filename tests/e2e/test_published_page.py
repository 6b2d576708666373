"""The page made by ``publish.html`` in a real browser: mouse, keyboard, screen reader labels."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from komadai import publish
from komadai.kifu import Ending, Game
from tests.publish.games import game, moves

HOSTILE = "</script><img src=x onerror=\"document.title='broken'\"><script>document.title='broken'</script>"


@pytest.fixture
def open_page(browser: Browser, tmp_path: Path, page_errors: list[str]) -> Iterator[Callable[..., Page]]:
    """Writes a game's page to a file and opens it."""
    contexts = []

    def visit(
        played: Game, *, width: int = 1280, anchor: str = "", dark: bool = False, **options: object
    ) -> Page:
        file = tmp_path / "game.html"
        file.write_text(publish.html(played, **options), encoding="utf-8")  # type: ignore[arg-type]
        context = browser.new_context(
            viewport={"width": width, "height": 800}, color_scheme="dark" if dark else "light"
        )
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: page_errors.append(str(error)))
        page.on("console", lambda line: page_errors.append(line.text) if line.type == "error" else None)
        page.on("request", lambda sent: page_errors.append(sent.url) if sent.url != file.as_uri() else None)
        page.goto(file.as_uri() + anchor)
        return page

    yield visit
    for context in contexts:
        context.close()


def shown_move(page: Page) -> str:
    return page.locator("#current-move").inner_text()


def pieces(page: Page) -> int:
    return page.locator("#pieces use").count()


def test_arrows_home_and_end_step_through_the_game(open_page: Callable[..., Page]) -> None:
    page = open_page(game())
    walked = []
    for key in (
        "ArrowRight",
        "ArrowRight",
        "ArrowRight",
        "ArrowLeft",
        "End",
        "ArrowRight",
        "Home",
        "ArrowLeft",
    ):
        page.keyboard.press(key)
        walked.append(shown_move(page))
    assert walked == [
        "1 ▲P-7f", "2 △P-3d", "3 ▲Bx2b+", "2 △P-3d", "6 △R-5b", "6 △R-5b", "Start", "Start",
    ]  # fmt: skip
    assert page.locator("#first").is_disabled()


def test_up_and_down_select_a_variation_and_forward_stays_in_it(
    open_page: Callable[..., Page],
) -> None:
    page = open_page(game(), ply=4)
    page.keyboard.press("ArrowDown")
    assert shown_move(page) == "4 △K-4b"
    expect(page.locator("#comment")).to_have_text("Not taking loses a bishop.")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    assert shown_move(page) == "5 ▲+Bx3a"
    page.keyboard.press("Home")
    page.keyboard.press("End")
    assert shown_move(page) == "5 ▲+Bx3a"


def test_buttons_and_list_show_the_position_and_mark_the_row(open_page: Callable[..., Page]) -> None:
    page = open_page(game())
    page.locator("#moves").get_by_text("△Sx2b").click()
    assert shown_move(page) == "4 △Sx2b"
    assert page.locator("[aria-current]").inner_text().split("\n")[0] == "4"
    assert pieces(page) == 38
    assert page.locator("#black .held, #white .held").count() == 2
    page.get_by_role("button", name="Forward").click()
    assert pieces(page) == 39
    assert page.locator("#marks .to").count() == 1
    assert page.locator("#marks .from").count() == 0, "a drop comes from nowhere on the board"


def test_the_times_shown_are_those_of_the_line(open_page: Callable[..., Page]) -> None:
    page = open_page(game(), ply=6)
    assert page.locator("#black .used").inner_text() == "9:09"
    assert page.locator("#white .used").inner_text() == "12:12"


def test_the_board_can_be_flipped_and_labelled_in_japanese(open_page: Callable[..., Page]) -> None:
    page = open_page(game(), ply=1)
    expect(page.locator("#pieces use").first).to_have_attribute("href", "#Lt")
    page.keyboard.press("f")
    assert page.locator("main.flipped").count() == 1
    page.get_by_role("button", name="日本語").click()
    assert shown_move(page) == "1 ▲7六歩"
    assert page.locator("html").get_attribute("lang") == "ja"
    assert page.get_by_role("button", name="一手戻る").count() == 1
    label = page.locator("#board").get_attribute("aria-label")
    assert label is not None
    assert label.startswith("1 ▲7六歩. 先手: ")
    assert "歩 7六" in label


def test_an_address_with_a_number_opens_that_move(open_page: Callable[..., Page]) -> None:
    page = open_page(game(), anchor="#3")
    assert shown_move(page) == "3 ▲Bx2b+"
    page.evaluate("location.hash = '#2'")
    expect(page.locator("#current-move")).to_have_text("2 △P-3d")


def test_scripts_in_a_record_are_not_executed(open_page: Callable[..., Page]) -> None:
    played = Game(headers={"black": HOSTILE, "white": HOSTILE, HOSTILE: HOSTILE})
    node = played.extend(moves("7g7f"))
    node.comment = node.bookmark = HOSTILE
    node.ending = Ending(word=HOSTILE)
    page = open_page(played, ply=1)
    page.get_by_role("button", name="日本語").click()
    expect(page.locator("#comment")).to_contain_text("onerror")
    assert page.title() == f"{HOSTILE} – {HOSTILE}"
    assert page.locator("img").count() == 0


@pytest.mark.parametrize("width", [320, 400, 800, 1280])
def test_the_page_fits_every_screen_width(open_page: Callable[..., Page], width: int) -> None:
    played = game()
    played.headers |= {"black": "W" * 300, "備考": "x" * 500}
    list(played.main_line())[1].comment = "y" * 500
    page = open_page(played, width=width, ply=2)
    assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("width", [400, 1280])
def test_axe_finds_no_violation(open_page: Callable[..., Page], axe: str, width: int, dark: bool) -> None:
    page = open_page(game(), width=width, ply=3, dark=dark)
    page.evaluate(axe)
    found = page.evaluate(
        "axe.run(document).then((report) =>"
        " report.violations.map((each) => `${each.id}: ${each.nodes[0].html}`))"
    )
    assert json.dumps(found, indent=1) == "[]"
