"""Work that the server does again and again."""

from __future__ import annotations

import asyncio
import logging
import threading
from pathlib import Path
from typing import Any

import pytest

from komadai.server import garbage, metrics
from komadai.server.cluster.postgres_cluster import PostgresCluster
from komadai.server.cluster.single_process import SingleProcess
from komadai.server.csa.programs import CsaPrograms
from komadai.server.db.database import Database
from komadai.server.games.live import game_registry
from komadai.server.lobby.lobby import Lobby
from komadai.server.mail import queue
from komadai.server.mail.store import MailStore
from komadai.server.people.sessions import sessions
from komadai.server.people.store import PeopleStore
from komadai.server.periodic import Periodic
from komadai.server.settings import MailSettings
from tests.processes import PATIENCE_S
from tests.server.conftest import UNLIMITED, Guest, Server
from tests.server.csa.programs import server as csa_server
from tests.server.postgresql import Cluster


def test_an_error_ends_one_call_and_not_those_that_follow(caplog: pytest.LogCaptureFixture) -> None:
    async def run() -> None:
        calls = 0
        again = asyncio.Event()

        async def look() -> None:
            nonlocal calls
            calls += 1
            if calls == 1:
                raise ValueError("damaged")
            again.set()

        periodic = Periodic(look, 0.001, "look for games")
        await again.wait()
        await periodic.close()

    asyncio.run(run())
    errors = [record.getMessage() for record in caplog.records if record.levelno == logging.ERROR]
    assert errors == ["could not look for games"]


def test_closing_waits_for_the_present_call_and_no_other_follows() -> None:
    done: list[int] = []

    async def run() -> None:
        begun = asyncio.Event()

        async def look() -> None:
            begun.set()
            await asyncio.sleep(0.01)
            done.append(1)

        periodic = Periodic(look, 0.0, "look")
        await begun.wait()
        await periodic.close()

    asyncio.run(run())
    assert done == [1]


