"""Sessions in the database: they expire, and those that are not needed any more are removed."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from komadai.server.db.database import Database, ensure_guest
from komadai.server.http.session import cookie_name, set_cookie
from komadai.server.people.sessions.sessions import (
    ACCOUNT_IDLE_MS,
    ACCOUNT_LIFE_MS,
    DAY_MS,
    GUEST_IDLE_MS,
    Sessions,
)
from komadai.server.people.store import Account, PeopleStore
from komadai.server.server_clock import ServerClock


class Clock(ServerClock):
    """A clock that the test sets."""

    def __init__(self) -> None:
        super().__init__()
        self.time = 1_000 * DAY_MS

    def now_ms(self) -> int:
        return self.time


class People:
    """The sessions of an open database, without their background work."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.clock = Clock()
        self.sessions = Sessions()
        self.sessions._store, self.sessions._clock = PeopleStore(database), self.clock

    async def person(self, token: str) -> str | None:
        """The person whom a cookie with this token belongs to."""
        session = await self.sessions.authenticate(f"{cookie_name('komadai_session', False)}={token}", False)
        return None if session is None else session.person

    async def with_game(self, person: str) -> None:
        """Stores the guest, as their first game does."""
        async with self.database.engine.begin() as connection:
            await ensure_guest(connection, person, self.clock.time)


def run(folder: Path, work: Callable[[People], object]) -> None:
    async def main() -> None:
        database = await Database.open(None, folder)
        try:
            await work(People(database))  # type: ignore[misc]
        finally:
            await database.close()

    asyncio.run(main())


@pytest.mark.parametrize(("account", "idle_ms"), [(False, GUEST_IDLE_MS), (True, ACCOUNT_IDLE_MS)])
def test_a_session_expires_without_visits_and_each_visit_prolongs_it(
    tmp_path: Path, account: bool, idle_ms: int
) -> None:
    async def work(people: People) -> None:
        sessions, clock = people.sessions, people.clock
        if account:
            who = Account(id="a" * 32, kind="person", name="n", display_name="n", created_ms=1)
            token, row, _ = sessions.begun(who.id, who, "", "")
            async with people.database.engine.begin() as connection:
                await sessions.store.add_account(connection, who, None)
                await sessions.store.add_session(connection, row)
        else:
            token, _ = await sessions.begin_guest(None, "", "")
        clock.time += idle_ms - DAY_MS
        current = await sessions.authenticate(set_cookie(token, False).partition(";")[0], False)
        assert current is not None
        await sessions.seen(current)
        clock.time += idle_ms - DAY_MS
        assert await people.person(token) == current.person
        clock.time += DAY_MS
        assert await people.person(token) is None

    run(tmp_path, work)


def test_the_session_of_an_account_ends_a_year_after_the_login_whatever_the_visits(tmp_path: Path) -> None:
    async def work(people: People) -> None:
        sessions, clock = people.sessions, people.clock
        who = Account(id="a" * 32, kind="person", name="n", display_name="n", created_ms=1)
        token, row, _ = sessions.begun(who.id, who, "", "")
        async with people.database.engine.begin() as connection:
            await sessions.store.add_account(connection, who, None)
            await sessions.store.add_session(connection, row)
        guest, _ = await sessions.begin_guest(None, "", "")
        for day in range(1, 400):
            clock.time += DAY_MS
            for each in (token, guest):
                found = await sessions.authenticate(set_cookie(each, False).partition(";")[0], False)
                assert (found is None) == (each == token and day >= ACCOUNT_LIFE_MS // DAY_MS), day
                if found is not None:
                    await sessions.seen(found)

    run(tmp_path, work)


def test_the_documented_lifetimes_are_those_of_the_server() -> None:
    page = (Path(__file__).parents[4] / "docs" / "security.md").read_text("utf-8")
    idle, life, guest = (each // DAY_MS for each in (ACCOUNT_IDLE_MS, ACCOUNT_LIFE_MS, GUEST_IDLE_MS))
    assert (
        f"{idle} days without a visit, and {life} days after the login; that of a guest after {guest}" in page
    )


def test_what_is_not_needed_any_more_is_removed(tmp_path: Path) -> None:
    async def work(people: People) -> None:
        sessions, store = people.sessions, people.sessions.store
        visitor, _ = await sessions.begin_guest(None, "", "")
        player, player_session = await sessions.begin_guest(None, "", "")
        left, left_session = await sessions.begin_guest(None, "", "")
        await people.with_game(player_session.person)
        await people.with_game(left_session.person)
        now = people.clock.time
        async with people.database.engine.begin() as connection:
            await store.end_sessions(connection, left_session.person, now)
            await store.log_security(connection, "login_failed", now, None, "")
        people.clock.time += 2 * DAY_MS
        await store.remove_old(people.clock.time, idle_ms=DAY_MS, log_ms=DAY_MS)
        assert [await people.person(token) for token in (visitor, player, left)] == [
            None,
            player_session.person,
            None,
        ]
        assert (await store.security_entries()).entries == []

    run(tmp_path, work)


def test_a_change_of_the_account_is_seen_after_half_a_minute_at_most(tmp_path: Path) -> None:
    """Another process has changed the role."""

    async def work(people: People) -> None:
        who = Account(id="a" * 32, kind="person", name="n", display_name="n", created_ms=1)
        token, row, _ = people.sessions.begun(who.id, who, "", "")
        async with people.database.engine.begin() as connection:
            await people.sessions.store.add_account(connection, who, None)
            await people.sessions.store.add_session(connection, row)
        cookie = set_cookie(token, False).partition(";")[0]
        assert await people.person(token) == who.id
        async with people.database.engine.begin() as connection:
            await PeopleStore(people.database).change_account(connection, who.id, role="moderator")
        people.clock.time += 31_000
        session = await people.sessions.authenticate(cookie, False)
        assert session is not None
        assert session.account is not None
        assert session.account.role == "moderator"

    run(tmp_path, work)
