"""What a page waits for in the lobby."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.server.conftest import Socket

LOBBY = {"type": "lobby", "id": "lobby"}


def until(page: Socket, holds: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    """The first lobby that the page receives and of which this holds."""
    while True:
        message = page.receive()
        if message["type"] == "lobby" and holds(message["lobby"]):
            lobby: dict[str, Any] = message["lobby"]
            return lobby
