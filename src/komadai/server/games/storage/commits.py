"""Commits of new events of games. Those that wait share one transaction.

A game's events are numbered. Of two processes that append the same number the database lets one win; the
other is `Overtaken`: it reads what was appended and decides again.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import Any, Final, NamedTuple

import msgspec
import sqlalchemy as sa
from sqlalchemy.exc import DataError, DBAPIError, IntegrityError, OperationalError, ProgrammingError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from komadai.play.events import Event, Thrown, ThrownOnSide
from komadai.server.cluster.cluster import CHANNEL
from komadai.server.db.database import Database
from komadai.server.games.storage.tables import GameRow, event_rows, game_seats

MAX_BATCH: Final = 200
"""Appends in one transaction."""
CHANGED: Final = (
    "events",
    "plies",
    "sfen",
    "status",
    "winner",
    "termination",
    "infraction",
    "clock_runs",
    "search",
    "interruption",
    "turn",
    "deadline_ms",
    "adjourned",
    "resume_by",
)
"""The columns of ``games`` that events change."""


class Overtaken(Exception):
    """Another process has appended to the game first."""


class Append(NamedTuple):
    """New events of a game, and its row after them."""

    row: GameRow
    new: Sequence[Event]

    @property
    def before(self) -> int:
        """The number of events before these."""
        return self.row.events - len(self.new)


Write = Callable[[Sequence[Append]], Awaitable[set[str]]]
"""Commits appends in one transaction, and returns the ids of the games that were not overtaken."""


class CommitQueue:
    """Commits appends in the order in which they come, all that wait at once."""

    def __init__(self, database: Database, origin: str = "") -> None:
        """``origin``: the name of this process in its messages to the others; empty: there are no others."""
        engine = database.engine
        self._writes = database.writes
        self._write: Write
        if engine.dialect.name == "postgresql":
            self._write = _PostgresqlWriter(engine, origin)
        else:
            self._write = _SqliteWriter(engine)
        self._waiting: list[tuple[Append, asyncio.Future[None]]] = []
        self._task: asyncio.Task[None] | None = None

    async def append(self, append: Append) -> None:
        """Returns after the commit. Raises Overtaken, or one of DATABASE_ERRORS."""
        loop = asyncio.get_running_loop()
        done: asyncio.Future[None] = loop.create_future()
        self._waiting.append((append, done))
        if self._task is None:
            self._task = loop.create_task(self._run())
        await done

    async def _run(self) -> None:
        try:
            while self._waiting:
                batch, self._waiting = self._waiting[:MAX_BATCH], self._waiting[MAX_BATCH:]
                await self._commit(batch)
        finally:
            self._task = None

    async def _commit(self, batch: list[tuple[Append, asyncio.Future[None]]]) -> None:
        try:
            won = await self._write([append for append, _ in batch])
        except (DataError, IntegrityError, OperationalError, ProgrammingError) as error:
            if len(batch) > 1 and not getattr(error, "connection_invalidated", False):
                # Nothing was stored. One of them may be the reason, which must not fail the others.
                for one in batch:
                    await self._commit([one])
                return
            self._writes.failed(error)
            _fail(batch, error)
        except BaseException as error:
            self._writes.failed(error)
            _fail(batch, error)
            if not isinstance(error, Exception):
                raise
        else:
            for append, done in batch:
                if done.done():
                    continue
                if append.row.id in won:
                    done.set_result(None)
                else:
                    done.set_exception(Overtaken(append.row.id))


def _fail(batch: list[tuple[Append, asyncio.Future[None]]], error: BaseException) -> None:
    for _, done in batch:
        if not done.done():
            if isinstance(error, Exception):
                done.set_exception(error)
            else:
                done.cancel()


class _SqliteWriter:
    """Writes with SQLite: two statements for any number of games.

    A statement by way of SQLAlchemy is three calls of the connection's thread, which cost more than the rest
    of a move. So the driver executes these itself, each in one call.
    """

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def __call__(self, batch: Sequence[Append]) -> set[str]:
        rows = [_row(append) for append in batch]
        async with self._engine.begin() as connection:
            won = {game_id for (game_id,) in await _in_one_call(connection, _UPDATE, _json(rows))}
            winners = [append for append in batch if append.row.id in won]
            if winners:
                stored = [row for each in winners for row in _stored(each)]
                await _in_one_call(connection, _INSERT, _json(stored))
            for append in winners:
                for seat in _changed_seats(append):
                    place = (game_seats.c.game_id == append.row.id) & (game_seats.c.number == seat["number"])
                    await connection.execute(game_seats.update().where(place).values(color=seat["color"]))
        return won


async def _in_one_call(connection: AsyncConnection, statement: str, given: str) -> Iterable[Any]:
    """The rows of a statement with one parameter. Raises SQLAlchemy's errors."""
    driver = (await connection.get_raw_connection()).driver_connection
    assert driver is not None
    try:
        rows: Iterable[Any] = await driver.execute_fetchall(statement, (given,))
    except sqlite3.Error as error:
        raise DBAPIError.instance(statement, None, error, sqlite3.Error, hide_parameters=True) from error
    return rows


