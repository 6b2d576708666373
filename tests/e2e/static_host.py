"""A host of the edition without a server, and browsers that keep what they have loaded."""

from __future__ import annotations

import os
import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, sync_playwright

from tests.e2e.conftest import CHROMIUMS, FLAGS, WRITING
from tests.processes import PATIENCE_S

BUILT = Path(__file__).parents[2] / "dist/static"


class Handler(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        """Nothing: the tests say what went wrong."""


class Host:
    """A host of files that knows nothing of Komadai, with the edition in a folder; its network can be cut."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.folder = root / "club/shogi"
        self._server = self._begin(0)
        self._port = self._server.server_address[1]
        self.address = f"http://localhost:{self._port}/club/shogi/"

    def _begin(self, port: int) -> ThreadingHTTPServer:
        server = ThreadingHTTPServer(("localhost", port), partial(Handler, directory=str(self.root)))
        threading.Thread(target=server.serve_forever, daemon=True).start()
        return server

    def cut(self) -> None:
        self._server.shutdown()
        self._server.server_close()


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Host]:
    if not (BUILT / "index.html").is_file():
        reason = "needs `make static`"
        if os.environ.get("CI") == "true" and shutil.which("emcc"):
            pytest.fail(reason)
        pytest.skip(reason)
    shutil.copytree(BUILT, tmp_path / "root/club/shogi")
    running = Host(tmp_path / "root")
    yield running
    running.cut()


class Device:
    """A browser with its storage, which stays when it is closed."""

    def __init__(self, folder: Path, errors: list[str]) -> None:
        self.folder = folder
        self.errors = errors

    @contextmanager
    def open(self, address: str, *, shown: bool = True, **options: Any) -> Iterator[Page]:
        path = os.environ.get("KOMADAI_CHROMIUM") or next(filter(None, map(shutil.which, CHROMIUMS)), None)
        settings: dict[str, Any] = {
            "viewport": {"width": 1280, "height": 800},
            "locale": "en-GB",
            "reduced_motion": "reduce",
        }
        with sync_playwright() as playwright:
            context: BrowserContext = playwright.chromium.launch_persistent_context(
                str(self.folder), executable_path=path, args=[*FLAGS], **(settings | options)
            )
            context.set_default_timeout(PATIENCE_S * 1000)
            context.add_init_script(WRITING)
            page = context.new_page()
            page.on("pageerror", lambda error: self.errors.append(str(error)))
            page.goto(address)
            if shown:
                page.locator("main").wait_for(state="attached")
            yield page
            context.close()


@pytest.fixture
def device(tmp_path: Path, page_errors: list[str]) -> Device:
    return Device(tmp_path / "device", page_errors)


def keep(page: Page) -> None:
    """Waits until the browser has kept all files: a worker is ready when it has them."""
    page.evaluate("navigator.serviceWorker.ready.then(() => undefined)")
