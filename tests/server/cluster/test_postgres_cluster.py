"""Processes on one PostgreSQL database: who owns which game, and how they wake each other."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path

import pytest
import sqlalchemy as sa

from komadai.server.cluster import postgres_cluster as module
from komadai.server.cluster.messages import All, ChatChanged, Closed
from komadai.server.cluster.postgres_cluster import PostgresCluster
from komadai.server.db.database import Database
from komadai.server.games.storage.store import GameStore
from komadai.server.settings import WorkerSettings
from tests.play.table import created
from tests.processes import PATIENCE_S
from tests.server.games.rows import row
from tests.server.postgresql import Cluster


class Games:
    """The games of a process."""

    def __init__(self, wanted: Sequence[str] = ()) -> None:
        self.wanted = set(wanted)
        self.own: set[str] = set()
        self.polls = 0

    def wants(self) -> list[str]:
        return sorted(self.wanted - self.own)

    async def acquired(self, game_id: str) -> None:
        self.own.add(game_id)

    def lost_all(self) -> None:
        self.own.clear()

    async def poll(self) -> None:
        self.polls += 1


Test = Callable[[Database], Awaitable[None]]


@pytest.fixture
def run(tmp_path: Path, postgresql: Cluster, migrated_url: str) -> Callable[[Test], None]:
    """Runs a function with a database that has the games a, b and c."""

    async def main(test: Test) -> None:
        database = await Database.open(postgresql.create(migrated_url), tmp_path)
        try:
            for game_id in "abc":
                await GameStore(database).begin(row(game_id), [created()])
            await test(database)
        finally:
            await database.close()

    return lambda test: asyncio.run(main(test))


def process(database: Database, node: str, *siblings: PostgresCluster) -> PostgresCluster:
    return PostgresCluster(
        database, WorkerSettings(node=node, siblings=tuple(each.name for each in siblings))
    )


async def until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE_S):
        while not condition():
            await asyncio.sleep(0.02)


async def die(one: PostgresCluster) -> None:
    """What SIGKILL does: nothing is renewed, heard or stored any more."""
    await one._stop()


def test_a_game_is_owned_by_one_process_until_it_leaves(run: Callable[[Test], None]) -> None:
    async def test(database: Database) -> None:
        one, other = process(database, "one"), process(database, "other")
        assert await one.join()
        assert not await other.join()
        here, there = Games("ab"), Games("abc")
        one.run(here)
        await until(lambda: here.own == {"a", "b"})
        other.run(there)
        await until(lambda: there.own == {"c"})
        assert one.owns("a")
        assert not other.owns("a")
        here.wanted.remove("a")
        await one.release(["a"])
        await until(lambda: there.own == {"a", "c"})
        assert not await one.leave()
        await until(lambda: there.own == {"a", "b", "c"})
        assert await other.leave()

    run(test)


def test_games_of_a_process_that_died_are_taken_over(
    run: Callable[[Test], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "TTL_MS", 1_000)

    async def test(database: Database) -> None:
        one, other, third = process(database, "one"), process(database, "other"), process(database, "third")
        for each in (one, other, third):
            await each.join()
        games = Games("ab"), Games(), Games()
        one.run(games[0])
        await until(lambda: games[0].own == {"a", "b"})
        other.run(games[1])
        await die(one)
        await until(lambda: games[1].own == {"a", "b"})  # after its lease has expired
        third.run(games[2])
        monkeypatch.setattr(module, "TTL_MS", 10**9)
        await asyncio.sleep(0)
        await other._renew()
        await die(other)
        await third.ended(other.name)  # at once: the supervisor knows it
        await until(lambda: games[2].own == {"a", "b"})
        await third.leave()

    run(test)


def test_the_leases_of_a_lost_process_end_and_are_looked_at_within_three_seconds(
    run: Callable[[Test], None],
) -> None:
    """What the server itself may wait for, on a machine of any speed: a lease, and a beat of another one."""
    assert module.TTL_MS / 1000 + module.BEAT_S < 3
    assert module.TTL_MS / 1000 > 3 * module.BEAT_S, "a beat that is late once loses no games"

    async def test(database: Database) -> None:
        one = process(database, "one")
        await one.join()
        here = Games("a")
        one.run(here)
        await until(lambda: here.own == {"a"})
        left = f"SELECT max(alive_until_ms) - {module._NOW} FROM workers JOIN game_leases ON worker_id = id"
        async with database.engine.connect() as connection:
            (left_ms,) = (await connection.execute(sa.text(left))).one()
        assert left_ms <= module.TTL_MS, "what the database says"
        await one.leave()

    run(test)


def test_a_process_that_stood_still_too_long_begins_again(run: Callable[[Test], None]) -> None:
    async def test(database: Database) -> None:
        one, other = process(database, "one"), process(database, "other")
        await one.join()
        await other.join()
        here, there = Games("a"), Games()
        one.run(here)
        await until(lambda: here.own == {"a"})
        await die(one)
        other.run(there)
        await other.ended(one.name)
        await until(lambda: there.own == {"a"})
        one.run(here)
        await until(lambda: here.own == set())
        assert not one.owns("a")
        await other.leave()
        await until(lambda: here.own == {"a"})
        await one.leave()

    run(test)


def test_a_new_server_on_a_node_replaces_what_was_left_there(run: Callable[[Test], None]) -> None:
    async def test(database: Database) -> None:
        killed = process(database, "here")
        await killed.join()
        first = process(database, "here")
        assert await first.join(), "the killed one lives no more, though its lease has not expired"
        second = process(database, "here", first)
        assert not await second.join()
        assert not await first.leave()
        assert await second.leave()

    run(test)


def test_messages_reach_the_others_also_after_the_connection_was_lost(run: Callable[[Test], None]) -> None:
    async def test(database: Database) -> None:
        one, other = process(database, "one"), process(database, "other")
        heard: list[str] = []
        lost: list[str] = []

        async def hear(message: ChatChanged) -> None:
            heard.append(message.game_id)

        async def read_all(_: All) -> None:
            lost.append("all")

        one.subscribe(ChatChanged, hear)
        other.subscribe(ChatChanged, hear)
        other.subscribe(All, read_all)
        await one.join()
        await other.join()
        here, there = Games(), Games()
        one.run(here)
        other.run(there)
        await until(lambda: lost == ["all"])
        await one.publish(ChatChanged("game1"))
        await until(lambda: heard == ["game1"])
        async with database.engine.begin() as connection:
            await connection.execute(
                sa.text("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query ILIKE 'listen%'")
            )
        await until(lambda: len(lost) > 1)
        await one.publish(ChatChanged("game2"))
        await until(lambda: heard == ["game1", "game2"])
        await until(lambda: there.polls > 1)  # also without any message
        await one.leave()
        await other.leave()

    run(test)


def test_who_is_here_is_known_to_the_others_until_the_process_ends(run: Callable[[Test], None]) -> None:
    async def test(database: Database) -> None:
        one, other = process(database, "one"), process(database, "other")
        closed: list[str] = []

        async def hear(message: Closed) -> None:
            closed.append(message.topic)

        other.subscribe(Closed, hear)
        await one.join()
        await other.join()
        one.run(Games())
        other.run(Games())
        await one.set_presence("a", "person", True, 5)
        assert await other.presence_elsewhere(["a"]) == {"a": [("person", True, 5)]}
        assert await one.presence_elsewhere(["a"]) == {"a": []}
        await one.set_presence("a", "person", False, 7)
        assert await other.presence_elsewhere(["a"]) == {"a": [("person", False, 7)]}
        await one.set_presence("a", "person", True, 9)
        await die(one)
        await other.ended(one.name)
        await until(lambda: closed == ["a"])
        ((_, here, since),) = (await other.presence_elsewhere(["a"]))["a"]
        assert not here
        assert since > 9
        await other.leave()

    run(test)


def test_a_presence_that_the_database_does_not_take_in_time_is_stored_later(
    run: Callable[[Test], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test(database: Database) -> None:
        one, other = process(database, "one"), process(database, "other")
        await one.join()
        await other.join()
        monkeypatch.setattr(module, "CALL_S", 0.2)
        async with database.engine.begin() as connection:
            await connection.execute(sa.text("LOCK TABLE attendance"))
            async with asyncio.timeout(PATIENCE_S):
                await one.set_presence("a", "person", True, 5)
                with pytest.raises(TimeoutError):
                    await other.presence_elsewhere(["a"])
        monkeypatch.setattr(module, "CALL_S", PATIENCE_S)
        one.run(Games())
        async with asyncio.timeout(PATIENCE_S):
            while await other.presence_elsewhere(["a"]) != {"a": [("person", True, 5)]}:
                await asyncio.sleep(0.02)
        await one.leave()
        await other.leave()

    run(test)
