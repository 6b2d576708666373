"""Makes the pictures of docs/how-to/static.md: a phone without a network.

The browser keeps the files of the edition without a server (`make static`), the host ends, and the pictures are made
by a browser that begins then.
"""

from __future__ import annotations

import io
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any, Final
from urllib.parse import quote

from chromium import system_chromium
from page_images import IMAGES, PHONE, QUALITY, ROOT
from PIL import Image
from playwright.sync_api import Page, sync_playwright

BUILT: Final = ROOT / "dist/static"
GAME: Final = (
    "startpos moves 7g7f 8c8d 2g2f 4a3b 6i7h 8d8e 8h7g 3c3d 7i8h 2b7g+ 8h7g 3a4b 3i3h 4b3c 9g9f 7a7b 1g1f 9c9d 3g3f "
    "6c6d 4g4f 7b6c 2i3g 5a4b 4i4h 6a6b 2h2i 1c1d 6g6f 4b3a 5i6h 6c5d 3h4g 6d6e 6f6e 5d6e B*5e P*6d 5e6d 6e6d"
)


class Silent(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        """Nothing."""


@contextmanager
def hosted() -> Iterator[str]:
    """The address of a host of the edition."""
    server = ThreadingHTTPServer(("localhost", 0), partial(Silent, directory=str(BUILT)))
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://localhost:{server.server_address[1]}/"
    server.shutdown()
    server.server_close()


def played(page: Page) -> None:
    page.get_by_role("button", name="Play", exact=True).click()
    for number, (start, end) in enumerate((("7g", "7f"), ("2g", "2f")), 1):
        page.locator(f'[data-name="{start}"][aria-label*="awn"]').click()
        page.locator(f'[data-name="{end}"]').click()
        page.get_by_text(str(2 * number), exact=True).first.wait_for()


def reviewed(page: Page) -> None:
    page.get_by_role("tab", name="Review").click()
    page.get_by_role("button", name="Begin").click()
    page.get_by_role("heading", name="Mistakes").wait_for(timeout=240_000)


def shown(page: Page) -> None:
    page.locator(".picture img").first.wait_for()


def solving(page: Page) -> None:
    page.locator("[data-problem]").wait_for()


SCENES: Final[dict[str, tuple[str, Callable[[Page], None]]]] = {
    "static-game-phone": ("#/computer", played),
    "static-tsume-phone": ("#/tsume", solving),
    "static-review-phone": (f"#/records?kifu={quote(GAME)}", reviewed),
    "static-variants-phone": ("#/variants", shown),
}


def main() -> None:
    settings: dict[str, Any] = PHONE | {"locale": "en-GB", "reduced_motion": "reduce"}
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        open_phone = partial(
            playwright.chromium.launch_persistent_context,
            folder,
            executable_path=system_chromium(),
            args=["--no-sandbox"],
            **settings,
        )
        with hosted() as address:
            phone = open_phone()
            page = phone.new_page()
            page.goto(address)
            page.evaluate("navigator.serviceWorker.ready.then(() => undefined)")
            phone.close()
        phone = open_phone()
        for name, (path, act) in SCENES.items():
            page = phone.new_page()
            page.goto(address + path)
            act(page)
            page.wait_for_timeout(1200)  # texts and pictures that are loaded after the page
            picture = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
            picture.save(IMAGES / f"{name}.webp", quality=QUALITY, method=6, optimize=True)
            page.close()
        phone.close()


if __name__ == "__main__":
    main()