class _PostgresqlWriter:
    """Writes with PostgreSQL: one statement, which is its own transaction, for any number of games.

    The rows of games are locked in the order of their ids, so that two processes do not wait for each other.
    """

    def __init__(self, engine: AsyncEngine, origin: str) -> None:
        self._engine = engine.execution_options(isolation_level="AUTOCOMMIT")
        self._origin = origin
        self._statement = sa.text(_STATEMENT + (_NOTIFY if origin else _WITHOUT_NOTIFY))

    async def __call__(self, batch: Sequence[Append]) -> set[str]:
        rows = [_row(append) for append in batch]
        stored = [row for append in batch for row in _stored(append)]
        seats = [{"game_id": each.row.id, **seat} for each in batch for seat in _changed_seats(each)]
        given = {"rows": _json(rows), "events": _json(stored), "seats": _json(seats)}
        if self._origin:
            given |= {"channel": CHANNEL, "origin": self._origin}
        async with self._engine.connect() as connection:
            return {found[0] for found in await connection.execute(self._statement, given)}


def _row(append: Append) -> dict[str, Any]:
    values = {name: getattr(append.row, name) for name in CHANGED}
    return {"id": append.row.id, "before": append.before, **values}


def _stored(append: Append) -> list[dict[str, Any]]:
    return event_rows(append.row.id, append.before + 1, append.new)


def _changed_seats(append: Append) -> list[dict[str, Any]]:
    """The seats whose colour furigoma has decided."""
    if not any(isinstance(event, Thrown | ThrownOnSide) for event in append.new):
        return []
    return [{"number": seat.number, "color": seat.color} for seat in append.row.seats]


def _json(rows: list[dict[str, Any]]) -> str:
    return msgspec.json.encode(rows).decode()


_UPDATE: Final = f"""UPDATE games SET {", ".join(f"{name} = asked.{name}" for name in CHANGED)}
FROM (
    SELECT json_extract(value, '$.id') AS id, json_extract(value, '$.before') AS known,
        {", ".join(f"json_extract(value, '$.{name}') AS {name}" for name in CHANGED)}
    FROM json_each(?)
) AS asked WHERE games.id = asked.id AND games.events = asked.known RETURNING id"""
_INSERT: Final = """INSERT INTO events (game_id, number, at_ms, body)
SELECT json_extract(value, '$.game_id'), json_extract(value, '$.number'), json_extract(value, '$.at_ms'),
    json_extract(value, '$.body') FROM json_each(?)"""
_STATEMENT: Final = f"""
WITH asked AS (
    SELECT * FROM json_to_recordset(CAST(:rows AS json)) AS asked(
        id text, before int, events int, plies int, sfen text, status text, winner text, termination text,
        infraction text, clock_runs bool, search text, interruption text, turn text, deadline_ms bigint,
        adjourned bool, resume_by text)
), held AS (
    SELECT games.id FROM games JOIN asked ON games.id = asked.id AND games.events = asked.before
    ORDER BY games.id FOR UPDATE OF games
), won AS (
    UPDATE games SET {", ".join(f"{name} = asked.{name}" for name in CHANGED)}
    FROM asked JOIN held ON held.id = asked.id
    WHERE games.id = asked.id AND games.events = asked.before
    RETURNING games.id
), stored AS (
    INSERT INTO events (game_id, number, at_ms, body)
    SELECT new.game_id, new.number, new.at_ms, new.body
    FROM json_to_recordset(CAST(:events AS json)) AS new(game_id text, number int, at_ms bigint, body text)
    JOIN won ON won.id = new.game_id
), seated AS (
    UPDATE game_seats SET color = seat.color
    FROM json_to_recordset(CAST(:seats AS json)) AS seat(game_id text, number int, color text)
    JOIN won ON won.id = seat.game_id
    WHERE game_seats.game_id = seat.game_id AND game_seats.number = seat.number
)
"""
_WITHOUT_NOTIFY: Final = "SELECT id FROM won"
_NOTIFY: Final = """
SELECT id, pg_notify(CAST(:channel AS text), CAST(:origin AS text) || ' game ' || id) FROM won
"""
