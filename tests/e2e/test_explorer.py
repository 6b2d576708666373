"""The opening explorer at a record: moves, results, filters and games of a database."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from komadai.study import Database
from komadai.study.database.starter import facts
from tests.e2e.conftest import Server
from tests.e2e.phone import PHONE, violations
from tests.e2e.record_page import begin, file, here, player, tab
from tests.e2e.two_persons import pick
from tests.server.explorer.games import MINO
from tests.study.database.reference import Played
from tests.study.database.samples import named, write_csa

GAMES = [
    *[Played(["7g7f", "3c3d", "2g2f", "8c8d"], "black")] * 3,
    Played(["2g2f", "3c3d", "7g7f", "4c4d"], "white"),
    Played(["7g7f", "8c8d"], "draw"),
    Played(["5g5f"]),
]


@pytest.fixture(scope="module")
def club_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server whose config file names a database of six games, and one of three with their openings."""
    folder = tmp_path_factory.mktemp("club")
    with Database(folder / "club.kdb", create=True) as db:
        db.import_files(write_csa(folder / "games.csa", named(GAMES)))
    with Database(folder / "named.kdb", create=True) as db:
        db.import_files(write_csa(folder / "named.csa", named([MINO, *GAMES[3:5]])))
        db.recognise_names()
    (folder / "komadai").mkdir()
    databases = {"Club games": "club.kdb", "Named games": "named.kdb"}
    lines = [f'"{name}" = "{folder / path}"' for name, path in databases.items()]
    (folder / "komadai" / "config.toml").write_text(
        "\n".join(["[server.databases]", *lines]), encoding="utf-8"
    )
    running = Server(folder)
    yield running.address
    running.close()


@pytest.fixture
def open_explorer(visit: Callable[..., Page], club_server: str) -> Callable[..., Page]:
    """Opens a new record with the explorer shown."""

    def open_page(title: str = "Explorer", **options: Any) -> Page:
        page = visit(f"{club_server}/records?kifu=startpos", **options)
        begin(page)
        tab(page, title)
        return page

    return open_page


def panel(page: Page) -> Locator:
    return page.get_by_role("region", name="Opening explorer")


def moves(page: Page) -> Locator:
    return panel(page).get_by_role("table").get_by_role("row")


def test_a_click_on_a_move_plays_it(open_explorer: Callable[..., Page]) -> None:
    page = open_explorer()
    expect(panel(page).get_by_text("6 games", exact=True)).to_be_visible()
    expect(moves(page)).to_have_count(1 + 3)
    expect(moves(page).nth(1)).to_contain_text("7六歩")
    expect(moves(page).nth(1)).to_contain_text("67 %")
    expect(moves(page).nth(1)).to_contain_text("Black won 75 %, draws 25 %, White won 0 %")
    expect(moves(page).nth(3)).to_contain_text("no result")
    panel(page).get_by_role("button", name="Play ▲7六歩").click()
    expect(here(page)).to_contain_text("7六歩")
    expect(panel(page).get_by_text("4 games", exact=True)).to_be_visible()
    page.keyboard.press("ArrowLeft")
    expect(panel(page).get_by_text("6 games", exact=True)).to_be_visible()


def test_a_game_opens_at_the_position(open_explorer: Callable[..., Page]) -> None:
    page = open_explorer()
    for move in ("▲7六歩", "△3四歩", "▲2六歩"):
        panel(page).get_by_role("button", name=f"Play {move}").click()
    # One of the four games has played the moves in another order.
    expect(panel(page).get_by_text("4 games", exact=True)).to_be_visible()
    panel(page).get_by_role("button", name="Player 3 – 選手3").click()
    expect(player(page, "Player 3")).to_be_visible()
    expect(here(page)).to_contain_text("3")
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    expect(here(page)).to_contain_text("2六歩")


def test_games_are_filtered(open_explorer: Callable[..., Page]) -> None:
    page = open_explorer()
    panel(page).get_by_text("Filter", exact=True).click()
    panel(page).get_by_role("textbox", name="Player").fill("player 3")
    expect(panel(page).get_by_text("1 game", exact=True)).to_be_visible()
    panel(page).get_by_role("textbox", name="From").fill("2001")
    expect(panel(page).get_by_text("No game that fits the filter")).to_be_visible()
    panel(page).get_by_role("button", name="Clear").click()
    expect(panel(page).get_by_text("6 games", exact=True)).to_be_visible()


