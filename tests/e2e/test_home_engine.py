"""A home engine in the analysis of its owner's page: its lines, its lost connection, its return."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Page, expect
from websockets.sync.client import ClientConnection, connect

from tests.processes import PATIENCE_S

TWO_MOVES = re.compile(r"▲7六歩\s*△3四歩")
MAKE_A_TOKEN = """async (name) => {
    let { csrf } = await (await fetch('/api/session')).json();
    const post = async (path, body) => {
        const headers = { 'X-CSRF-Token': csrf, 'Content-Type': 'application/json' };
        return (await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) })).json();
    };
    const account = { name, password: 'to the ninth rank', display_name: '' };
    ({ csrf } = await post('/api/account/register', account));
    return (await post('/api/account/tokens', { name: 'home', scopes: ['engine'] })).token;
}"""


@contextmanager
def bridge(server: str, token: str) -> Iterator[ClientConnection]:
    url = server.replace("http", "ws") + "/api/bot/bridge"
    with connect(url, additional_headers={"Authorization": f"Bearer {token}"}) as socket:
        socket.send(json.dumps({"type": "hello", "name": "den", "engine": "Deep 7", "scale": 600.0}))
        assert receive(socket)["type"] == "welcome"
        yield socket


def receive(socket: ClientConnection) -> dict[str, Any]:
    message: dict[str, Any] = json.loads(socket.recv(timeout=PATIENCE_S))
    return message


def answer(socket: ClientConnection, *moves: str) -> None:
    """Waits for a search, and finds a line."""
    search = receive(socket)
    assert search["type"] == "search"
    line = {"number": 1, "depth": 31, "cp": 77, "moves": moves}
    socket.send(json.dumps({"type": "found", "id": search["id"], "lines": [line], "nodes": 5_000}))


def test_it_searches_and_its_lost_connection_is_shown_until_it_is_back(
    visit: Callable[..., Page], server: str
) -> None:
    page = visit("/login")
    token = page.evaluate(MAKE_A_TOKEN, "homebody")
    with bridge(server, token) as first:
        page.goto("/records?kifu=startpos")
        panel = page.get_by_role("region", name="Engine")
        line = panel.get_by_role("group", name="Moves of line 1")
        page.get_by_role("switch", name="Engine").click()
        panel.locator("summary").click()
        panel.get_by_label("den (yours): Deep 7").check()
        panel.get_by_label(re.compile("komadai")).uncheck()
        answer(first, "7g7f", "3c3d")
        expect(panel.get_by_text("den (yours): Deep 7").last).to_be_visible()
        expect(panel.get_by_text("depth 31", exact=False).first).to_be_visible()
        expect(line).to_have_text(TWO_MOVES)
    expect(panel.get_by_role("alert")).to_have_text("The connection to your engine “den” was lost.")
    expect(line).to_have_text(TWO_MOVES)
    page.evaluate("window.dispatchEvent(new Event('focus'))")
    expect(panel.get_by_label("den (yours): not connected")).to_be_checked()
    with bridge(server, token) as second:
        page.evaluate("window.dispatchEvent(new Event('focus'))")
        answer(second, "2g2f")
        expect(line).to_have_text("▲2六歩")
        expect(panel.get_by_role("alert")).to_have_count(0)
