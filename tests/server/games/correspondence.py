"""Correspondence games, and days that pass."""

from __future__ import annotations

from typing import Any

from litestar.testing import TestClient

from komadai.clock import DAY_MS
from tests.server.conftest import Socket


def play(black: Socket, white: Socket, *moves: str) -> None:
    for usi in moves:
        mover = black if len(black.game["moves"]) % 2 == 0 else white
        before = len(mover.game["moves"])
        assert mover.ask("move", usi=usi)["type"] == "done"
        for page in (black, white):
            page.until(lambda game, before=before: len(game["moves"]) > before)  # type: ignore[misc]


def pass_days(client: TestClient[Any], days: float) -> None:
    """Lets the server's clock go on by this much."""
    client.app.state.clock.zero_ns += int(days * DAY_MS * 1_000_000)
