"""Calls that one process of a machine answers for all: it is the desk of the others.

Long work has one queue on a machine, the explorer's files have one writer, studies and tournaments order
their changes in one place, and attempts to log in are counted in one. So the first process answers these
calls and has these topics of the page's socket; the others pass them on over a Unix socket.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple

import msgspec
from litestar.types import Scope
from websockets.asyncio.client import ClientConnection, unix_connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.typing import Origin

from komadai.server.connections import Connection
from komadai.server.errors import API_ERRORS, ApiError

ADDRESS: Final = b"x-komadai-address"
"""The header with the client's address. It is believed only from the Unix socket."""
TLS: Final = b"x-komadai-tls"
_NOT_PASSED: Final = frozenset(
    {b"connection", b"content-length", b"expect", b"keep-alive", b"te", b"transfer-encoding", b"upgrade"}
    | {b"x-forwarded-for", b"x-forwarded-proto", ADDRESS, TLS}
)

OPEN_S: Final = 10.0
"""How long the first process may take to open a socket …"""
ANSWER_S: Final = 120.0
"""… and to answer a call or a subscription: pairing a large round takes the longest."""

Headers = list[tuple[bytes, bytes]]


class Answer(NamedTuple):
    """An answer of the first process."""

    status: int
    headers: Headers
    body: bytes


class Desk:
    """The first process, as another one calls it."""

    def __init__(self, path: Path) -> None:
        self._path = path

    async def subscribe(self, scope: Scope, topic: bytes, connection: Connection) -> Callable[[], None]:
        """Subscribes a page to a topic of the first process, as the page itself would. Returns what ends it.

        ``scope``: of the page's socket. If the first process ends, the page's socket is closed, and the page
        connects again. Raises ApiError: ``restarting`` if it does not answer within :data:`ANSWER_S`.
        """
        socket = await self.open_socket(scope, "/api/socket", ("cookie", "user-agent"))
        try:
            async with asyncio.timeout(ANSWER_S):
                await socket.send('{"type":"subscribe","id":"desk","topic":' + topic.decode() + "}")
                while (code := _refused(text := str(await socket.recv()))) is None:
                    connection.send(text)
            if code:
                raise ApiError(code if code in API_ERRORS else "internal")
        except ConnectionClosed:
            raise ApiError("restarting") from None
        except TimeoutError:
            await socket.close()
            raise ApiError("restarting") from None
        except BaseException:
            await socket.close()
            raise
        task = asyncio.get_running_loop().create_task(_relayed(socket, connection))

        def end() -> None:
            task.cancel()

        return end

    async def open_socket(self, scope: Scope, path: str, passed_on: Iterable[str]) -> ClientConnection:
        """A socket to the first process as the client of ``scope`` would open it, with some of its headers.

        Raises ApiError ``restarting``, also if the first process refuses it or takes longer than
        :data:`OPEN_S`.
        """
        pairs = ((name.decode("latin-1"), value.decode("latin-1")) for name, value in scope["headers"])
        headers = {name.lower(): value for name, value in pairs}
        passed: dict[str, str] = {name: headers[name] for name in passed_on if name in headers}
        passed[ADDRESS.decode()] = str(scope["state"]["address"])
        if scope["state"]["tls"]:
            passed[TLS.decode()] = "1"
        relay = unix_connect(
            str(self._path),
            f"ws://{headers['host']}{path}",
            origin=Origin(headers["origin"]) if "origin" in headers else None,
            additional_headers=passed,
            user_agent_header=None,
            compression=None,
            open_timeout=OPEN_S,
            ping_interval=None,
            max_size=None,
        )
        try:
            return await relay.__aenter__()
        except (OSError, InvalidHandshake):
            raise ApiError("restarting") from None

    async def call(self, scope: Scope, method: str, target: bytes, body: bytes = b"") -> Answer:
        """Passes a call on, with the headers and the address of the request.

        Raises OSError; TimeoutError, which is one, if the answer is not complete within :data:`ANSWER_S`.
        """
        state = scope["state"]
        headers = [(name, value) for name, value in scope["headers"] if name.lower() not in _NOT_PASSED]
        headers.append((ADDRESS, str(state["address"]).encode()))
        headers.append((b"content-length", str(len(body)).encode()))
        if state["tls"]:
            headers.append((TLS, b"1"))
        # To HTTP 1.0 the end of the connection is the end of the answer.
        lines = [method.encode() + b" " + target + b" HTTP/1.0"]
        lines += [name + b": " + value for name, value in headers]
        try:
            async with asyncio.timeout(ANSWER_S):
                raw = await self._exchange(b"\r\n".join([*lines, b"", b""]) + body)
        except TimeoutError:
            raise TimeoutError(f"no answer within {ANSWER_S:g} s") from None
        return _parsed(raw)

    async def _exchange(self, request: bytes) -> bytes:
        """Sends the request on a connection of its own; returns all that comes until its end."""
        reader, writer = await asyncio.open_unix_connection(str(self._path))
        try:
            writer.write(request)
            return await reader.read()
        finally:
            writer.close()


class _Answer(msgspec.Struct):
    """An answer to a command, or any other message."""

    type: str
    re: str | None = None
    code: str = ""


def _refused(text: str) -> str | None:
    """The error code of the answer to the subscription, empty if it was accepted; None: another message."""
    answer = msgspec.json.decode(text, type=_Answer)
    return answer.code if answer.re == "desk" else None


async def _relayed(socket: ClientConnection, connection: Connection) -> None:
    try:
        # An iteration over the socket would raise ConnectionClosed when the first process was killed.
        with suppress(ConnectionClosed):
            while True:
                connection.send(str(await socket.recv()))
        connection.overflowed.set()
    finally:
        await socket.close()


def _parsed(raw: bytes) -> Answer:
    """An answer whose status line and headers are read; raises OSError if it is not whole."""
    head, end, body = raw.partition(b"\r\n\r\n")
    words = head.split(b" ", 2)
    if not end or len(words) < 2 or not words[1].isdigit():
        raise OSError("the first worker has ended while it answered")
    pairs = [line.split(b":", 1) for line in head.split(b"\r\n")[1:]]
    headers = [(name.strip().lower(), value.strip()) for name, value in pairs]
    length = dict(headers).get(b"content-length")
    if length is not None and int(length) != len(body):
        raise OSError("the first worker has ended while it answered")
    return Answer(int(words[1]), headers, body)


def believed(headers: Iterable[tuple[bytes, bytes]], name: bytes) -> str | None:
    """The value of a header, for instance of one that only processes of this server send to each other."""
    return next((value.decode("latin-1") for key, value in headers if key == name), None)
