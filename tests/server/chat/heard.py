"""What is heard in a chat."""

from __future__ import annotations

from typing import Any

from tests.server.conftest import Socket


def heard(page: Socket, count: int) -> list[dict[str, Any]]:
    """The next lines that the page receives."""
    lines: list[dict[str, Any]] = []
    while len(lines) < count:
        message = page.receive()
        if message["type"] == "chat":
            lines += message["lines"]
    return lines
