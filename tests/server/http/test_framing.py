"""A request whose end two servers may see at different places is refused, and its connection closed."""

from __future__ import annotations

import asyncio
import json
import socket
import threading
from collections.abc import Iterator
from typing import Any

import pytest
import uvicorn

from komadai.server.app import create_app
from komadai.server.serve import listen, uvicorn_config
from komadai.server.settings import Settings
from tests.processes import until

SMUGGLED = b"GET /smuggled HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n"
CHUNKED = b"transfer-encoding: chunked\r\n"
LENGTH = b"content-length: 5\r\n"


@pytest.fixture(scope="module")
def port(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    """A server whose application is not started: it must not be reached."""
    settings = Settings(tmp_path_factory.mktemp("server"))
    server = uvicorn.Server(uvicorn_config(create_app(settings), settings))
    with listen("127.0.0.1", 0) as listener:
        thread = threading.Thread(target=lambda: asyncio.run(server._serve([listener])))
        thread.start()
        try:
            until(lambda: server.started, "the server")
            yield listener.getsockname()[1]
        finally:
            server.should_exit = server.force_exit = True
            thread.join()


def answers(port: int, first: bytes, headers: bytes, body: bytes) -> bytes:
    """All that the server sends until it closes the connection."""
    with socket.create_connection(("127.0.0.1", port), 30) as connection:
        host = f"host: 127.0.0.1:{port}\r\n".encode()
        connection.sendall(first + b"\r\n" + host + headers + b"\r\n" + body + SMUGGLED)
        received = b""
        while data := connection.recv(4096):
            received += data
        return received


@pytest.mark.parametrize("first", [b"POST /api/games HTTP/1.1", b"GET /healthz HTTP/1.1"])
@pytest.mark.parametrize("headers", [CHUNKED + LENGTH, LENGTH + CHUNKED])
def test_a_length_beside_chunks_is_refused(port: int, first: bytes, headers: bytes) -> None:
    received = answers(port, first, headers, b"0\r\n\r\n")
    head, _, body = received.partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 400 ")
    assert b"connection: close" in head.lower()
    assert received.count(b"HTTP/1.1 ") == 1, "what follows is not read"
    message: Any = json.loads(body)["error"]["message"]
    assert message["en"].startswith("expected either Content-Length or Transfer-Encoding")
    assert "どちらか一方" in message["ja"]


def test_chunks_in_http_1_0_are_refused(port: int) -> None:
    received = answers(port, b"POST /api/games HTTP/1.0", CHUNKED, b"0\r\n\r\n")
    assert received.startswith(b"HTTP/1.1 400 ")
    assert received.count(b"HTTP/1.1 ") == 1


@pytest.mark.parametrize(
    "headers",
    [
        LENGTH + b"content-length: 6\r\n",
        b"content-length: 5, 6\r\n",
        b"content-length: +5\r\n",
        b"transfer-encoding: chunked, identity\r\n",
        b"transfer-encoding : chunked\r\n",
    ],
)
def test_other_ambiguous_lengths_are_refused_by_the_parser(port: int, headers: bytes) -> None:
    received = answers(port, b"POST /api/games HTTP/1.1", headers, b"12345")
    assert received.startswith((b"HTTP/1.1 400 ", b"HTTP/1.1 501 "))
    assert received.count(b"HTTP/1.1 ") == 1