def test_games_are_chosen_by_opening_and_castle_with_the_keyboard(
    open_explorer: Callable[..., Page], axe: str
) -> None:
    page = open_explorer(**PHONE)
    pick(panel(page), "Database", "Named games (3)")
    expect(panel(page).get_by_text("3 games", exact=True)).to_be_visible()
    panel(page).get_by_text("Filter", exact=True).press("Enter")
    castle = panel(page).get_by_role("button", name="Castle: any")
    expect(castle).to_be_enabled()  # the names have come
    castle.press("Enter")
    expect(panel(page).get_by_role("menuitemradio").first).to_have_text("any")
    expect(panel(page).get_by_role("menuitemradio", name="Mino (1)", exact=True)).to_have_count(1)
    page.keyboard.press("Escape")
    panel(page).get_by_role("button", name="Opening: any").press("Enter")
    panel(page).get_by_role("menuitemradio", name="Fourth-file rook (1)").press("Enter")
    expect(panel(page).get_by_role("button", name="Opening: Fourth-file rook (1)")).to_be_focused()
    expect(panel(page).get_by_text("1 game", exact=True)).to_be_visible()
    assert violations(page, axe) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    panel(page).get_by_role("button", name="Play ▲7六歩").press("Enter")
    expect(panel(page).get_by_role("button", name="Play △3四歩")).to_be_visible()
    panel(page).get_by_role("button", name="Clear").press("Enter")
    expect(panel(page).get_by_role("button", name="Opening: any")).to_be_visible()
    expect(panel(page).get_by_text("2 games", exact=True)).to_be_visible()


def test_openings_and_castles_are_chosen_by_their_japanese_names(open_explorer: Callable[..., Page]) -> None:
    page = open_explorer("定跡", locale="ja-JP")
    region = page.get_by_role("region", name="棋譜データベース")
    pick(region, "データベース", "Named games（3局）")
    region.get_by_text("絞り込み", exact=True).click()
    pick(region, "戦型", "四間飛車（1局）")
    expect(region.get_by_text("1局", exact=True)).to_be_visible()
    pick(region, "囲い", "本美濃囲い（1局）")
    expect(region.get_by_text("1局", exact=True)).to_be_visible()
    region.get_by_role("button", name="解除").click()
    expect(region.get_by_role("button", name=re.compile("^戦型: "))).not_to_contain_text("四間飛車")


def test_a_database_without_recognised_names_says_so(open_explorer: Callable[..., Page], axe: str) -> None:
    page = open_explorer()
    panel(page).get_by_text("Filter", exact=True).click()
    expect(panel(page).get_by_text("are not recognized yet")).to_be_visible()
    expect(panel(page).get_by_role("button", name="Castle: any")).to_be_disabled()
    assert violations(page, axe) == []
    pick(panel(page), "Database", "Games played here (0)")
    expect(panel(page).get_by_text("No opening or castle was recognized in these games.")).to_be_visible()


def test_the_games_played_here_are_another_database(open_explorer: Callable[..., Page]) -> None:
    page = open_explorer()
    panel(page).get_by_role("button", name="Database: Club games (6)").click()
    expect(panel(page).get_by_role("menuitemradio")).to_have_text(
        ["Games played here (0)", "Club games (6)", "Named games (3)"]
    )
    panel(page).get_by_role("menuitemradio", name="Games played here (0)").click()
    expect(panel(page).get_by_text("No game of this database reaches this position.")).to_be_visible()
    page.reload()  # the tab is in the address
    expect(panel(page).get_by_role("button", name="Database: Games played here (0)")).to_be_visible()


def test_the_explorer_is_in_japanese(open_explorer: Callable[..., Page]) -> None:
    page = open_explorer("定跡", locale="ja-JP")
    region = page.get_by_role("region", name="棋譜データベース")
    expect(region.get_by_text("6局", exact=True)).to_be_visible()
    expect(region.get_by_role("button", name="▲7六歩を指す")).to_be_visible()
    expect(region.get_by_role("button", name="Player 0 – 選手0")).to_be_visible()


