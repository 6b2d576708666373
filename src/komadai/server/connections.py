"""The server's side of a page's socket: the queue of messages that wait to be sent."""

from __future__ import annotations

import asyncio
from copy import copy
from typing import Final, Self

import msgspec

SOCKET_VERSION: Final = 2
"""The version of the messages of the page's socket. It is raised with a change that an open page does not
understand; a page of another version is asked to reload."""

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
        self._topic = ""

    def about(self, topic: object) -> Self:
        """The same page as a subscriber: what is sent to it carries this topic."""
        subscriber = copy(self)
        subscriber._topic = f'{{"topic":{encode(topic)},'
        return subscriber

    def send(self, message: str) -> None:
        """Queues an encoded message: the text of a JSON object with at least one field."""
        try:
            self.outbox.put_nowait(self._topic + message[1:] if self._topic else message)
        except asyncio.QueueFull:
            self.overflowed.set()
