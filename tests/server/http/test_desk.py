"""Calls that one process answers for all: what the others do if it does not answer, and whom it believes."""

from __future__ import annotations

import asyncio
import socket
import tempfile
import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from websockets.asyncio.client import unix_connect
from websockets.asyncio.server import ServerConnection as AsyncServerConnection
from websockets.asyncio.server import unix_serve as async_unix_serve
from websockets.exceptions import ConnectionClosed
from websockets.sync.server import ServerConnection, unix_serve

from komadai.server.connections import Connection
from komadai.server.http import desk
from komadai.server.http.desk import _parsed, _relayed
from komadai.server.rate_limits import Limits, Rate
from komadai.server.settings import WorkerSettings
from tests.server.conftest import UNLIMITED, Guest, Server, code

MATE = {"sfen": "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1", "kind": "solve"}
JOB = {"type": "job", "id": "0123456789abcdef"}


def test_without_the_first_process_its_calls_are_refused_for_now(server: Server, tmp_path: Path) -> None:
    worker = WorkerSettings(slot=2, desk=tmp_path / "nobody")
    with server(worker=worker, limits=UNLIMITED) as client:
        guest = Guest(client)
        answer = guest.post("/api/tsume/jobs", MATE)
        assert (answer.status_code, code(answer)) == (503, "restarting")
        assert code(guest.post("/api/account/login", {"name": "a", "password": "b"})) == "restarting"
        assert code(guest.get("/api/tsume/jobs/0123456789abcdef")) == "restarting"
        too_large = guest.client.post(
            "/api/tsume/jobs",
            content=b" " * 9_000_000,
            headers=guest.headers(**{"Content-Type": "text/plain"}),
        )
        assert too_large.status_code == 413
        body = b'{"name": "' + b"a" * 9_000 + b'"}'
        headers = guest.headers(**{"Content-Type": "application/json"})
        login = guest.client.post("/api/account/login", content=body, headers=headers)
        assert login.status_code == 413, "a call has the limit that it has at the first process"
        assert guest.get("/api/games").status_code == 200, "all other calls are answered"
        with guest.connect() as page:
            assert page.ask("subscribe", topic=JOB)["code"] == "restarting"


@pytest.fixture
def short_folder() -> Iterator[Path]:
    """A folder whose path is short enough for a Unix socket in it."""
    with tempfile.TemporaryDirectory(prefix="desk") as folder:
        yield Path(folder)


def test_a_first_process_that_does_not_answer_is_waited_for_for_a_limited_time(
    server: Server, short_folder: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(desk, "ANSWER_S", 0.1)
    monkeypatch.setattr(desk, "OPEN_S", 0.1)
    path = short_folder / "desk"
    with socket.socket(socket.AF_UNIX) as silent:  # it accepts connections and says nothing
        silent.bind(str(path))
        silent.listen(10)
        with server(worker=WorkerSettings(slot=2, desk=path), limits=UNLIMITED) as client:
            guest = Guest(client)
            answer = guest.post("/api/tsume/jobs", MATE)
            assert (answer.status_code, code(answer)) == (503, "restarting")
            assert "POST /api/tsume/jobs: the first worker does not answer: no answer within" in caplog.text
            with guest.connect() as page:
                assert page.ask("subscribe", topic=JOB)["code"] == "restarting"


def test_a_subscription_that_the_first_process_does_not_answer_is_refused_in_time(
    server: Server, short_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(desk, "ANSWER_S", 0.1)
    path = short_folder / "desk"

    def say_nothing(connection: ServerConnection) -> None:
        with suppress(ConnectionClosed):
            while True:
                connection.recv()

    with unix_serve(say_nothing, str(path)) as first:
        thread = threading.Thread(target=first.serve_forever)
        thread.start()
        try:
            with (
                server(worker=WorkerSettings(slot=2, desk=path), limits=UNLIMITED) as client,
                Guest(client).connect() as page,
            ):
                assert page.ask("subscribe", topic=JOB)["code"] == "restarting"
        finally:
            first.shutdown()
            thread.join()


def test_the_address_of_a_client_is_not_what_the_client_says(server: Server) -> None:
    with server(limits=Limits(address_files=Rate(0.001, 3))) as client:
        statuses = [
            client.get("/healthz", headers={"X-Komadai-Address": f"10.0.0.{number}"}).status_code
            for number in range(5)
        ]
    assert statuses == [200, 200, 200, 429, 429]


@pytest.mark.parametrize(
    "raw",
    [b"", b"HTTP/1.1 200 OK\r\n", b"x\r\n\r\n", b"HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nabc"],
)
def test_an_answer_that_breaks_off_is_an_error(raw: bytes) -> None:
    with pytest.raises(OSError, match="has ended"):
        _parsed(raw)


def test_an_answer_keeps_all_its_cookies() -> None:
    found = _parsed(b"HTTP/1.1 201 Created\r\nSet-Cookie: a=1\r\nSet-Cookie: b=2\r\n\r\n{}")
    assert found.status == 201
    assert found.headers == [(b"set-cookie", b"a=1"), (b"set-cookie", b"b=2")]
    assert found.body == b"{}"


def test_a_page_is_closed_when_the_first_process_is_killed_and_so_connects_again(tmp_path: Path) -> None:
    async def killed(socket: AsyncServerConnection) -> None:
        await socket.send("news")
        socket.transport.abort()

    async def main() -> Connection:
        page = Connection("0" * 32, 64)
        path = str(tmp_path / "desk")
        async with async_unix_serve(killed, path), unix_connect(path) as socket:
            await _relayed(socket, page)
        return page

    page = asyncio.run(main())
    assert page.outbox.get_nowait() == "news"
    assert page.overflowed.is_set()
