"""The calls for records."""

from __future__ import annotations

from typing import Any

import httpx

from tests.server.conftest import Guest


def read(guest: Guest, body: bytes | str, query: str = "") -> httpx.Response:
    content = body.encode() if isinstance(body, str) else body
    return guest.client.post(f"/api/records/read{query}", content=content, headers=guest.headers())


def game_in(answer: httpx.Response) -> dict[str, Any]:
    assert answer.status_code == 200, answer.text
    (game,) = answer.json()["games"]
    assert isinstance(game, dict)
    return game


def write(guest: Guest, record: dict[str, Any], format: str, **more: Any) -> httpx.Response:
    return guest.post("/api/records/write", {"record": record, "format": format, **more})
