"""The engine in the page: it analyses on the device of a guest, and the server computes nothing."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from urllib.parse import quote

import pytest
from playwright.sync_api import Locator, Page, Response, Route, expect

from tests.e2e.controls import built_with_core, choose
from tests.e2e.record_page import begin, drag, here, tab

GAME = "startpos moves 7g7f 3c3d 2g2f 8c8d 2f2e 8d8e 2e2d 2c2d 2h2d 4a3b 2d2c+"
MATE_IN_1 = "4k4/9/4P4/9/9/9/9/9/4K4 b G 1"
ISOLATION = "cross-origin-embedder-policy"


@pytest.fixture(autouse=True)
def _built_with_the_core() -> None:
    if built_with_core():
        return
    reason = "needs `make browser` and `make web`"
    if os.environ.get("CI") == "true":
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


def test_the_device_rests_while_the_page_is_hidden(visit: Callable[..., Page]) -> None:
    page = visit("/")
    panel, _ = turned_on(page, "startpos")
    lines = panel.get_by_role("group", name=re.compile("^Moves of line"))
    expect(lines.first).to_contain_text("▲")
    hide = "Object.defineProperty(document, 'hidden', {value: %s, configurable: true});"
    page.evaluate(f"{hide % 'true'} document.dispatchEvent(new Event('visibilitychange'))")
    expect(lines).to_have_count(0)
    page.evaluate(f"{hide % 'false'} document.dispatchEvent(new Event('visibilitychange'))")
    expect(lines.first).to_contain_text("▲")


def figures(page: Page) -> list[str]:
    """The accuracies and the numbers of each class of moves."""
    panel = page.get_by_role("region", name="Review of the game")
    panel.get_by_text("More figures").click()
    rows = panel.locator("table").get_by_role("row")
    expect(rows).not_to_have_count(0)
    return [text for text in rows.all_inner_texts() if not re.match("Attack|Drops|Defence|Sharpness", text)]


def test_the_device_reviews_a_game_as_the_server_does(visit: Callable[..., Page]) -> None:
    page = visit(f"/records?kifu={quote(GAME)}")
    begin(page)
    tab(page, "Review")
    panel = page.get_by_role("region", name="Review of the game")
    shown = []
    for place, button in (("On the server", "Begin"), ("On this device", "Review again")):
        choose(panel, "Search depth", "Quick (20k nodes)")
        choose(panel, "Where", place)
        panel.get_by_role("button", name=button).click()
        expect(panel.get_by_role("progressbar")).to_be_visible()
        expect(panel.get_by_role("heading", name="Mistakes")).to_be_visible()
        shown.append(figures(page))
    assert shown[0] == shown[1]
    blunder = panel.get_by_role("listitem").filter(has_text="Blunder: Black")
    expect(blunder).to_contain_text("After △")
    # It stays with the record; files are written by the server, which does not have it.
    expect(panel.get_by_role("button", name="Save as")).to_have_count(0)
    page.reload()
    tab(page, "Review")
    expect(blunder).to_contain_text("After △")


def test_on_a_slow_line_the_rules_are_known_at_once(visit: Callable[..., Page]) -> None:
    page = visit("/")
    asked = list[str]()
    page.on("request", lambda request: asked.append(request.url) if "/api/positions" in request.url else None)
    page.goto("/records?kifu=startpos")
    begin(page)
    line = page.context.new_cdp_session(page)
    line.send("Network.enable")
    slow = {"offline": False, "latency": 400, "downloadThroughput": -1, "uploadThroughput": -1}
    line.send("Network.emulateNetworkConditions", slow)
    with page.expect_response(re.compile(r"/assets/komadai-.*\.wasm")):
        drag(page, "7g", "7f")
        drag(page, "3c", "3d")
    for move in ("2g2f", "8c8d", "2f2e", "8d8e", "6i7h", "4a3b"):
        before = len(asked)
        drag(page, move[:2], move[2:])
        expect(here(page)).to_contain_text(move[2])
    assert asked[before:] == []
