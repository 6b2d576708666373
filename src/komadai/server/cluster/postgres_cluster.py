"""The processes on a PostgreSQL database.

All that counts is in the database; messages (PostgreSQL's NOTIFY) only wake the others, which then read it. A
message that is lost costs up to POLL_S.

A process that is alive says so every BEAT_S. If it has not for TTL_MS, or another one knows that it has
ended, its row is removed and others own its games.
"""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import Awaitable, Callable, Collection, Coroutine, Sequence
from typing import Any, Final

import asyncpg
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from komadai.server.cluster import messages as ms
from komadai.server.cluster.cluster import CHANNEL, Cluster, GameOwner, RemotePresence
from komadai.server.db.database import APPLICATION_NAME, DATABASE_ERRORS, Database, reason_of
from komadai.server.periodic import Periodic
from komadai.server.settings import WorkerSettings

log: Final = logging.getLogger(__name__)

BEAT_S: Final = 0.5
TTL_MS: Final = 2_000
STARTING_MS: Final = 30_000
"""The same for a process that is starting, and owns no games yet."""
POLL_S: Final = 1.0
FORGOTTEN_MS: Final = 86_400_000
"""A person who closed their last page before this time is no longer known by name."""
RECONNECT_S: Final = 0.5
STOP_S: Final = 5.0
CALL_S: Final = 10.0
"""A message or a presence that the database has not taken until then has failed, as without a connection."""
MAX_ADOPTED: Final = 200
"""Games of a dead process that are taken at once."""
_NOW: Final = "CAST(extract(epoch FROM clock_timestamp()) * 1000 AS bigint)"
"""The time of the database, in milliseconds: the clocks of several machines may differ."""
_CONNECTION_ERRORS: Final = (*DATABASE_ERRORS, asyncpg.PostgresError, asyncpg.InterfaceError)
_LOCK: Final = 0x6B6F6D61
"""PostgreSQL's advisory lock of those that start or end."""


