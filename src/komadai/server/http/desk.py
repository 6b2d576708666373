"""Calls that one process of a machine answers for all: it is the desk of the others.

Long work has one queue on a machine, the explorer's files have one writer, and attempts to log in are counted
in one place. So the first process answers these calls; the others pass them on over a Unix socket.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from pathlib import Path
from typing import Final, NamedTuple

from litestar.types import Scope

ADDRESS: Final = b"x-komadai-address"
"""The header with the client's address. It is believed only from the Unix socket."""
TLS: Final = b"x-komadai-tls"
_NOT_PASSED: Final = frozenset(
    {b"connection", b"content-length", b"expect", b"keep-alive", b"te", b"transfer-encoding", b"upgrade"}
    | {b"x-forwarded-for", b"x-forwarded-proto", ADDRESS, TLS}
)

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

    async def call(self, scope: Scope, method: str, target: bytes, body: bytes = b"") -> Answer:
        """Passes a call on, with the headers and the address of the request. Raises OSError."""
        state = scope["state"]
        headers = [(name, value) for name, value in scope["headers"] if name.lower() not in _NOT_PASSED]
        headers.append((ADDRESS, str(state["address"]).encode()))
        headers.append((b"content-length", str(len(body)).encode()))
        if state["tls"]:
            headers.append((TLS, b"1"))
        # To HTTP 1.0 the end of the connection is the end of the answer.
        lines = [method.encode() + b" " + target + b" HTTP/1.0"]
        lines += [name + b": " + value for name, value in headers]
        reader, writer = await asyncio.open_unix_connection(str(self._path))
        try:
            writer.write(b"\r\n".join([*lines, b"", b""]) + body)
            raw = await reader.read()
        finally:
            writer.close()
        return _parsed(raw)


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
    """The value of one of the headers that only processes of this server send to each other."""
    return next((value.decode("latin-1") for key, value in headers if key == name), None)
