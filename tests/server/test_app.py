"""Addresses and methods that do not exist, and failures inside the server."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

import pytest

from tests.server.conftest import Guest, code


class TestNotFound:
    @pytest.mark.parametrize(
        "path",
        [
            "/api",
            "/api/",
            "/api/nothing",
            "/api/games/none",
            "/api/games/none/record",
            "/x.js",
            "/../secret.key",
        ],
    )
    def test_an_unknown_address_is_not_found(self, guest: Guest, path: str) -> None:
        answer = guest.get(path)
        assert (answer.status_code, code(answer)) == (404, "not_found")

    def test_an_unsupported_method_is_refused(self, guest: Guest) -> None:
        answer = guest.client.delete("/api/games", headers=guest.headers())
        assert (answer.status_code, code(answer)) == (405, "method")

    @pytest.mark.parametrize("path", ["/", "/api/session", "/api/games", "/healthz"])
    def test_trace_is_refused_and_sends_nothing_back(self, guest: Guest, path: str) -> None:
        for method in ("TRACE", "TRACK", "CONNECT"):
            answer = guest.client.request(method, path, headers=guest.headers(**{"X-Secret": "swordfish"}))
            assert answer.status_code in (401, 404, 405), method
            assert "swordfish" not in answer.text
            assert guest.cookie not in answer.text

    def test_the_details_of_a_failure_are_not_sent(
        self, guest: Guest, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def broken(*_: object) -> None:
            raise RuntimeError("the password is swordfish")

        monkeypatch.setattr("komadai.server.games.views.options", broken)
        answer = guest.get("/api/options")
        assert (answer.status_code, code(answer)) == (500, "internal")
        assert "swordfish" not in answer.text

    def test_a_client_that_leaves_while_it_sends_is_no_failure(
        self, guest: Guest, caplog: pytest.LogCaptureFixture
    ) -> None:
        headers = {"host": "127.0.0.1:8123", **{name.lower(): text for name, text in guest.headers().items()}}
        scope = {
            "type": "http", "method": "POST", "path": "/api/names", "raw_path": b"/api/names",
            "root_path": "", "query_string": b"", "scheme": "http", "http_version": "1.1",
            "client": ("127.0.0.1", 1), "server": ("127.0.0.1", 8123), "state": {},
            "app": guest.client.app, "asgi": {"version": "3.0"},
            "headers": [(name.encode(), text.encode()) for name, text in headers.items()],
        }  # fmt: skip
        received = iter(
            [
                {"type": "http.request", "body": b'{"moves"', "more_body": True},
                {"type": "http.disconnect"},
            ]
        )
        statuses: list[int] = []

        async def receive() -> Any:
            return next(received)

        async def send(message: Any) -> None:
            statuses.append(message.get("status", 0))

        async def call() -> None:
            await asyncio.wait_for(guest.client.app(scope, receive, send), 60)

        with caplog.at_level(logging.ERROR), guest.client.portal() as portal:
            portal.call(call)
        assert (caplog.records, statuses[0]) == ([], 400)
