"""A browser in which somebody registers, logs in and out."""

from __future__ import annotations

from itertools import count
from typing import Any

import httpx
from litestar.testing import TestClient

from komadai.server.moderation import administration
from komadai.server.people.store import Role
from tests.server.conftest import Guest

PASSWORD = "to the ninth rank"
OTHER_PASSWORD = "drop a pawn on 5e"
_NUMBERS = count(1)
_NAMES: dict[Role, str] = {"user": "someone", "moderator": "keeper", "admin": "chief"}


class Browser(Guest):
    """A browser: it takes the cookie of each answer, as browsers do."""

    def enter(self, path: str, **body: str) -> httpx.Response:
        """Calls one of /api/account's POST calls, and takes the new session if it succeeds."""
        answer = self.post(f"/api/account/{path}", body)
        self.take(answer)
        return answer

    def take(self, answer: httpx.Response) -> None:
        """Takes the session of an answer."""
        self.client.cookies.clear()
        cookie = answer.headers.get("set-cookie")
        if cookie is not None:
            self.cookie = cookie.partition(";")[0]
            self.id, self.csrf = answer.json()["guest"], answer.json()["csrf"]

    def register(self, name: str, password: str = PASSWORD, **more: str) -> httpx.Response:
        answer = self.enter("register", name=name, password=password, **more)
        assert answer.status_code == 201, answer.text
        return answer

    def log_in(self, name: str, password: str = PASSWORD) -> httpx.Response:
        return self.enter("login", name=name, password=password)

    @property
    def account(self) -> dict[str, Any] | None:
        """The account of the session, as the page sees it."""
        account: dict[str, Any] | None = self.get("/api/session").json()["account"]
        return account

    @property
    def games(self) -> list[str]:
        """The ids of one's games, newest first."""
        return [game["id"] for game in self.get("/api/games").json()["games"]]

    @property
    def sessions(self) -> list[dict[str, Any]]:
        """The running sessions of the account."""
        sessions: list[dict[str, Any]] = self.get("/api/account/sessions").json()["sessions"]
        return sessions


def give_role(client: TestClient[Any], name: str, role: Role) -> None:
    """Gives an account a role, as the command line does. Its sessions end."""
    people = client.app.state.people

    async def promote() -> None:
        account = await administration.named(people.store, name)
        await administration.set_role(people.store, account, role, 1)
        people.sessions.forget_account(account.id)

    with client.portal() as portal:
        portal.call(promote)


def somebody(client: TestClient[Any], role: Role = "user") -> tuple[Browser, str]:
    """A new account with this role, and its name."""
    browser, name = Browser(client), f"{_NAMES[role]}_{next(_NUMBERS)}"
    browser.register(name)
    if role != "user":
        give_role(client, name, role)
        browser = Browser(client)
        browser.log_in(name)
    return browser, name
