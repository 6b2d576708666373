"""A program that is connected: its lines, and what it is doing."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Final, Literal

from komadai.csa.lines import LineBuffer, encode_lines

if TYPE_CHECKING:
    from komadai.csa.game_name import GameName
    from komadai.pieces import Color
    from komadai.server.csa.csa_game import CsaGame

MAX_UNSENT_BYTES: Final = 1 << 18
"""A connection that does not read is ended when this much waits to be sent."""
CLOSING_S: Final = 2.0
KEEPALIVE: Final = (("TCP_KEEPIDLE", 60), ("TCP_KEEPINTVL", 30), ("TCP_KEEPCNT", 4))
"""The system finds out that the other machine is gone after three minutes."""

Status = Literal["connected", "game_waiting", "agree_waiting", "start_waiting", "game"]


class CsaConnection:
    """The socket of a program: whole lines in both directions."""

    def __init__(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, now_ms: Callable[[], int]
    ) -> None:
        self._reader = reader
        self._writer = writer
        self._now_ms = now_ms
        self._buffer = LineBuffer()
        self._lines: list[str] = []
        self._arrived_ms = 0
        connected: socket.socket = writer.get_extra_info("socket")
        connected.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
        for name, value in KEEPALIVE:
            if hasattr(socket, name):
                with suppress(OSError):
                    connected.setsockopt(socket.IPPROTO_TCP, getattr(socket, name), value)

    async def line(self, timeout: float | None) -> tuple[str, int] | None:
        """The next line and when it arrived; None at the end of the connection.

        Raises TimeoutError, CsaProtocolError for a line that is too long.
        """
        while not self._lines:
            try:
                data = await asyncio.wait_for(self._reader.read(4096), timeout)
            except OSError:
                return None
            if not data:
                return None
            self._arrived_ms = self._now_ms()
            self._lines = self._buffer.feed(data)
        return self._lines.pop(0), self._arrived_ms

    def send(self, *lines: str) -> None:
        """Sends lines. A connection that does not read them is ended."""
        if self._writer.is_closing():
            return
        self._writer.write(encode_lines(list(lines)))
        if self._writer.transport.get_write_buffer_size() > MAX_UNSENT_BYTES:
            self._writer.transport.abort()

    @property
    def closing(self) -> bool:
        """Whether the connection is being closed."""
        return self._writer.is_closing()

    def close(self) -> None:
        """Closes the connection when everything has been sent."""
        self._writer.close()

    async def closed(self) -> None:
        """Closes the connection and waits until everything has been sent, or ends it after two seconds."""
        self._writer.close()
        try:
            await asyncio.wait_for(self._writer.wait_closed(), CLOSING_S)
        except (OSError, TimeoutError):
            self._writer.transport.abort()

    def abort(self) -> None:
        """Ends the connection at once."""
        self._writer.transport.abort()


class Session:
    """A program that has logged in."""

    def __init__(self, name: str, connection: CsaConnection, *, x1: bool, has_password: bool) -> None:
        self.name = name
        self.connection = connection
        self.x1 = x1
        """Whether it uses the extended mode: it has the commands that begin with ``%%``, and stays connected
        after a game."""
        self.has_password = has_password
        """Programs without a password are not rated."""
        self.status: Status = "connected"
        self.game: CsaGame | None = None
        self.waiting_for: GameName | None = None
        self.color: Color | None = None
        """The side that it asked for."""
        self.closed: bool = False
        self.chatted_at: float = 0.0

    def send(self, *lines: str) -> None:
        """Sends lines."""
        self.connection.send(*lines)

    def error(self, text: str) -> None:
        """Sends an error; only the extended mode has such lines."""
        if self.x1:
            self.send(f"##[ERROR] {text}")

    def idle(self) -> None:
        """The program neither plays nor waits."""
        self.status = "connected"
        self.game = self.waiting_for = self.color = None

    def after_game(self) -> None:
        """A game is over: a plain connection is closed, as in shogi-server."""
        self.idle()
        if not self.x1:
            self.closed = True
            self.connection.close()
