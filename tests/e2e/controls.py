"""The controls of the page, as a person uses them."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, ViewportSize

from komadai.server.http.static_files import PACKAGED


def built_with_core() -> bool:
    """Whether the page has an engine of its own, which guests get first."""
    return any((PACKAGED / "assets").glob("komadai-*.wasm"))


def choose(place: Page | Locator, legend: str, option: str) -> None:
    """Chooses an option of a segment, which is a menu where its row does not fit."""
    menu = place.get_by_role("button", name=re.compile(f"^{re.escape(legend)}: "))
    radio = place.get_by_role("radio", name=option, exact=True)
    menu.or_(radio).first.wait_for(state="attached")
    drawn(place if isinstance(place, Page) else place.page)  # it is a row until it has been measured
    if menu.is_visible():
        menu.click()
        place.get_by_role("menuitemradio", name=option, exact=True).click()
    else:
        radio.check(force=True)


def resize(page: Page, size: ViewportSize) -> None:
    """Changes the size of the window and waits until it is drawn."""
    page.set_viewport_size(size)
    drawn(page)


def drawn(page: Page) -> None:
    """Waits until sizes that depend on measured ones are drawn: each measurement takes a frame."""
    page.evaluate(
        "async () => { for (let frame = 0; frame < 4; frame++) await new Promise(requestAnimationFrame); }"
    )