def test_a_cancelled_future_that_a_call_waits_for_ends_only_the_call(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def run() -> None:
        calls = 0
        again = asyncio.Event()

        async def look() -> None:
            nonlocal calls
            calls += 1
            if calls == 1:
                future = asyncio.get_running_loop().create_future()
                future.cancel()
                await future
            again.set()

        periodic = Periodic(look, 0.001, "look for games")
        await again.wait()
        await periodic.close()

    asyncio.run(run())
    assert [record.getMessage() for record in caplog.records] == ["could not look for games"]


def test_an_error_of_the_database_that_lasts_is_logged_once_and_counted_each_time(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def run() -> None:
        calls = 0
        again = asyncio.Event()

        async def look() -> None:
            nonlocal calls
            calls += 1
            if calls < 4:
                raise OSError("the disk is full")
            if calls == 5:
                again.set()
                raise OSError("the disk is full")

        periodic = Periodic(look, 0.001, "look for space")
        await again.wait()
        await periodic.close()

    before = failures("look for space")
    asyncio.run(run())
    lines = [record.getMessage() for record in caplog.records]
    assert lines == ["could not look for space: the disk is full"] * 2, "once before it succeeded, once after"
    assert failures("look for space") == before + 4


def test_work_that_is_woken_does_not_wait_for_its_time() -> None:
    async def run() -> None:
        looked = asyncio.Event()

        async def look() -> None:
            looked.set()

        periodic = Periodic(look, 3600.0, "look", at_once=False)
        await asyncio.sleep(0)
        assert not looked.is_set()
        periodic.wake()
        await looked.wait()
        await periodic.close()

    asyncio.run(run())


def failures(what: str) -> float:
    """The failed calls of this work, as the metrics count them."""
    counted: float = metrics.periodic_failures.labels(what)._value.get()
    return counted


class Failing:
    """A function of the server whose first call raises an error that nobody expects."""

    def __init__(self, patch: pytest.MonkeyPatch, owner: type, name: str) -> None:
        self.calls = 0
        self.succeeded = threading.Event()
        inner = getattr(owner, name)

        def called(*args: Any, **kwargs: Any) -> Any:
            self.calls += 1
            if self.calls == 1:
                raise RuntimeError("unexpected")
            self.succeeded.set()
            return inner(*args, **kwargs)

        patch.setattr(owner, name, called)


def test_the_lobby_is_sent_after_an_unexpected_error(
    server: Server, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("komadai.server.lobby.room.REFRESH_S", 0.05)
    with server(limits=UNLIMITED) as client, Guest(client).connect() as page:
        assert page.ask("subscribe", topic={"type": "lobby"})["type"] == "done"
        before = failures("send the lobby")
        assert Failing(monkeypatch, Lobby, "_contents").succeeded.wait(PATIENCE_S)
    assert failures("send the lobby") == before + 1
    assert "could not send the lobby" in caplog.text


@pytest.mark.parametrize(
    ("owner", "name", "what"),
    [
        (Database, "save_heartbeat", "save the heartbeat"),
        (SingleProcess, "release", "remove games that are not in use"),
        (PeopleStore, "ended_since", "look for ended sessions"),
        (PeopleStore, "remove_old", "remove old sessions"),
    ],
)
def test_work_of_the_server_goes_on_after_an_unexpected_error(
    server: Server, monkeypatch: pytest.MonkeyPatch, owner: type, name: str, what: str
) -> None:
    monkeypatch.setattr(game_registry, "HEARTBEAT_S", 0.05)
    monkeypatch.setattr(sessions, "POLL_S", 0.05)
    monkeypatch.setattr(sessions, "CLEAN_EVERY_S", 0.05)
    before = failures(what)
    failing = Failing(monkeypatch, owner, name)
    with server(limits=UNLIMITED) as client:
        guest = Guest(client)
        guest.get("/api/games")
        with guest.open(guest.begin(clock={"main_ms": 600_000})) as page:
            assert page.ask("move", usi="7g7f")["type"] == "done"
            assert failing.succeeded.wait(PATIENCE_S)
    assert failures(what) == before + 1


def test_a_round_of_the_league_is_held_after_an_unexpected_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = failures("hold a round of the league")
    failing = Failing(monkeypatch, CsaPrograms, "hold_round")

    async def main() -> None:
        async with csa_server(tmp_path, round_s=1):
            assert await asyncio.to_thread(failing.succeeded.wait, PATIENCE_S)

    asyncio.run(main())
    assert failures("hold a round of the league") == before + 1


def test_mails_are_sent_after_an_unexpected_error(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(queue, "LOOK_S", 0.05)
    before = failures("send the mails")
    failing = Failing(monkeypatch, MailStore, "take_mail")
    mail = MailSettings(host="127.0.0.1", port=9, sender="club@example.org", public_url="https://example.org")
    with server(mail=mail):
        assert failing.succeeded.wait(PATIENCE_S)
    assert failures("send the mails") == before + 1


def test_cycles_are_collected_after_an_unexpected_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(garbage, "LOOK_EVERY_S", 0.01)
    calls = 0

    async def main() -> None:
        again = asyncio.Event()

        def is_busy() -> bool:
            nonlocal calls
            calls += 1
            if calls == 1:
                raise RuntimeError("unexpected")
            again.set()
            return True

        async with garbage.collected_seldom(is_busy):
            await asyncio.wait_for(again.wait(), PATIENCE_S)

    asyncio.run(main())


@pytest.mark.parametrize(
    ("name", "what"),
    [
        ("_renew", "renew the leases of games"),
        ("_raw_connection", "hear the other workers"),
    ],
)
def test_a_worker_keeps_its_leases_and_hears_the_others_after_an_unexpected_error(
    server: Server,
    postgresql: Cluster,
    migrated_url: str,
    monkeypatch: pytest.MonkeyPatch,
    name: str,
    what: str,
) -> None:
    before = failures(what)
    failing = Failing(monkeypatch, PostgresCluster, name)
    with server(database=postgresql.create(migrated_url)):
        assert failing.succeeded.wait(PATIENCE_S)
    assert failures(what) == before + 1
