"""Programs that play in accounts."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from typing import Any

from litestar.testing import TestClient

from tests.server.people.accounts import Browser

NUMBERS = count(1)


LOBBY = {"type": "lobby", "id": "lobby"}


class Bot(Browser):
    """An account in which a program plays."""

    def __init__(self, client: TestClient[Any]) -> None:
        super().__init__(client)
        self.name = f"robo_{next(NUMBERS)}"
        self.register(self.name)
        assert self.post("/api/account/bot", {}).json()["bot"]
        body = {"name": "test", "scopes": ["read", "challenge", "play"]}
        self.token = self.post("/api/account/tokens", body).json()["token"]

    def call(self, path: str, body: Any) -> Any:
        self.client.cookies.clear()
        headers = {"Authorization": f"Bearer {self.token}"}
        return self.client.post(f"/api/bot/{path}", json=body, headers=headers)

    def accept(self, challenge: str) -> Any:
        return self.call(f"challenges/{challenge}/accept", {})


@contextmanager
def listening(bot: Bot) -> Iterator[None]:
    """The bot is in the lobby, so it can be challenged."""
    with bot.connect() as page:
        page.ask("subscribe", topic=LOBBY)
        yield
