"""Persons with accounts who create events, enter them and play in them."""

from __future__ import annotations

from typing import Any

import httpx

from tests.server.people.accounts import Browser


class Person(Browser):
    """A browser with an account."""

    def do(self, event: str, kind: str, **more: Any) -> dict[str, Any]:
        """A command that succeeds."""
        answer = self.ask(event, kind, **more)
        assert answer.status_code == 200, answer.text
        view: dict[str, Any] = answer.json()
        return view

    def ask(self, event: str, kind: str, **more: Any) -> httpx.Response:
        return self.post(f"/api/events/{event}/commands", {"command": {"type": kind, **more}})

    def see(self, event: str) -> dict[str, Any]:
        view: dict[str, Any] = self.get(f"/api/events/{event}").json()
        return view

    def resign(self, game: str, opponent: Person) -> None:
        """Resigns a game; both players have to be here, so that it begins."""
        with self.connect() as socket, opponent.connect() as other:
            other.subscribe(game)
            assert socket.subscribe(game)["type"] == "done"
            assert socket.ask("resign")["type"] == "done"

    def create(self, **settings: Any) -> str:
        answer = self.post("/api/events", {"name": "Club Cup", **settings})
        assert answer.status_code == 201, answer.text
        event: str = answer.json()["id"]
        return event


class Club:
    """A server with accounts."""

    def __init__(self, client: Any) -> None:
        self.client = client

    def person(self, name: str) -> Person:
        person = Person(self.client)
        person.register(name)
        return person

    def later(self, ms: int) -> None:
        """Time passes, and the games notice it."""
        registry = self.client.app.state.registry
        self.client.app.state.clock.zero_ns += ms * 1_000_000

        async def look() -> None:
            for live in list(registry._games.values()):
                live.flag.look_again()

        self.client.blocking_portal.call(look)
