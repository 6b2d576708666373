"""While the database stores nothing (the disk is full, or another program has locked it) reading goes on."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from litestar.testing import TestClient
from sqlalchemy.exc import OperationalError

from komadai.server import monitoring
from komadai.server.games.storage import commits
from komadai.server.http import openapi
from komadai.server.people.sessions import sessions
from komadai.server.people.tokens import tokens
from komadai.tournaments import ladder
from tests.processes import until
from tests.server.conftest import UNLIMITED, Guest, Server, begin_two, code, start_server
from tests.server.people.accounts import Browser, somebody
from tests.server.studies.going_over import go_over, played
from tests.server.tournaments.people import Person

WRITES = re.compile(r"\s*(INSERT|UPDATE|DELETE|WITH \w+ AS \((INSERT|UPDATE|DELETE))", re.IGNORECASE)
ENDLESS = ("/api/bot/events", "/api/bot/games/{game_id}/stream", "/api/bot/seeks")
"""Streams; they begin as `/api/bot/account` does."""


class FullDisk:
    """A database that refuses each statement that stores something while ``full`` is set."""

    def __init__(self, client: TestClient[Any]) -> None:
        self.full = False
        self.refused: list[str] = []
        self.database = client.app.state.core.database
        engine = self.database.engine.sync_engine
        sa.event.listen(engine, "before_cursor_execute", self._refuse)

    def _refuse(self, _c: Any, _cursor: Any, statement: str, *_: Any) -> None:
        if self.full and WRITES.match(statement):
            self.refused.append(statement)
            raise OperationalError(statement, {}, sqlite3.OperationalError("database or disk is full"))

    @contextmanager
    def until_it_is_noticed(self) -> Iterator[None]:
        """A full disk of which the server does not know yet."""
        self.full = True
        self.database.writes.succeeded()
        try:
            yield
        finally:
            self.full = False
            self.database.writes.succeeded()


class Place:
    """A server with something of everything, and two readers of it: an administrator and a guest."""

    def __init__(self, client: TestClient[Any]) -> None:
        self.client = client
        self.admin, self.name = somebody(client, "admin")
        _, _, self.over = played(client)
        self.study = go_over(Guest(client), self.over).json()
        maker = Guest(client)
        self.guest = maker
        self.game = maker.begin()
        self.challenge = maker.post("/api/challenges", {"side": "black"}).json()["id"]
        self.running = begin_two(maker, Guest(client))
        low, top = Person(client), Person(client)
        for number, person in enumerate((top, low)):
            person.register(f"ladder_{number}_{self.name}")
        self.event = low.create(system="ladder", online=False, answer_days=7)
        for person in (top, low):
            person.do(self.event, "join")
        low.do(self.event, "challenge", opponent=1)
        self.token = self.admin.post("/api/account/tokens", {"name": "x", "scopes": ["read"]}).json()["token"]

    def pass_days(self) -> None:
        """The answer to the challenge is overdue: the next reader of the event enters it."""
        self.client.app.state.clock.zero_ns += 8 * ladder.DAY_MS * 1_000_000

    def path(self, template: str) -> str:
        """A path with the ids of this place."""
        values = {
            "game_id": self.over,
            "challenge_id": self.challenge,
            "event_id": self.event,
            "study_id": self.study["id"],
            "name": "chu" if template.startswith("/api/variants") else self.name,
        }
        return re.sub(r"\{(\w+)\}", lambda found: values.get(found[1], "0" * 12), template)

    @property
    def topics(self) -> list[dict[str, Any]]:
        return [
            {"type": "game", "id": self.over},
            {"type": "game", "id": self.running},
            {"type": "lobby"},
            {"type": "challenge", "id": self.challenge},
            {"type": "event", "id": self.event},
            {"type": "chapter", "id": self.study["chapter"]},
        ]


@pytest.fixture
def no_caches(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each request reads its session or token, and has a visit to store."""
    monkeypatch.setattr(sessions, "REFRESH_MS", -1)
    monkeypatch.setattr(tokens, "CACHED_MS", -1)
    monkeypatch.setattr(tokens, "USED_MS", -1)


@pytest.mark.usefixtures("no_caches")
def test_every_get_call_is_answered_as_before(server: Server) -> None:
    with server(limits=UNLIMITED) as client:
        place = Place(client)
        disk = FullDisk(client)
        paths = [
            path
            for path, method, _ in openapi.calls(client.app.routes)
            if method == "GET" and path not in ENDLESS
        ]
        assert len(paths) > 60
        bearer = {"Authorization": f"Bearer {place.token}"}

        def read(path: str, reader: Guest) -> int:
            if path.startswith("/api/bot/"):
                return client.get(path, headers=bearer).status_code
            return reader.get(place.path(path)).status_code

        readers = (place.admin, Guest(client))  # who play nobody, and so may be helped before and after
        before = {(path, number): read(path, who) for path in paths for number, who in enumerate(readers)}
        place.pass_days()
        for (path, number), status in before.items():
            with disk.until_it_is_noticed():
                assert (path, read(path, readers[number])) == (path, status)
        assert disk.refused, "some of them store something if they can"


