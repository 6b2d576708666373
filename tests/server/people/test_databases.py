"""Accounts in a database of each kind: SQLite and PostgreSQL."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from litestar.testing import TestClient

from komadai.server.moderation import administration
from tests.server.conftest import UNLIMITED, Server, begin_two, code
from tests.server.people.accounts import OTHER_PASSWORD, PASSWORD, Browser
from tests.server.people.solvers import solve_one


def test_an_account_from_its_creation_to_its_deletion(server: Server, database_url: str | None) -> None:
    with server(database=database_url, limits=UNLIMITED) as client:
        browser = Browser(client)
        game_id = browser.begin()
        solve_one(browser)
        browser.register("Somebody_1", display_name="誰か")
        assert code(Browser(client).enter("register", name="somebody_1", password=PASSWORD)) == "name_taken"
        other = Browser(client)
        second = other.begin()
        solve_one(other)
        other.log_in("Somebody_1")
        assert set(other.games) == {game_id, second}
        assert other.get("/api/tsume").json()["tried"] == 2
        assert len(other.sessions) == 2
        other.enter("password", current=PASSWORD, new=OTHER_PASSWORD)
        assert [each["current"] for each in other.sessions] == [True]
        friend = Browser(client)
        friend.register("Friend_1")
        other.post("/api/people/Friend_1/follow", {"on": True})
        other.post("/api/people/Friend_1/report", {"reason": "other", "game": begin_two(other, friend)})
        exported = other.get("/api/account/export").json()
        assert len(exported["games"]) == 3
        assert [next(iter(each)) for each in exported["relations"]] == ["relation", "report"]
        ban(client, "Friend_1")
        assert code(friend.get("/api/games")) == "no_guest"
        assert other.enter("delete", password=OTHER_PASSWORD).status_code == 200
        assert code(other.log_in("Somebody_1", OTHER_PASSWORD)) == "bad_login"


def test_two_logins_of_one_guest_at_the_same_time(server: Server, database_url: str | None) -> None:
    """Somebody presses the button twice: both answers are good, and nothing is lost or doubled."""
    with server(database=database_url, limits=UNLIMITED) as client:
        owner = Browser(client)
        owner.register("Twice_1")
        guest = Browser(client)
        game_id = guest.begin()
        solve_one(guest)
        body = {"name": "Twice_1", "password": PASSWORD}
        with ThreadPoolExecutor(4) as threads:
            answers = list(threads.map(lambda _: guest.post("/api/account/login", body), range(4)))
        assert {answer.status_code for answer in answers} <= {200, 401}, "401: the session has just ended"
        assert any(answer.status_code == 200 for answer in answers)
        client.cookies.clear()
        assert owner.games == [game_id]
        assert owner.get("/api/tsume").json()["tried"] == 1


def ban(client: TestClient[Any], name: str) -> None:
    """Closes an account as a moderator does."""
    people = client.app.state.people

    async def close() -> None:
        account = await administration.named(people.store, name)
        people.sessions.ended(await administration.ban(people.store, account, 1))

    with client.portal() as portal:
        portal.call(close)


def test_the_character_nul_is_found_nowhere_and_is_no_failure_of_the_database(
    server: Server, database_url: str | None, caplog: pytest.LogCaptureFixture
) -> None:
    with server(database=database_url, limits=UNLIMITED) as client:
        browser = Browser(client)
        answers = [
            browser.get("/api/people/a%00b"),
            browser.get("/api/games/%00/event"),
            browser.log_in("a\0b"),
        ]
        browser.register("Somebody_2")
        answers += [
            browser.post("/api/challenges", {"to": "a\0b"}),
            browser.post("/api/people/a%00b/follow", {"on": True}),
            browser.post("/api/account/sessions/%00/end", {}),
        ]
        assert all(200 <= answer.status_code < 500 for answer in answers), answers
    assert "0x00" not in caplog.text
