"""Accounts with an address, and mails that wait."""

from __future__ import annotations

import time
from typing import Any

from litestar.testing import TestClient

from tests.processes import PATIENCE_S
from tests.server.conftest import Guest
from tests.server.mail.conftest import Mailbox, link_in
from tests.server.people.accounts import PASSWORD, Browser

ADDRESS = "alice@example.com"


HOUR = 3_600_000


def with_address(client: TestClient[Any], mailbox: Mailbox, name: str = "alice") -> Browser:
    """A browser that has registered, with a confirmed address."""
    browser = Browser(client)
    browser.register(name)
    count = len(mailbox.messages)
    answer = browser.post("/api/account/email", {"address": ADDRESS, "password": PASSWORD})
    assert answer.json()["pending"] == ADDRESS, answer.text
    token = link_in(mailbox.wait(count + 1)[-1], "confirm")
    assert Guest(client).post("/api/mail/confirm", {"token": token}).status_code == 200
    return browser


def pass_ms(client: TestClient[Any], ms: int) -> None:
    client.app.state.clock.zero_ns += ms * 1_000_000


def call(client: TestClient[Any], function: Any, *values: Any) -> Any:
    """Calls a coroutine of the server in its own loop."""
    with client.portal() as portal:
        return portal.call(function, *values)


def nothing_waits(client: TestClient[Any]) -> None:
    """Waits until what was spawned is done and the queue is empty."""
    latest = time.monotonic() + PATIENCE_S
    state = client.app.state
    while state.core.tasks._running or call(client, state.mail.store.waiting):
        assert time.monotonic() < latest
        time.sleep(0.02)
