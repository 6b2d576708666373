"""The server's side of a page's socket: the queue of messages that wait to be sent."""

from __future__ import annotations

import asyncio
from typing import Final

import msgspec

_encoder: Final = msgspec.json.Encoder()


def encode(message: object) -> str:
    """A message as the text of a WebSocket frame."""
    return _encoder.encode(message).decode()


class Connection:
    """One open page, and the messages for it that have not been sent yet."""

    def __init__(self, guest: str | None, max_queued: int) -> None:
        self.guest: Final = guest
        self.outbox: Final[asyncio.Queue[str]] = asyncio.Queue(max_queued)
        self.overflowed: Final = asyncio.Event()
        """Set if the page is too slow for its messages. Its socket is closed; it can reconnect."""

    def send(self, message: str) -> None:
        """Queues an encoded message."""
        try:
            self.outbox.put_nowait(message)
        except asyncio.QueueFull:
            self.overflowed.set()
