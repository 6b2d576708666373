"""Games of the edition without a server, in a browser whose network is cut."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from komadai import kifu
from komadai.engine import Engine, Limits
from komadai.outcome import Termination
from komadai.play.events import decode_event
from komadai.play.game import GameMachine, replay
from tests.e2e.static_host import Device, Host, device, host, keep

__all__ = ["device", "host"]

WON = "4k4/9/4p4/9/9/9/4P4/1B5R1/4K4 b GS 1"
"""Black is far ahead and mates within a few moves."""

LOGS = """async () => {
    const opened = await new Promise((resolve, reject) => {
        const request = indexedDB.open("komadai.games");
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
    });
    const store = opened.transaction("games").objectStore("games");
    const games = await new Promise((resolve) => {
        const request = store.getAll();
        request.onsuccess = () => resolve(request.result);
    });
    opened.close();
    return games.sort((a, b) => a.created_ms - b.created_ms)
        .map(({ log }) => log.map((event) => JSON.stringify(event)));
}"""


def stored(page: Page) -> GameMachine:
    """The newest game as the browser has stored it, replayed by the library."""
    logs: list[list[str]] = page.evaluate(LOGS)
    return replay(decode_event(event) for event in logs[-1])


def until_stored(page: Page, condition: Any) -> GameMachine:
    """Waits until the newest stored game is so."""
    for _ in range(600):
        game = stored(page)
        if condition(game):
            return game
        page.wait_for_timeout(50)
    raise AssertionError(f"waited in vain; the game has {[each.move.usi() for each in game.moves]}")


def begin(page: Page, host: Host, sfen: str = "", button: str = "Play") -> None:
    page.goto(f"{host.address}#/computer{f'?sfen={sfen}' if sfen else ''}")
    page.get_by_role("button", name=button, exact=True).click()
    expect(page).to_have_url(re.compile("#/game/"))
    expect(page.locator('[role="gridcell"]').first).to_be_visible()


def play(page: Page, text: str) -> None:
    """Types a move, and waits until it is stored."""
    count = len(stored(page).moves)
    field = page.get_by_role("textbox", name="Type a move")
    if not field.is_visible():
        page.get_by_role("button", name="More", exact=True).click()
    field.fill(text)
    expect(field.locator("xpath=..").get_by_role("button")).to_be_enabled()
    field.press("Enter")
    until_stored(page, lambda game: len(game.moves) > count)


def my_turn(game: GameMachine) -> bool:
    return game.outcome is not None or game.humans_turn


def offline(host: Host, device: Device) -> None:
    with device.open(host.address) as page:
        keep(page)
    host.cut()


@pytest.mark.timeout(180)
def test_a_whole_game_without_network(host: Host, device: Device, strong_engine: Engine) -> None:
    offline(host, device)
    with device.open(host.address) as page:
        begin(page, host, WON)
        for _ in range(60):
            game = until_stored(page, my_turn)
            if game.outcome is not None:
                break
            move = strong_engine.play(game.shogi_board, Limits(nodes=30_000)).move
            assert move is not None
            play(page, move.usi())
        assert game.outcome is not None
        assert game.outcome.termination is Termination.CHECKMATE
        expect(page.get_by_role("heading", name="You win")).to_be_visible()


def test_a_game_goes_on_after_the_browser_was_closed(host: Host, device: Device) -> None:
    offline(host, device)
    with device.open(host.address) as page:
        begin(page, host)
        play(page, "7g7f")
        until_stored(page, lambda game: len(game.moves) == 2)
        address = page.url
    with device.open(address) as page:
        play(page, "2g2f")
        game = until_stored(page, lambda game: len(game.moves) == 4)
        assert [game.moves[0].move.usi(), game.moves[2].move.usi()] == ["7g7f", "2g2f"]
        page.reload()
        page.get_by_role("button", name="Take back").click()
        until_stored(page, lambda game: len(game.moves) == 2)
        page.get_by_role("button", name="Resign").click()
        page.get_by_role("dialog").get_by_role("button", name="Resign").click()
        game = until_stored(page, lambda game: game.outcome is not None)
        assert game.outcome is not None
        assert game.outcome.termination is Termination.RESIGNATION
        expect(page.get_by_role("heading", name="You lose")).to_be_visible()


def test_a_finished_game_is_had_as_a_file_and_deleted(host: Host, device: Device, tmp_path: Path) -> None:
    with device.open(host.address) as page:
        begin(page, host, button="Two people at this board")
        for move in ("7g7f", "3c3d", "8h2b+"):
            play(page, move)
        until_stored(page, lambda game: len(game.moves) == 3)
        page.goto(f"{host.address}#/games")
        with page.expect_download() as download:
            page.get_by_role("button", name="Download the record").click()
        file = tmp_path / download.value.suggested_filename
        download.value.save_as(file)
        assert file.suffix == ".kif"
        record = kifu.read(file.read_text("utf-8"))
        assert [node.move.usi() for node in record.main_line() if node.move] == ["7g7f", "3c3d", "8h2b+"]
        page.get_by_role("button", name="Delete the game").click()
        expect(page.get_by_text("No games yet")).to_be_visible()
        page.get_by_role("button", name="Undo").click()
        expect(page.get_by_role("button", name="Delete the game")).to_be_visible()


def test_of_two_tabs_the_second_watches(host: Host, device: Device) -> None:
    with device.open(host.address) as page:
        begin(page, host, button="Two people at this board")
        second = page.context.new_page()
        second.goto(page.url)
        expect(second.get_by_text("The game is open in another tab.")).to_be_visible()
        play(page, "7g7f")
        expect(second.locator('[data-name="7f"]')).to_have_attribute("aria-label", re.compile("pawn"))
        page.close()
        expect(second.get_by_text("The game is open in another tab.")).to_have_count(0)
        play(second, "3c3d")
        until_stored(second, lambda game: len(game.moves) == 2)


def test_a_browser_that_keeps_nothing_says_so_before_a_game(host: Host, device: Device) -> None:
    with device.open(host.address) as page:
        page.add_init_script("Object.defineProperty(globalThis, 'indexedDB', { value: undefined })")
        page.goto(f"{host.address}#/computer")
        page.reload()
        page.get_by_role("button", name="Play", exact=True).click()
        expect(page.get_by_role("alert").filter(has_text="does not let the page store anything")).to_be_visible()


def test_games_of_a_newer_version_are_left_alone(host: Host, device: Device) -> None:
    with device.open(host.address) as page:
        page.evaluate(
            """() => new Promise((resolve) => {
                const request = indexedDB.open("komadai.games", 9);
                request.onupgradeneeded = () => request.result.createObjectStore("other");
                request.onsuccess = () => { request.result.close(); resolve(); };
            })"""
        )
        page.goto(f"{host.address}#/games")
        expect(page.get_by_text("A newer version of this page has stored this")).to_be_visible()
