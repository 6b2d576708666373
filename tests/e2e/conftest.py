"""A real server and a real browser."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from komadai.engine import Engine
from komadai.engine import open as open_engine
from tests.e2e.controls import choose
from tests.e2e.seat import Seat
from tests.processes import PATIENCE_S, end

FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--host-resolver-rules=MAP dojo.example 127.0.0.1",
)
DOJO = "dojo.example"
"""A name of this machine for the browsers of the tests."""
# A loaded machine may draw late. No test depends on the length of this timeout.
expect.set_options(timeout=PATIENCE_S * 1000)
CHROMIUMS = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
)


WRITING = """
try {
    const usual = { faces: "kaisei", variantFaces: "one", notation: "japanese", coordinates: "kanji" };
    if (localStorage.getItem("komadai.settings") === null)
        localStorage.setItem("komadai.settings", JSON.stringify(usual));
} catch {
    // A page without storage.
}
"""
"""Kanji and Japanese notation in every language, as a browser has stored them that was here before."""

CONFIG = """
[server]
first_move_s = 3600
[server.limits]
new_accounts = { per_second = 10, burst = 1000 }
address_passwords = { per_second = 10, burst = 1000 }
"""


class Server:
    """A running `komadai serve` with its own data folder."""

    def __init__(self, folder: Path, port: int = 0, *options: str) -> None:
        self.folder = folder
        config = folder / "komadai" / "config.toml"
        if not config.exists():
            config.parent.mkdir(exist_ok=True)
            # Two browsers on a loaded machine may need more than the usual half minute, and all come from one
            # address.
            config.write_text(CONFIG, "utf-8")
        self.process = subprocess.Popen(
            [
                *(sys.executable, "-m", "komadai", "serve", "--no-browser"),
                *("--port", str(port), "--data-dir", str(folder), *options),
            ],
            stdout=subprocess.PIPE,
            text=True,
            env=os.environ | {"XDG_CONFIG_HOME": str(folder)},
            start_new_session=True,
        )
        assert self.process.stdout is not None
        with self.process.stdout as output:
            line = output.readline()
        address = re.search(r"http://[^:]+:(\d+)", line)
        assert address is not None, f"expected the server's address, got {line!r}"
        self.address, self.port = address[0], int(address[1])

    def kill(self) -> Server:
        """Ends the server with SIGKILL, and starts it again."""
        end(self.process)
        return Server(self.folder, self.port)

    def close(self) -> None:
        self.process.send_signal(signal.SIGINT)
        try:
            assert self.process.wait(PATIENCE_S) == 0, "Ctrl-C must end the server cleanly"
        finally:
            end(self.process)


@pytest.fixture(scope="session")
def shared_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The server that most tests share."""
    running = Server(tmp_path_factory.mktemp("served"))
    yield running
    running.close()


@pytest.fixture(scope="session")
def server(shared_server: Server) -> str:
    """The address of the server that most tests share."""
    return shared_server.address


# Not for the whole session: Playwright keeps an event loop in this thread as long as it runs, and later
# tests need their own loops.
@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    path = os.environ.get("KOMADAI_CHROMIUM") or next(filter(None, map(shutil.which, CHROMIUMS)), None)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=[*FLAGS])
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def strong_engine() -> Iterator[Engine]:
    """Our engine at full strength; it chooses moves for the tests."""
    with open_engine() as engine:
        yield engine


@pytest.fixture
def page_errors() -> Iterator[list[str]]:
    """Errors in pages and their consoles. They fail the test, which removes those that it expects."""
    found: list[str] = []
    yield found
    assert found == []


@pytest.fixture
def visit(browser: Browser, server: str, page_errors: list[str]) -> Iterator[Callable[..., Page]]:
    """Opens the page as a new guest, and waits until it is shown. ``fresh``: without any stored settings."""
    contexts: list[BrowserContext] = []

    def open_page(path: str = "/", *, fresh: bool = False, **options: Any) -> Page:
        settings: dict[str, Any] = {
            "base_url": server,
            "viewport": {"width": 1280, "height": 800},
            "locale": "en-GB",
            "reduced_motion": "reduce",
        }
        context = browser.new_context(**(settings | options))
        context.set_default_timeout(PATIENCE_S * 1000)
        contexts.append(context)
        if not fresh:
            context.add_init_script(WRITING)
        page = context.new_page()
        page.on("pageerror", lambda error: page_errors.append(str(error)))
        page.on("console", lambda line: page_errors.append(line.text) if line.type == "error" else None)
        page.goto(path)
        if path != "about:blank":
            # The document is loaded before the code that shows the page and handles input.
            page.locator("main").wait_for(state="attached")
        return page

    yield open_page
    for context in contexts:
        context.close()


@pytest.fixture
def sit_down(visit: Callable[..., Page]) -> Callable[..., Seat]:
    """Begins a game from the page of the computer, and waits for the user's turn."""

    def begin(
        sfen: str | None = None,
        clock: str | None = None,
        own_clock: tuple[float, int] | None = None,
        lose: bool = False,
        **options: Any,
    ) -> Seat:
        page = visit("/computer", **options)
        seat = Seat(page)
        page.get_by_role("button", name="Play", exact=True).wait_for()
        if clock:
            choose(page, "Time", clock)
        if own_clock:
            choose(page, "Time", "Custom")
            page.get_by_label("Minutes").fill(str(own_clock[0]))
            page.get_by_label("Byoyomi").fill(str(own_clock[1]))
        if sfen or lose:
            page.get_by_text("More", exact=True).click()
        if lose:
            page.get_by_role("switch", name="An illegal move loses").check()
        if sfen:
            page.get_by_label("Start from a position (SFEN)").fill(sfen)
        page.get_by_role("button", name="Play", exact=True).click()
        seat.take()
        return seat

    return begin


@pytest.fixture(scope="session")
def axe() -> str:
    """The source of axe-core, which `npm ci` installs for the page."""
    return (Path(__file__).parents[2] / "web/node_modules/axe-core/axe.min.js").read_text("utf-8")
