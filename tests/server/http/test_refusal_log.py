"""Refused hosts, origins, tokens and cookies are logged, and cannot fill the disk."""

from __future__ import annotations

import logging
from typing import Any

import pytest

from komadai.server.http.refusal_log import ADDRESS_LINES, ALL_LINES, RefusalLog
from tests.server.conftest import UNLIMITED, Guest, Server


def fields(caplog: pytest.LogCaptureFixture) -> list[dict[str, Any]]:
    return [record.fields for record in caplog.records if hasattr(record, "fields")]


def test_each_kind_of_refusal_is_logged_with_its_origin(
    server: Server, caplog: pytest.LogCaptureFixture
) -> None:
    with server(limits=UNLIMITED) as client, caplog.at_level(logging.WARNING):
        guest = Guest(client)
        client.get("/api/session", headers={"Host": "evil.example"})
        guest.post("/api/games", {}, Origin="http://evil.example")
        guest.post("/api/games", {}, **{"X-CSRF-Token": "0" * 64})
        client.get("/api/games", headers={"Cookie": f"{guest.cookie}x"})
        logged = fields(caplog)
        assert [line["refused"] for line in logged] == ["host", "origin", "csrf", "cookie"]
        assert logged[0]["host"] == "evil.example"
        assert logged[1]["origin"] == "http://evil.example"
        assert {line["address"] for line in logged} == {"testclient"}
        assert [line["path"] for line in logged] == ["/api/session", *["/api/games"] * 3]
        # Neither tokens nor cookies are in the log.
        assert guest.csrf not in caplog.text
        assert guest.cookie.partition("=")[2] not in caplog.text


def test_a_request_without_a_cookie_is_no_event(server: Server, caplog: pytest.LogCaptureFixture) -> None:
    with server() as client, caplog.at_level(logging.WARNING):
        assert client.get("/api/games").status_code == 401
        assert client.get("/api/games", headers={"Cookie": "other=1"}).status_code == 401
        assert fields(caplog) == []


def add(log: RefusalLog, address: str, now_ms: int) -> None:
    scope: Any = {"type": "http", "method": "GET", "path": "/" + "x" * 1000}
    log.add("host", scope, address, {"host": "y" * 1000}, now_ms)


def test_one_address_writes_few_lines_and_the_rest_is_counted(caplog: pytest.LogCaptureFixture) -> None:
    log = RefusalLog()
    for _ in range(1000):
        add(log, "192.0.2.1", 0)
    assert len(fields(caplog)) == ADDRESS_LINES.burst
    add(log, "192.0.2.2", 0)
    assert fields(caplog)[-1]["left_out"] == 1000 - ADDRESS_LINES.burst
    add(log, "192.0.2.3", 0)
    assert "left_out" not in fields(caplog)[-1]


def test_many_addresses_write_few_lines_and_lines_are_short(caplog: pytest.LogCaptureFixture) -> None:
    log = RefusalLog()
    for number in range(1000):
        add(log, f"192.0.{number // 250}.{number % 250}", 0)
    assert len(fields(caplog)) == ALL_LINES.burst
    assert all(len(record.getMessage()) < 600 for record in caplog.records)
