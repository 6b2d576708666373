"""Games that are gone over."""

from __future__ import annotations

from typing import Any

from litestar.testing import TestClient

from tests.server.conftest import Guest, begin_two


def played(client: TestClient[Any], **choices: Any) -> tuple[Guest, Guest, str]:
    """Black, White, and their game in which Black resigned after one move each."""
    black, white = Guest(client), Guest(client)
    game_id = begin_two(black, white, **choices)
    with black.open(game_id) as first, white.open(game_id) as second:
        first.until(lambda game: game["clocks"] is None or game["status"] == "playing")
        for socket, usi in ((first, "7g7f"), (second, "3c3d")):
            count = socket.event
            answer = socket.ask("move", usi=usi)
            while answer["type"] == "error" and answer["code"] == "stale":
                socket.until(lambda game, count=count: game["event"] > count)  # type: ignore[misc]
                answer = socket.ask("move", usi=usi)
            assert answer["type"] == "done", answer
            other = second if socket is first else first
            other.until(lambda game, usi=usi: any(move["usi"] == usi for move in game["moves"]))  # type: ignore[misc]
        assert first.ask("resign")["type"] == "done"
    return black, white, game_id


def go_over(guest: Guest, game_id: str) -> Any:
    return guest.post(f"/api/games/{game_id}/study", {})
