"""``python -m benchmarks.page_load``: when each room of the page shows its largest part, on a slow phone.

The server runs in a process of its own. A browser opens each room with an empty cache as a new visitor, over
a network of 1.6 Mbit/s down, 750 kbit/s up and 150 ms for each answer, with a processor four times slower:
"slow 4G" and the mobile device of Lighthouse (`mobileSlow4G` in its `core/config/constants.js`).
The time is the last entry of the browser's ``largest-contentful-paint``, the median of the visits after a
first one that does not count.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

from playwright.sync_api import Browser, Page, sync_playwright

from benchmarks import report
from benchmarks.live import RUN

ROOMS: Final = (
    "/",
    "/computer",
    "/games",
    "/records",
    "/records?kifu=startpos%20moves%207g7f",
    "/tsume",
    "/tsume/position",
    "/login",
    "a game",
)
"""The rooms of `tests/e2e/test_transfer_size.py`."""
LIMIT_MS: Final = 2500
"""Good by the Web Vitals."""
NETWORK: Final = {
    "offline": False,
    "latency": 150,
    "downloadThroughput": 1_600_000 / 8,
    "uploadThroughput": 750_000 / 8,
}
CPU_SLOWDOWN: Final = 4
PHONE: Final[dict[str, Any]] = {
    "viewport": {"width": 390, "height": 844},
    "is_mobile": True,
    "has_touch": True,
}
BROWSERS: Final = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
OBSERVE: Final = """
  window.paints = [];
  new PerformanceObserver((list) => window.paints.push(...list.getEntries().map((each) => [
    each.startTime, each.element?.localName ?? "", each.element?.textContent?.trim().slice(0, 30) ?? "",
  ]))).observe({ type: "largest-contentful-paint", buffered: true });
"""


@contextmanager
def started() -> Iterator[str]:
    """The address of a server with an empty data folder."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-c", RUN, folder, "", "1"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
            try:
                assert server.stdout is not None
                found = re.search(r"http://127\.0\.0\.1:\d+", server.stdout.readline())
                if found is None:
                    raise OSError("the server does not start")
                yield found[0]
            finally:
                server.send_signal(signal.SIGTERM)


def new_game(page: Page) -> str:
    """The path of a new game against the computer."""
    page.goto("/computer")
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_url("**/game/*")
    return page.url


def visit(browser: Browser, server: str, room: str) -> tuple[float, str]:
    """The milliseconds of one visit, and what the largest part was."""
    context = browser.new_context(base_url=server, locale="en-GB", **PHONE)
    try:
        context.add_init_script(OBSERVE)
        page = context.new_page()
        path = new_game(page) if room == "a game" else room
        page.goto("about:blank")
        devtools = context.new_cdp_session(page)
        devtools.send("Network.enable")
        devtools.send("Network.clearBrowserCache")
        devtools.send("Network.emulateNetworkConditions", NETWORK)
        devtools.send("Emulation.setCPUThrottlingRate", {"rate": CPU_SLOWDOWN})
        page.goto(path, timeout=60_000)
        page.wait_for_load_state("networkidle", timeout=60_000)
        page.wait_for_timeout(1000)
        paints = page.evaluate("window.paints")
        took, element, text = paints[-1]
        return float(took), f"{element} {text}".strip()
    finally:
        context.close()


def measure(rooms: list[str], visits: int) -> Iterator[dict[str, Any]]:
    """The median of the visits of each room."""
    named = os.environ.get("KOMADAI_CHROMIUM") or next(filter(None, map(shutil.which, BROWSERS)), None)
    with started() as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=named)
        for room in rooms:
            visit(browser, server, room)  # the server reads what it keeps in memory
            found = sorted(visit(browser, server, room) for _ in range(visits))
            yield {
                "room": room,
                "ms": round(statistics.median(took for took, _ in found)),
                "visits_ms": [round(took) for took, _ in found],
                "largest": found[len(found) // 2][1],
            }


def table(results: list[dict[str, Any]]) -> str:
    """The results as a table in Markdown."""
    rows = [
        f"| `{each['room']}` | {each['ms'] / 1000:.2f} | "
        f"{' · '.join(f'{ms / 1000:.2f}' for ms in each['visits_ms'])} | {each['largest']} |"
        for each in results
    ]
    return "\n".join(["| room | s | visits | largest part |", "| --- | ---: | --- | --- |", *rows])


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.page_load", description=__doc__)
    parser.add_argument("--json", action="store_true", help="print JSON instead of the table")
    parser.add_argument("--visits", type=int, default=3, help="visits of each room (default: 3)")
    parser.add_argument("--room", default="", help="only rooms whose path contains this")
    asked = parser.parse_args()
    load = report.load()
    results = list(measure([room for room in ROOMS if asked.room in room], asked.visits))
    print(json.dumps(results, indent=2) if asked.json else report.measured(table(results), load))
    return 0 if all(each["ms"] <= LIMIT_MS for each in results) else 1


if __name__ == "__main__":
    sys.exit(main())