@pytest.mark.usefixtures("no_caches")
def test_every_topic_is_shown_to_everybody(database_url: str | None, tmp_path: Path) -> None:
    with start_server(tmp_path, limits=UNLIMITED, database=database_url) as client:
        place = Place(client)
        disk = FullDisk(client)
        for topic in place.topics:
            for reader in (place.guest, place.admin):
                with disk.until_it_is_noticed(), reader.connect() as page:
                    assert (topic, page.ask("subscribe", topic=topic)["type"]) == (topic, "done")


def test_a_newcomer_watches_and_is_stored_as_soon_as_that_is_possible(server: Server) -> None:
    with server(limits=UNLIMITED) as client:
        place = Place(client)
        disk = FullDisk(client)
        with disk.until_it_is_noticed():
            newcomer = Browser(client)
            assert newcomer.get("/api/session").json()["guest"] == newcomer.id
            for path in ("/api/lobby", "/api/games", f"/api/games/{place.running}", "/api/tsume"):
                assert newcomer.get(path).status_code == 200
            with newcomer.connect() as page:
                for topic in place.topics:
                    assert page.ask("subscribe", topic=topic)["type"] == "done"
            refused = newcomer.post("/api/challenges", {"side": "black"})
            assert (refused.status_code, code(refused)) == (507, "disk_full")
        assert newcomer.post("/api/challenges", {"side": "black"}).status_code == 201
        sessions_of = client.app.state.people.store.sessions_of
        with client.portal() as portal:
            assert len(portal.call(sessions_of, newcomer.id, 0)) == 1


def test_a_newcomer_who_only_watches_is_stored_by_and_by(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sessions, "POLL_S", 0.05)
    with server(limits=UNLIMITED) as client:
        disk = FullDisk(client)
        with disk.until_it_is_noticed():
            newcomer = Browser(client)
        sessions_of = client.app.state.people.store.sessions_of
        with client.portal() as portal:
            until(lambda: portal.call(sessions_of, newcomer.id, 0), "the session")


def writes(client: TestClient[Any]) -> tuple[int, str]:
    answer = client.get("/healthz")
    body = answer.json()
    assert body["database"] == "ok"
    return answer.status_code, body["writes"]


async def refuse(*_: Any) -> None:
    raise OperationalError("UPDATE", {}, sqlite3.OperationalError("database or disk is full"))


class TestHealth:
    @pytest.fixture(autouse=True)
    def ask_each_time(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(monitoring, "WRITES_VALID_S", 0.0)

    def test_it_says_that_writes_fail_and_stays_200_until_they_succeed(self, server: Server) -> None:
        with server(limits=UNLIMITED) as client:
            until(lambda: writes(client) == (200, "ok"), "a write")
            disk = FullDisk(client)
            disk.full = True
            assert writes(client) == (200, "failing")
            assert writes(client) == (200, "failing")
            disk.full = False
            until(lambda: writes(client) == (200, "ok"), "the next heartbeat")

    def test_it_says_so_after_a_move_that_was_not_stored(
        self, server: Server, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(monitoring, "WRITES_VALID_S", 1000.0)
        with server(limits=UNLIMITED) as client:
            guest = Guest(client)
            with guest.open(guest.begin()) as page:
                until(lambda: writes(client) == (200, "ok"), "a write")
                disk = FullDisk(client)
                disk.full = True
                with monkeypatch.context() as driver:
                    driver.setattr(commits, "_in_one_call", refuse)
                    assert page.ask("move", usi="7g7f")["code"] == "disk_full"
                assert writes(client) == (200, "failing")
                disk.full = False
                until(lambda: writes(client) == (200, "ok"), "the next heartbeat")
                assert page.ask("move", usi="7g7f")["type"] == "done"

    def test_a_value_that_is_refused_is_not_the_databases_fault(self, server: Server) -> None:
        with server(limits=UNLIMITED) as client:
            database = client.app.state.core.database
            row = {"id": "0" * 32, "created_ms": 1}

            async def insert() -> None:
                async with database.engine.begin() as connection:
                    statement = "INSERT INTO guests (id, created_ms) VALUES (:id, :created_ms)"
                    await connection.execute(sa.text(statement), row)

            with client.portal() as portal:
                portal.call(insert)
                with pytest.raises(sa.exc.IntegrityError):
                    portal.call(insert)
            assert not database.writes.failing


def test_a_locked_database_is_shown_to_newcomers_and_named(
    server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(monitoring, "WRITES_VALID_S", 0.0)
    with server(limits=UNLIMITED) as client:
        game_id = Guest(client).begin()
        with closing(sqlite3.connect(tmp_path / "komadai.sqlite", isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            assert writes(client) == (200, "failing")
            newcomer = Guest(client)
            assert newcomer.get(f"/api/games/{game_id}").status_code == 200
            with newcomer.open(game_id) as page:
                assert page.game["id"] == game_id
            other.execute("ROLLBACK")
        until(lambda: writes(client) == (200, "ok"), "the next heartbeat")