@pytest.mark.parametrize("size", [{}, PHONE], ids=["desktop", "phone"])
def test_axe_finds_no_violation_in_the_explorer(
    open_explorer: Callable[..., Page], axe: str, size: dict[str, Any]
) -> None:
    page = open_explorer(**size)
    expect(panel(page).get_by_text("6 games", exact=True)).to_be_visible()
    panel(page).get_by_text("Filter", exact=True).click()
    assert violations(page, axe) == []
    width = page.evaluate("document.documentElement.scrollWidth")
    assert width <= page.evaluate("innerWidth"), "the page must not scroll sideways"


def test_the_explorer_is_used_with_the_keyboard(open_explorer: Callable[..., Page]) -> None:
    page = open_explorer()
    move = panel(page).get_by_role("button", name="Play ▲2六歩")
    move.focus()
    page.keyboard.press("Enter")
    expect(here(page)).to_contain_text("2六歩")


def test_games_like_the_line_and_games_with_a_part_of_the_position(
    open_explorer: Callable[..., Page], axe: str
) -> None:
    page = open_explorer()
    panel(page).get_by_text("Games like this", exact=True).click()
    expect(panel(page).get_by_role("button", name="Find games like this")).to_be_disabled()
    panel(page).get_by_role("button", name="Play ▲7六歩").click()
    panel(page).get_by_role("button", name="Find games like this").click()
    expect(panel(page).get_by_text(re.compile(r"^\d+% alike"))).to_have_count(4)
    panel(page).get_by_text("Search for a part of the position", exact=True).click()
    square = panel(page).get_by_role("button", name=re.compile("^7f Black"))
    square.click()
    expect(square).to_have_attribute("aria-pressed", "true")
    square.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")  # 6f, which is empty
    assert violations(page, axe) == []
    panel(page).get_by_role("button", name="Find games", exact=True).click()
    expect(panel(page).get_by_text("after 1 moves").first).to_be_visible()
    panel(page).get_by_role("button", name=re.compile("Player 3 – 選手3.*after 3 moves")).click()
    expect(player(page, "Player 3")).to_be_visible()


@pytest.mark.parametrize(("colors", "size"), [("light", {}), ("dark", PHONE)], ids=["desktop", "phone"])
def test_the_statistics_of_a_database_lead_to_those_of_a_player(
    visit: Callable[..., Page],
    club_server: str,
    axe: str,
    page_errors: list[str],
    colors: str,
    size: dict[str, Any],
) -> None:
    page = visit(f"{club_server}/statistics", color_scheme=colors, **size)
    expect(page).to_have_title(re.compile("^Games in numbers"))
    expect(page.get_by_role("button", name="Database: Club games (6)")).to_be_visible()
    expect(page.get_by_role("img", name="A bar for the games of each year")).to_be_visible()
    assert violations(page, axe) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= page.evaluate("innerWidth")
    page.get_by_label("Player").fill("Player 3")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Games of Player 3")).to_be_visible()
    page.get_by_role("link", name="選手3").click()
    expect(page.get_by_role("heading", name="Games of 選手3")).to_be_visible()
    page.get_by_label("Player").fill("Nobody")
    page.keyboard.press("Enter")
    expect(page.get_by_text("No games of “Nobody” are in this database.")).to_be_visible()
    page_errors.clear()  # the browser's note on the answer 404
    pick(page, "Database", "Games played here (0)")
    expect(page.get_by_text("No games yet")).to_be_visible()


HELD = """
import time
from pathlib import Path
from komadai.study.database import starter

def held(games=starter.games):
    for number, game in enumerate(games()):
        while number == 50 and Path({held!r}).exists():
            time.sleep(0.02)
        yield game

starter.games = held
"""


@pytest.fixture
def held(tmp_path: Path) -> Path:
    """While this file exists, a fresh server adds fifty of the games of the program and waits."""
    path = tmp_path / "held"
    path.touch()
    return path