class PostgresCluster(Cluster):
    """The processes on a PostgreSQL database."""

    def __init__(self, database: Database, settings: WorkerSettings) -> None:
        self._settings = settings
        self._engine: AsyncEngine = database.engine.execution_options(isolation_level="AUTOCOMMIT")
        # The leases have a connection of their own: they must not wait behind the work of many games.
        self._leases = create_async_engine(
            database.engine.url,
            pool_size=1,
            max_overflow=0,
            pool_pre_ping=True,
            hide_parameters=True,
            isolation_level="AUTOCOMMIT",
            connect_args={"server_settings": {"application_name": APPLICATION_NAME}},
        )
        self._owned: set[str] = set()
        self._here: dict[tuple[str, str], int] = {}
        """The people who have pages open here, and since when."""
        self._unstored: dict[tuple[str, str], int] = {}
        """The comings and goings that could not be stored yet."""
        self._listeners: dict[type[ms.Message], list[Callable[[Any], Awaitable[None]]]] = {}
        self._owner: GameOwner | None = None
        self._beating: Periodic | None = None
        self._polling: Periodic | None = None
        self._listening: Periodic | None = None
        self._running: set[asyncio.Task[None]] = set()
        self._closing = False

    @property
    def name(self) -> str:
        return self._settings.id

    def owns(self, game_id: str) -> bool:
        return game_id in self._owned

    def subscribe(self, kind: type[ms.M], listener: Callable[[ms.M], Awaitable[None]]) -> None:
        self._listeners.setdefault(kind, []).append(listener)

    async def publish(self, message: ms.Message) -> None:
        line = ms.encode(self.name, message)
        try:
            await self._execute("SELECT pg_notify(:channel, :line)", channel=CHANNEL, line=line)
        except DATABASE_ERRORS as error:  # the others poll
            log.warning("could not wake the other workers: %s", reason_of(error))

    async def join(self) -> bool:
        async with self._engine.connect() as connection:
            await connection.execute(sa.text("SELECT pg_advisory_lock(:lock)"), {"lock": _LOCK})
            try:
                await connection.execute(
                    sa.text(
                        f"DELETE FROM workers WHERE alive_until_ms < {_NOW} OR (node = :node AND "
                        " id <> ALL(CAST(:alive AS text[])))"
                    ),
                    {"node": self._settings.node, "alive": list(self._settings.siblings)},
                )
                await self._register(connection, STARTING_MS)
                others = await connection.execute(
                    sa.text("SELECT count(*) FROM workers WHERE id <> :id"), {"id": self.name}
                )
                first: bool = others.scalar_one() == 0
                await connection.execute(
                    sa.text(f"DELETE FROM attendance WHERE NOT here AND since_ms < {_NOW} - {FORGOTTEN_MS}")
                )
                if first:
                    # No other worker is alive, so the leases and presence that are stored are stale.
                    await connection.execute(sa.text("DELETE FROM game_leases"))
                    await connection.execute(sa.text("DELETE FROM attendance"))
                return first
            finally:
                await connection.execute(sa.text("SELECT pg_advisory_unlock(:lock)"), {"lock": _LOCK})

    async def _register(self, connection: AsyncConnection, ttl_ms: int) -> None:
        await connection.execute(
            sa.text(
                f"INSERT INTO workers VALUES (:id, :node, :pid, {_NOW} + :ttl)"
                f" ON CONFLICT (id) DO UPDATE SET alive_until_ms = {_NOW} + :ttl"
            ),
            {"id": self.name, "node": self._settings.node, "pid": os.getpid(), "ttl": ttl_ms},
        )

    def run(self, owner: GameOwner) -> None:
        self._owner = owner
        self._closing = False
        self._beating = Periodic(self._beat, BEAT_S, "renew the leases of games")
        self._polling = Periodic(owner.poll, POLL_S, "look for changes", at_once=False)
        self._listening = Periodic(
            self._listen, RECONNECT_S, "hear the other workers", expected=_CONNECTION_ERRORS
        )

    async def leave(self) -> bool:
        await self._stop()
        try:
            topics = await self._execute(
                f"""UPDATE attendance SET here = false, since_ms = {_NOW} WHERE worker_id = :id AND here
                RETURNING topic""",
                id=self.name,
            )
            async with self._engine.connect() as connection:
                await connection.execute(sa.text("SELECT pg_advisory_lock(:lock)"), {"lock": _LOCK})
                try:
                    await connection.execute(sa.text("DELETE FROM workers WHERE id = :id"), {"id": self.name})
                    others = await connection.execute(
                        sa.text(f"SELECT count(*) FROM workers WHERE alive_until_ms >= {_NOW}")
                    )
                    last: bool = others.scalar_one() == 0
                finally:
                    await connection.execute(sa.text("SELECT pg_advisory_unlock(:lock)"), {"lock": _LOCK})
            await self.publish(ms.Gone(self.name))
            for topic in {topic for (topic,) in topics}:
                await self.publish(ms.Closed(topic))
        except DATABASE_ERRORS as error:
            log.error("could not leave the other workers: %s", reason_of(error))
            return False
        return last

    async def _stop(self) -> None:
        """Ends the background work. What is being stored is completed if the database answers."""
        self._closing = True
        if self._listening is not None:
            self._listening.cancel()
        loop = asyncio.get_running_loop()
        regular = (each for each in (self._beating, self._polling, self._listening) if each is not None)
        ending = {*(loop.create_task(each.close()) for each in regular), *self._running}
        if ending:
            _, late = await asyncio.wait(ending, timeout=STOP_S)
            for task in late:
                task.cancel()
        await self._leases.dispose()

    # -- leases

    def wake(self) -> None:
        if self._beating is not None:
            self._beating.wake()

    async def release(self, game_ids: Collection[str]) -> None:
        ids = self._owned & set(game_ids)
        if not ids:
            return
        self._owned -= ids
        await self._execute(
            "DELETE FROM game_leases WHERE worker_id = :id AND game_id = ANY(CAST(:games AS text[]))",
            id=self.name,
            games=sorted(ids),
        )
        await self.publish(ms.Released())

    async def ended(self, worker_id: str) -> None:
        await self._execute("UPDATE workers SET alive_until_ms = 0 WHERE id = :id", id=worker_id)
        self.wake()

    async def _beat(self) -> None:
        """Renews the leases of this process, and takes games without an owner."""
        async with asyncio.timeout(5 * BEAT_S + TTL_MS / 1000):
            await self._renew()
            await self._remove_dead()
            await self._take_wanted()
            await self._adopt()
            await self._store_presence_again()

    async def _renew(self) -> None:
        found = await self._lease(
            f"UPDATE workers SET alive_until_ms = {_NOW} + :ttl WHERE id = :id RETURNING id",
            ttl=TTL_MS,
            id=self.name,
        )
        if found:
            return
        # This process stood still for too long, and others have taken its games.
        log.warning("this worker was taken for dead, and begins again")
        self._owned.clear()
        assert self._owner is not None
        self._owner.lost_all()
        async with self._engine.connect() as connection:
            await self._register(connection, TTL_MS)
        for (topic, person), since in list(self._here.items()):
            await self._store_presence(topic, person, True, since)

    async def _remove_dead(self) -> None:
        """Removes dead processes. What was open on them is closed."""
        topics = await self._lease(
            f"""WITH dead AS (DELETE FROM workers WHERE alive_until_ms < {_NOW} AND id <> :id RETURNING id),
            gone AS (UPDATE attendance SET here = false, since_ms = {_NOW} FROM dead
                WHERE attendance.worker_id = dead.id AND here RETURNING topic)
            SELECT id, '' FROM dead UNION SELECT '', topic FROM gone""",
            id=self.name,
        )
        for worker_id, _ in topics:
            if worker_id:
                log.warning("worker %s has ended; its games are taken over", worker_id)
        for topic in {topic for _, topic in topics if topic}:
            await self.publish(ms.Closed(topic))
            self._deliver(ms.Closed(topic))

    async def _take_wanted(self) -> None:
        assert self._owner is not None
        wanted = self._owner.wants()
        if not wanted:
            return
        free = await self._lease(
            f"""SELECT wanted.id FROM unnest(CAST(:games AS text[])) AS wanted(id)
            LEFT JOIN game_leases ON game_leases.game_id = wanted.id
            LEFT JOIN workers ON workers.id = game_leases.worker_id
            WHERE workers.id IS NULL OR workers.alive_until_ms < {_NOW} OR workers.id = :id""",
            games=wanted,
            id=self.name,
        )
        if not free:
            return
        taken = await self._lease(
            f"""INSERT INTO game_leases SELECT free.id, CAST(:id AS varchar)
            FROM unnest(CAST(:games AS text[])) AS free(id) JOIN games ON games.id = free.id ORDER BY free.id
            ON CONFLICT (game_id) DO UPDATE SET worker_id = excluded.worker_id
            WHERE game_leases.worker_id = excluded.worker_id
            OR NOT EXISTS (SELECT FROM workers WHERE workers.id = game_leases.worker_id
                AND workers.alive_until_ms >= {_NOW})
            RETURNING game_id""",
            games=[game_id for (game_id,) in free],
            id=self.name,
        )
        await self._begin_to_own([game_id for (game_id,) in taken])

    async def _adopt(self) -> None:
        """Takes games of processes that have ended, of which nobody here has a page open."""
        taken = await self._lease(
            """UPDATE game_leases SET worker_id = :id WHERE game_id IN (
                SELECT game_id FROM game_leases
                WHERE NOT EXISTS (SELECT FROM workers WHERE workers.id = game_leases.worker_id)
                ORDER BY game_id LIMIT :limit FOR UPDATE SKIP LOCKED
            ) RETURNING game_id""",
            id=self.name,
            limit=MAX_ADOPTED,
        )
        await self._begin_to_own([game_id for (game_id,) in taken])
        if len(taken) == MAX_ADOPTED:
            self.wake()

    async def _begin_to_own(self, game_ids: Sequence[str]) -> None:
        self._owned.update(game_ids)
        if game_ids:
            self._spawn(self._acquire(game_ids))

    async def _acquire(self, game_ids: Sequence[str]) -> None:
        assert self._owner is not None
        for game_id in game_ids:
            try:
                await self._owner.acquired(game_id)
            except Exception as error:  # a damaged game must not keep the others from going on
                log.error(
                    "game %s cannot be taken over: %s: %s", game_id, type(error).__name__, reason_of(error)
                )

    async def _lease(self, statement: str, **values: Any) -> list[Any]:
        async with self._leases.connect() as connection:
            return list(await connection.execute(sa.text(statement), values))

    # -- presence

    async def set_presence(self, topic: str, person: str, here: bool, now_ms: int) -> None:
        if here:
            self._here[topic, person] = now_ms
        else:
            self._here.pop((topic, person), None)
        try:
            await self._store_presence(topic, person, here, now_ms)
        except DATABASE_ERRORS as error:  # watching needs no stored attendance
            log.warning("could not store who is here: %s", reason_of(error))
            self._unstored[topic, person] = now_ms
            return
        self._unstored.pop((topic, person), None)
        await self.publish(ms.PresenceChanged(topic))

    async def _store_presence_again(self) -> None:
        """Stores what `set_presence` could not store."""
        for (topic, person), since in list(self._unstored.items()):
            if self._unstored.get((topic, person)) == since:
                await self.set_presence(topic, person, (topic, person) in self._here, since)

    async def _store_presence(self, topic: str, person: str, here: bool, since_ms: int) -> None:
        await self._execute(
            """INSERT INTO attendance VALUES (:topic, :person, :id, :here, :since)
            ON CONFLICT (topic, person, worker_id)
            DO UPDATE SET here = excluded.here, since_ms = excluded.since_ms""",
            topic=topic,
            person=person,
            id=self.name,
            here=here,
            since=since_ms,
        )

    async def presence_elsewhere(self, topics: Collection[str]) -> dict[str, list[RemotePresence]]:
        rows = await self._execute(
            """SELECT topic, person, bool_or(here), max(since_ms) FROM attendance
            WHERE topic = ANY(CAST(:topics AS text[])) AND worker_id <> :id GROUP BY topic, person""",
            topics=list(topics),
            id=self.name,
        )
        found: dict[str, list[RemotePresence]] = {topic: [] for topic in topics}
        for topic, person, here, since in rows:
            found[topic].append(RemotePresence(person, here, since))
        return found

    # -- messages

    async def _listen(self) -> None:
        """Receives messages until the connection is lost."""
        lost = asyncio.Event()
        connection = await self._raw_connection()
        try:
            connection.add_termination_listener(lambda _: lost.set())
            await connection.add_listener(CHANNEL, self._received)
            # Whatever happened before is read now.
            assert self._polling is not None
            self._polling.wake()
            self._deliver(ms.All())
            await lost.wait()
        finally:
            connection.terminate()
        raise ConnectionError("the connection was lost")

    async def _raw_connection(self) -> Any:
        url = self._engine.url
        return await asyncpg.connect(
            dsn=url.set(drivername="postgresql").render_as_string(hide_password=False),
            server_settings={"application_name": APPLICATION_NAME},
        )

    def _received(self, _connection: object, _process: int, _channel: str, line: str) -> None:
        origin, message = ms.decode(line)
        if message is None or origin == self.name:
            return
        if isinstance(message, ms.Gone | ms.Released):
            self.wake()
        self._deliver(message)

    def _deliver(self, message: ms.Message) -> None:
        for listener in self._listeners.get(type(message), ()):
            self._spawn(self._guarded(listener, message))

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._running.add(task)
        task.add_done_callback(self._running.discard)

    async def _guarded(self, listener: Callable[[Any], Awaitable[None]], message: ms.Message) -> None:
        if self._closing:
            return
        try:
            await listener(message)
        except Exception as error:
            expected = isinstance(error, DATABASE_ERRORS)
            log.error("%s failed: %s", message, reason_of(error), exc_info=not expected)

    async def _execute(self, statement: str, **values: Any) -> list[Any]:
        async with asyncio.timeout(CALL_S), self._engine.connect() as connection:
            result = await connection.execute(sa.text(statement), values)
            return list(result) if result.returns_rows else []
