"""``python -m benchmarks.browser_start``: how soon the core in the page answers.

- The first move of a game in the edition without a server, from the address of the form on: at the first visit over
  "slow 4G" (1.6 Mbit/s, 150 ms for each answer, files compressed) with a processor four times slower, and at a
  later one without a network. The time ends when the browser has stored the move.
- The first line of the analysis on this device in the page that a server serves, from the press of the switch on: when
  the engine is not loaded yet, and again.

``make static`` and ``make web`` come first.
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import re
import shutil
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from mimetypes import guess_type
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import BrowserContext, Page, Playwright, sync_playwright

from benchmarks import report
from benchmarks.page_load import BROWSERS, CPU_SLOWDOWN, NETWORK, PHONE, started

BUILT: Final = Path(__file__).resolve().parent.parent / "dist/static"
LIMITS_MS: Final = {"first visit": 4000, "without a network": 1000, "first time": 300, "again": 300}
MOVE: Final = ("7g", "7f")
STORED: Final = """() => new Promise((resolve) => {
    const asked = indexedDB.open("komadai.games");
    asked.onsuccess = () => {
        const games = asked.result.transaction("games").objectStore("games").getAll();
        games.onsuccess = () => {
            asked.result.close();
            resolve(games.result.some(({ log }) => log.some(({ type }) => type.startsWith("move"))));
        };
    };
})"""


class SlowHost:
    """A host of files that compresses them, over a line that all answers share."""

    def __init__(self, bytes_s: float, latency_s: float) -> None:
        line, free_at = threading.Lock(), 0.0

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                nonlocal free_at
                time.sleep(latency_s)
                file = BUILT / (self.path.split("?")[0].lstrip("/") or "index.html")
                if not file.is_file():
                    self.send_error(404)
                    return
                body = packed(file)
                self.send_response(200)
                self.send_header("Content-Type", guess_type(file.name)[0] or "application/octet-stream")
                self.send_header("Content-Encoding", "gzip")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                for at in range(0, len(body), PART):
                    part = body[at : at + PART]
                    with line:
                        free_at = max(free_at, time.monotonic()) + len(part) / bytes_s
                        ready = free_at
                    time.sleep(max(0.0, ready - time.monotonic()))
                    self.wfile.write(part)

            def log_message(self, *_: object) -> None:
                """Nothing."""

        self._server = ThreadingHTTPServer(("localhost", 0), Handler)
        self.address = f"http://localhost:{self._server.server_address[1]}/"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()


PART: Final = 1400
"""Bytes of a packet: the answers take turns on the line."""


@cache
def packed(file: Path) -> bytes:
    return gzip.compress(file.read_bytes(), 6)


@contextmanager
def opened(playwright: Playwright, folder: Path) -> Iterator[BrowserContext]:
    """A phone whose storage stays in the folder."""
    named = os.environ.get("KOMADAI_CHROMIUM") or next(filter(None, map(shutil.which, BROWSERS)), None)
    context = playwright.chromium.launch_persistent_context(
        str(folder), executable_path=named, locale="en-GB", reduced_motion="reduce", **PHONE
    )
    yield context
    context.close()


def first_move(page: Page, address: str) -> float:
    """The milliseconds from the address of the form to a move that is stored."""
    devtools = page.context.new_cdp_session(page)
    devtools.send("Emulation.setCPUThrottlingRate", {"rate": CPU_SLOWDOWN})
    page.goto(f"{address}#/computer", wait_until="commit")
    page.get_by_role("button", name="Play", exact=True).click()
    for square in MOVE:
        page.locator(f'[data-name="{square}"]').click()
    page.wait_for_function(STORED, polling=20)
    return float(page.evaluate("performance.now()"))


def visits(playwright: Playwright) -> tuple[float, float]:
    """The first visit on a slow line, and one without a network."""
    host = SlowHost(NETWORK["downloadThroughput"], NETWORK["latency"] / 1000)
    with tempfile.TemporaryDirectory() as folder:
        with opened(playwright, Path(folder)) as context:
            first = first_move(context.new_page(), host.address)
        host.close()
        fast = SlowHost(1e9, 0)
        kept = Path(folder) / "kept"
        with opened(playwright, kept) as context:
            page = context.new_page()
            page.goto(fast.address)
            page.evaluate("navigator.serviceWorker.ready.then(() => undefined)")
        fast.close()
        with opened(playwright, kept) as context:
            return first, first_move(context.new_page(), fast.address)


def first_lines(playwright: Playwright, server: str) -> tuple[float, float]:
    """The milliseconds to the first line of the engine on this device: the first time, and again."""
    shown = """() => new Promise((resolve) => {
        const begun = performance.now();
        const found = () => document.querySelector("[aria-label='Moves of line 1']")?.textContent.trim();
        const look = () => found() ? resolve(performance.now() - begun) : requestAnimationFrame(look);
        document.querySelector("[role=switch][aria-label=Engine], button[role=switch]").click();
        look();
    })"""
    with tempfile.TemporaryDirectory() as folder, opened(playwright, Path(folder)) as context:
        page = context.new_page()
        page.set_viewport_size({"width": 1440, "height": 900})
        page.goto(f"{server}/records?kifu=startpos")
        page.wait_for_url(re.compile(r"/records/[\w-]+$"))
        page.get_by_role("switch", name="Engine").wait_for()
        page.wait_for_load_state("networkidle")
        first = float(page.evaluate(shown))
        page.get_by_role("switch", name="Engine").click()
        page.get_by_role("group", name="Moves of line 1").wait_for(state="detached")
        return first, float(page.evaluate(shown))


def measure(
    times: int, take: Callable[[], tuple[float, float]], names: tuple[str, str]
) -> list[dict[str, Any]]:
    taken = [take() for _ in range(times)]
    return [
        {"what": name, "ms": round(statistics.median(ms)), "all_ms": [round(each) for each in sorted(ms)]}
        for name, ms in zip(names, zip(*taken, strict=True), strict=True)
    ]


def table(results: list[dict[str, Any]]) -> str:
    rows = [
        f"| {each['what']} | {each['ms']:,} | {LIMITS_MS[each['what']]:,} | {' · '.join(map(str, each['all_ms']))} |"
        for each in results
    ]
    return "\n".join(["| | ms | goal | each |", "| --- | ---: | ---: | --- |", *rows])


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.browser_start", description=__doc__)
    parser.add_argument("--json", action="store_true", help="print JSON instead of the table")
    parser.add_argument("--visits", type=int, default=5, help="visits of each kind (default: 5)")
    asked = parser.parse_args()
    load = report.load()
    with sync_playwright() as playwright:
        results = measure(asked.visits, lambda: visits(playwright), ("first visit", "without a network"))
        with started() as server:
            results += measure(asked.visits, lambda: first_lines(playwright, server), ("first time", "again"))
    print(json.dumps(results, indent=2) if asked.json else report.measured(table(results), load))
    return 0 if all(each["ms"] <= LIMITS_MS[each["what"]] for each in results) else 1


if __name__ == "__main__":
    sys.exit(main())
