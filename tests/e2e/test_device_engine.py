"""The engine in the page: it analyses on the device of a guest, and the server computes nothing."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, Response, Route, expect

from tests.e2e.controls import built_with_core

MATE_IN_1 = "4k4/9/4P4/9/9/9/9/9/4K4 b G 1"
ISOLATION = "cross-origin-embedder-policy"


@pytest.fixture(autouse=True)
def _built_with_the_core() -> None:
    if built_with_core():
        return
    reason = "needs `make browser` and `make web`"
    if os.environ.get("CI") == "true" and shutil.which("emcc"):
        pytest.fail(reason)
    pytest.skip(reason)


def without_isolation(page: Page) -> None:
    """The page as over plain http in a network: it may not share memory between threads."""

    def answer(route: Route) -> None:
        response = route.fetch()
        headers = {name: value for name, value in response.headers.items() if name != ISOLATION}
        route.fulfill(response=response, headers=headers)

    page.route("**/records*", answer)


def turned_on(page: Page, position: str) -> tuple[Locator, list[str]]:
    """The panel of the engine at this position, and the paths that the page requests."""
    paths = list[str]()

    def note(response: Response) -> None:
        paths.append(response.url.split("/", 3)[3])

    page.on("response", note)
    page.goto(f"/records?kifu={position}")
    panel = page.get_by_role("region", name="Engine")
    page.get_by_role("switch", name="Engine").click()
    return panel, paths


@pytest.mark.parametrize("isolated", [True, False])
def test_a_guest_gets_lines_from_the_device(isolated: bool, visit: Callable[..., Page]) -> None:
    page = visit("/")
    page.add_init_script("Object.defineProperty(Navigator.prototype, 'hardwareConcurrency', {get: () => 3})")
    if not isolated:
        without_isolation(page)
    panel, paths = turned_on(page, "startpos")
    assert page.evaluate("crossOriginIsolated") is isolated
    expect(panel.locator("summary")).to_have_text("This device")
    for number in (1, 2, 3):
        expect(panel.get_by_role("group", name=f"Moves of line {number}")).to_contain_text("▲")
    # The analysis follows the position.
    page.keyboard.press("b")
    expect(panel.get_by_role("group", name="Moves of line 1")).to_have_text(re.compile("^△"))
    assert [path for path in paths if path.startswith("api/analysis/jobs")] == []
    name = "komadai-" if not isolated else "komadai_threads-"
    assert [path for path in paths if re.fullmatch(rf"assets/{name}.*\.wasm", path)]


def test_the_device_finds_a_mate_and_says_why_there_is_none(visit: Callable[..., Page]) -> None:
    page = visit("/")
    panel, paths = turned_on(page, MATE_IN_1.replace(" ", "%20"))
    panel.get_by_role("button", name="Mate?", exact=True).click()
    expect(panel).to_contain_text("Mate in 1:")
    expect(panel).to_contain_text("5二金")
    panel.get_by_role("button", name="Brinkmate?", exact=True).click()
    expect(panel).to_contain_text("There is even a mate in 1:")
    assert [path for path in paths if path.startswith(("api/tsume/jobs", "api/analysis"))] == [
        "api/analysis/options"
    ]


def test_an_account_keeps_the_engine_of_the_server(visit: Callable[..., Page]) -> None:
    page = visit("/login")
    page.evaluate(
        """async () => {
            const { csrf } = await (await fetch('/api/session')).json();
            const headers = { 'X-CSRF-Token': csrf, 'Content-Type': 'application/json' };
            const body = { name: 'deviser', password: 'to the ninth rank', display_name: '' };
            await fetch('/api/account/register', { method: 'POST', headers, body: JSON.stringify(body) });
        }"""
    )
    panel, _ = turned_on(page, "startpos")
    expect(panel.locator("summary")).to_have_text("komadai")
    panel.locator("summary").click()
    panel.get_by_label("This device").check()
    expect(panel.get_by_label("komadai (server)")).not_to_be_checked()
    expect(panel.get_by_role("group", name="Moves of line 1")).to_contain_text("▲")
