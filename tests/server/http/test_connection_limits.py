"""uvicorn with the server's settings: proxies, limits of connections, requests that never end."""

from __future__ import annotations

import asyncio
import json
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
import uvicorn
from litestar.types import Receive, Scope, Send
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from komadai.server.errors import ApiError
from komadai.server.http.connection_limits import ConnectionLimits, LimitedConfig, unmapped
from komadai.server.http.middleware import send_error
from komadai.server.rate_limits import Limits
from komadai.server.serve import listen, uvicorn_config
from komadai.server.settings import Settings
from tests.processes import until

WAIT_S = 30


async def show_client(scope: Scope, receive: Receive, send: Send) -> None:
    """Answers with the client and the scheme of the request; accepts every socket but those for /no."""
    if scope["type"].lower() == "websocket":
        if scope["path"] == "/no":
            await send_error(scope, receive, send, ApiError("origin"))
            return
        await receive()
        await send({"type": "websocket.accept", "subprotocol": None, "headers": []})
        while (await receive())["type"] != "websocket.disconnect":
            pass
        return
    while (await receive()).get("more_body"):
        pass
    client = scope.get("client")
    body = json.dumps({"client": client[0] if client else None, "scheme": scope["scheme"]}).encode()
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": body, "more_body": False})


class Running:
    """A server in a thread."""

    def __init__(self, port: int, config: LimitedConfig) -> None:
        self.port = port
        self.limits = config.connection_limits
        self.url = f"http://127.0.0.1:{port}/"

    def connect(self, data: bytes = b"", source: str = "127.0.0.1") -> socket.socket:
        """A connection from this loopback address that has sent these bytes."""
        connection = socket.create_connection(("127.0.0.1", self.port), WAIT_S, (source, 0))
        connection.sendall(data)
        return connection


Serve = Callable[..., Running]


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Serve]:
    with ExitStack() as stack:
        yield lambda **changes: stack.enter_context(running(Settings(tmp_path, **changes)))


@contextmanager
def running(settings: Settings, listener: socket.socket | None = None) -> Iterator[Running]:
    config = uvicorn_config(show_client, settings)
    server = uvicorn.Server(config)
    with listener or listen("127.0.0.1", 0) as listener:
        thread = threading.Thread(target=lambda: asyncio.run(server._serve([listener])))
        thread.start()
        try:
            until(lambda: server.started, "the server")
            yield Running(listener.getsockname()[1], config)
        finally:
            server.should_exit = server.force_exit = True
            thread.join()


def end_of(connection: socket.socket) -> bytes:
    """Reads until the server ends the connection."""
    received = b""
    try:
        while data := connection.recv(1000):
            received += data
    except ConnectionResetError:
        pass
    return received


def is_open(connection: socket.socket) -> bool:
    """Whether the server answers a request on this connection."""
    try:
        connection.sendall(b"GET / HTTP/1.1\r\nhost: x\r\n\r\n")
        return connection.recv(1000).startswith(b"HTTP/1.1 200")
    except OSError:
        return False


FORWARDED = {"X-Forwarded-For": "203.0.113.9", "X-Forwarded-Proto": "https"}