@pytest.fixture
def fresh_server(tmp_path: Path, held: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A server without a game."""
    (tmp_path / "sitecustomize.py").write_text(HELD.format(held=str(held)), "utf-8")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    running = Server(tmp_path)
    yield running.address
    running.close()


@pytest.mark.parametrize(("colors", "size"), [("light", {}), ("dark", PHONE)], ids=["desktop", "phone"])
def test_an_empty_explorer_is_filled_with_the_games_of_the_program_and_with_files(
    visit: Callable[..., Page],
    fresh_server: str,
    axe: str,
    tmp_path: Path,
    held: Path,
    colors: str,
    size: dict[str, Any],
) -> None:
    page = visit(f"{fresh_server}/records?kifu=startpos", color_scheme=colors, **size)
    begin(page)
    tab(page, "Explorer")
    add = panel(page).get_by_role("button", name="Add the games of the program")
    expect(panel(page).get_by_role("heading", name="No games yet")).to_be_visible()
    expect(
        panel(page).get_by_text(f"{facts().games:,} games that Komadai played against itself")
    ).to_be_visible()
    assert violations(page, axe) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    add.press("Enter")
    expect(panel(page).get_by_text(f"50 of {facts().games + facts().told:,} games")).to_be_visible()
    expect(panel(page).get_by_role("progressbar", name="Games that are added")).to_be_visible()
    assert violations(page, axe) == []
    panel(page).get_by_role("button", name="Cancel").press("Enter")
    expect(panel(page).get_by_text("Stopping …")).to_be_visible()
    held.unlink()
    expect(panel(page).get_by_text("Cancelled; no games were added.")).to_be_visible()
    add.press("Enter")
    expect(
        panel(page).get_by_role("button", name=re.compile("^Database: Games of the program"))
    ).to_be_visible()
    expect(panel(page).get_by_text("games of the program against itself")).to_be_visible()
    expect(panel(page).get_by_role("button", name="Play ▲7六歩")).to_be_visible()
    assert violations(page, axe) == []
    games = write_csa(tmp_path / "games.csa", named(GAMES)).read_bytes()
    files = [file("letter.txt", "no game"), file("games.csa", games)]
    page.locator("input[data-games]").set_input_files(files)
    expect(panel(page).get_by_role("button", name=re.compile("^Database: Imported games"))).to_be_visible()
    expect(panel(page).get_by_text("6 games added.")).to_be_visible()
    expect(panel(page).get_by_role("alert")).to_have_text("letter.txt: There is no game in this file.")
    expect(panel(page).get_by_text("6 games", exact=True)).to_be_visible()
    assert violations(page, axe) == []


def test_games_are_added_while_another_room_is_shown(
    visit: Callable[..., Page], fresh_server: str, held: Path
) -> None:
    page = visit(f"{fresh_server}/records?kifu=startpos")
    begin(page)
    tab(page, "Explorer")
    panel(page).get_by_role("button", name="Add the games of the program").click()
    progress = panel(page).get_by_text(f"50 of {facts().games + facts().told:,} games")
    expect(progress).to_be_visible()
    page.get_by_role("link", name="Tsume").first.click()
    page.wait_for_url("**/tsume*")
    page.go_back()
    expect(progress).to_be_visible()
    page.get_by_role("link", name="Tsume").first.click()
    page.wait_for_url("**/tsume*")
    held.unlink()
    expect(page.get_by_role("status").get_by_text("games added.")).to_be_visible()


def test_a_guest_of_a_server_for_others_is_told_who_adds_games(
    visit: Callable[..., Page], tmp_path: Path
) -> None:
    (tmp_path / "komadai").mkdir()
    (tmp_path / "komadai" / "config.toml").write_text('host_names = ["shogi.example.org"]\n', "utf-8")
    running = Server(tmp_path)
    try:
        page = visit(f"{running.address}/records?kifu=startpos", locale="ja-JP")
        begin(page)
        tab(page, "定跡")
        region = page.get_by_role("region", name="棋譜データベース")
        expect(
            region.get_by_text("棋譜の追加は、このサーバーのモデレーターか管理者ができます。")
        ).to_be_visible()
        expect(region.get_by_role("button")).to_have_count(0)
    finally:
        running.close()
