"""Refused hosts, origins, tokens and cookies are logged, and cannot fill the disk."""

from __future__ import annotations

import logging
from typing import Any

import pytest

from komadai.server.http.refusal_log import ADDRESS_LINES, ALL_LINES, RefusalLog
from komadai.server.http.static_files import Page
from tests.server.conftest import UNLIMITED, Guest, Server, code


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


def test_the_secret_of_a_link_in_a_mail_is_not_logged(
    server: Server, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("broken")

    with server() as client, caplog.at_level(logging.WARNING):
        for page in ("confirm", "reset", "unsubscribe"):
            client.get(f"/mail/{page}/secret", headers={"Host": "evil.example"})
        assert [line["path"] for line in fields(caplog)] == [
            "/mail/confirm/****",
            "/mail/reset/****",
            "/mail/unsubscribe/****",
        ]
        monkeypatch.setattr(Page, "find", broken)
        client.get("/mail/reset/secret")
        assert "/mail/reset/**** failed" in caplog.text
        assert "secret" not in caplog.text


def test_a_wrong_token_of_a_program_is_logged_without_the_token(
    server: Server, caplog: pytest.LogCaptureFixture
) -> None:
    with server(limits=UNLIMITED) as client, caplog.at_level(logging.WARNING):
        wrong = {"Authorization": "Bearer kmd_wrong"}
        assert code(client.get("/api/bot/account", headers=wrong)) == "no_token"
        with (
            pytest.raises(Exception, match="no_token"),
            client.websocket_connect("/api/bot/bridge", headers=wrong),
        ):
            pass
        assert code(client.get("/api/bot/account")) == "no_token"  # without a token: no event
        assert [(line["refused"], line["path"]) for line in fields(caplog)] == [
            ("no_token", "/api/bot/account"),
            ("no_token", "/api/bot/bridge"),
        ]
        assert "kmd_wrong" not in caplog.text + str(fields(caplog))


def test_a_wrong_token_of_the_metrics_is_logged_without_the_token(
    server: Server, caplog: pytest.LogCaptureFixture
) -> None:
    with server(metrics_token="a token of many characters") as client, caplog.at_level(logging.WARNING):
        assert client.get("/metrics", headers={"Authorization": "Bearer guessed"}).status_code == 401
        assert client.get("/metrics").status_code == 401
        assert [(line["refused"], line["address"]) for line in fields(caplog)] == [
            ("metrics_token", "testclient")
        ]
        assert "guessed" not in caplog.text + str(fields(caplog))


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