class TestProxies:
    def test_a_client_cannot_choose_its_address_or_claim_https(self, serve: Serve) -> None:
        answer: Any = httpx.get(serve().url, headers=FORWARDED).json()
        assert answer == {"client": "127.0.0.1", "scheme": "http"}

    @pytest.mark.parametrize("proxies", [("127.0.0.1",), ("10.0.0.0/8", "127.0.0.0/8")])
    def test_the_headers_of_a_trusted_proxy_are_used(self, serve: Serve, proxies: tuple[str, ...]) -> None:
        answer: Any = httpx.get(serve(trusted_proxies=proxies).url, headers=FORWARDED).json()
        assert answer == {"client": "203.0.113.9", "scheme": "https"}

    def test_the_headers_of_another_address_are_not_used(self, serve: Serve) -> None:
        server = serve(trusted_proxies=("192.0.2.1",))
        assert httpx.get(server.url, headers=FORWARDED).json()["client"] == "127.0.0.1"

    def test_an_address_in_front_of_the_proxy_is_not_believed(self, serve: Serve) -> None:
        # The proxy appends the address that it sees to the header that the client sent.
        headers = {"X-Forwarded-For": "198.51.100.1, 203.0.113.9"}
        server = serve(trusted_proxies=("127.0.0.1",))
        assert httpx.get(server.url, headers=headers).json()["client"] == "203.0.113.9"

    def test_the_environment_does_not_change_which_proxies_are_trusted(
        self, serve: Serve, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("FORWARDED_ALLOW_IPS", "*")
        assert httpx.get(serve().url, headers=FORWARDED).json()["client"] == "127.0.0.1"

    def test_the_connections_of_a_proxy_are_not_limited(self, serve: Serve) -> None:
        server = serve(limits=Limits(connections_per_address=1), trusted_proxies=("127.0.0.1",))
        with server.connect() as first, server.connect() as second:
            assert is_open(first)
            assert is_open(second)


class TestConnections:
    def test_the_connections_of_an_address_are_limited_and_others_are_served(self, serve: Serve) -> None:
        server = serve(limits=Limits(connections_per_address=2))
        with server.connect() as first, server.connect() as second:
            until(lambda: server.limits.open == 2, "two connections")
            with server.connect() as third:
                assert end_of(third) == b""
            with server.connect(source="127.0.0.2") as other:
                assert is_open(other)
            assert is_open(first)
            assert is_open(second)
        until(lambda: server.limits.open == 0, "the end of all connections")
        with server.connect() as again:
            assert is_open(again)

    def test_sockets_are_counted_until_they_are_closed(self, serve: Serve) -> None:
        server = serve(limits=Limits(connections_per_address=1))
        with connect(server.url.replace("http", "ws")):
            with server.connect() as second:
                assert end_of(second) == b""
            assert server.limits.open == 1
        until(lambda: server.limits.open == 0, "the end of the socket")

    def test_a_refused_socket_is_no_fault_of_the_server(
        self, serve: Serve, caplog: pytest.LogCaptureFixture
    ) -> None:
        server = serve()
        with pytest.raises(InvalidStatus) as caught:
            connect(f"{server.url.replace('http', 'ws')}no")
        assert caught.value.response.status_code == 403
        assert b"origin" in (caught.value.response.body or b"")
        until(lambda: server.limits.open == 0, "the end of the connection")
        assert caplog.records == []

    def test_a_full_server_answers_503_to_requests_and_sockets(self, serve: Serve) -> None:
        server = serve(limits=Limits(connections=2))
        with server.connect() as first:
            until(lambda: server.limits.open == 1, "a connection")
            assert httpx.get(server.url).status_code == 503
            with server.connect():
                until(lambda: server.limits.open == 2, "two connections")
                with pytest.raises(InvalidStatus) as caught:
                    connect(server.url.replace("http", "ws")).close()
                assert caught.value.response.status_code == 503
            del first

    def test_connections_beyond_a_full_server_are_closed_at_once(self, serve: Serve) -> None:
        server = serve(limits=Limits(connections=8))
        with ExitStack() as stack:
            for number in range(10):
                stack.enter_context(server.connect(source=f"127.0.0.{number + 2}"))
            until(lambda: server.limits.open == 10, "ten connections")
            with server.connect() as more:
                assert end_of(more) == b""
            assert server.limits.refused == 1


def test_connections_of_other_processes_of_the_server_are_not_limited() -> None:
    limits = ConnectionLimits(Limits(connections_per_address=1), ())
    assert [limits.acquire(None) for _ in range(3)] == [True] * 3
    assert [limits.acquire("192.0.2.1") for _ in range(2)] == [True, False]
    for _ in range(3):
        limits.release(None)
    assert limits.open == 1


@pytest.mark.parametrize(
    ("shown", "host"),
    [
        ("::ffff:192.0.2.1", "192.0.2.1"),
        ("::FFFF:c000:201", "192.0.2.1"),
        ("2001:db8::1", "2001:db8::1"),
        ("fe80::1%eth0", "fe80::1%eth0"),
        ("192.0.2.1", "192.0.2.1"),
    ],
)
def test_an_ipv4_client_of_an_ipv6_listener_has_its_ipv4_address(shown: str, host: str) -> None:
    assert unmapped(shown) == host


def test_a_proxy_is_trusted_on_a_listener_for_both_protocols(tmp_path: Path) -> None:
    try:
        listener = socket.create_server(("::", 0), family=socket.AF_INET6, dualstack_ipv6=True)
    except (OSError, ValueError):
        pytest.skip("this machine has no IPv6")
    settings = Settings(tmp_path, trusted_proxies=("127.0.0.1",), limits=Limits(connections_per_address=1))
    with running(settings, listener) as server, ExitStack() as stack:
        for _ in range(3):
            assert is_open(stack.enter_context(server.connect()))
        assert httpx.get(server.url, headers=FORWARDED).json() == {"client": "203.0.113.9", "scheme": "https"}


class TestSlowRequests:
    @pytest.mark.parametrize("head", [b"", b"GET / HTTP/1.1\r\n", b"GET / HTTP/1.1\r\nhost: x\r\n"])
    def test_headers_that_never_end_are_ended(self, serve: Serve, head: bytes) -> None:
        server = serve(limits=Limits(headers_s=1))
        with server.connect(head) as connection:
            assert end_of(connection).startswith(b"HTTP/1.1 408")
        until(lambda: server.limits.open == 0, "the end of the connection")

    def test_a_byte_now_and_then_does_not_postpone_the_end(self, serve: Serve) -> None:
        server = serve(limits=Limits(headers_s=1))
        with server.connect(b"GET / HTTP/1.1\r\nx: ") as connection:
            connection.settimeout(0.2)
            for _ in range(100):
                try:
                    connection.sendall(b"a")
                    if connection.recv(1000).startswith(b"HTTP/1.1 408"):
                        return
                except TimeoutError:
                    continue
            pytest.fail("the connection was not ended")

    def test_the_headers_of_a_second_request_are_timed_too(self, serve: Serve) -> None:
        server = serve(limits=Limits(headers_s=1))
        with server.connect() as connection:
            assert is_open(connection)
            connection.sendall(b"GET / HTTP/1.1\r\n")
            assert b"HTTP/1.1 408" in end_of(connection)

    def test_a_body_that_never_ends_is_ended(self, serve: Serve) -> None:
        server = serve(limits=Limits(body_s=1))
        with server.connect(b"POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\n\r\nabc") as connection:
            assert end_of(connection) == b""

    def test_a_body_that_follows_another_request_at_once_is_ended_too(self, serve: Serve) -> None:
        server = serve(limits=Limits(body_s=1))
        both = b"GET / HTTP/1.1\r\nhost: x\r\n\r\nPOST / HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\n\r\nabc"
        with server.connect(both) as connection:
            assert end_of(connection).startswith(b"HTTP/1.1 200")

    def test_a_socket_is_not_ended_by_the_time_for_headers(self, serve: Serve) -> None:
        server = serve(limits=Limits(headers_s=1))
        with connect(server.url.replace("http", "ws")) as page:
            with server.connect(b"GET") as slow:
                end_of(slow)  # by now the time of the socket would be over, too
            page.ping().wait(WAIT_S)
            assert server.limits.open == 1
