"""Vacations: the days of a year on which a person's time stands still in all correspondence games."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable
from datetime import UTC, datetime
from typing import Any, Final, NamedTuple

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from komadai.clock import DAY_MS
from komadai.server.db.database import Database, ensure_guest, metadata

DAYS_A_YEAR: Final = 30

vacations: Final = sa.Table(
    "vacations",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("person_id", sa.ForeignKey("guests.id"), nullable=False, index=True),
    sa.Column("begun_ms", sa.BigInteger, nullable=False),
    sa.Column("until_ms", sa.BigInteger, nullable=False),
    # What it takes from the year in which it began.
    sa.Column("days", sa.Integer, nullable=False),
)


class State(NamedTuple):
    """A person's vacation now, and what is left of the year."""

    until_ms: int | None
    days_left: int


class Vacations:
    """The vacations of all people; each method is one transaction."""

    def __init__(self, database: Database) -> None:
        self._engine = database.engine

    async def of(self, person: str, now_ms: int) -> State:
        """The vacation of a person."""
        async with self._engine.connect() as connection:
            return await _state(connection, person, now_ms)

    async def until(self, persons: Iterable[str], now_ms: int) -> dict[str, int]:
        """The ends of the vacations of those of these people who have one now."""
        return await self._ends(vacations.c.person_id.in_(set(persons)), vacations.c.until_ms > now_ms)

    async def active(self, now_ms: int) -> dict[str, int]:
        """All people who have a vacation now, and its end."""
        return await self._ends(vacations.c.until_ms > now_ms)

    async def _ends(self, *where: sa.ColumnElement[bool]) -> dict[str, int]:
        query = sa.select(vacations.c.person_id, sa.func.max(vacations.c.until_ms)).where(*where)
        async with self._engine.connect() as connection:
            rows = await connection.execute(query.group_by(vacations.c.person_id))
            return {row[0]: row[1] for row in rows}

    async def begin(self, person: str, days: int, now_ms: int) -> State:
        """Begins a vacation of these days, as far as the year has them left, in place of the present one."""
        async with self._engine.begin() as connection:
            await ensure_guest(connection, person, now_ms)
            await _end(connection, person, now_ms)
            days = min(days, (await _state(connection, person, now_ms)).days_left)
            if days > 0:
                row = {"begun_ms": now_ms, "until_ms": now_ms + days * DAY_MS, "days": days}
                await connection.execute(vacations.insert().values(person_id=person, **row))
            return await _state(connection, person, now_ms)

    async def end(self, person: str, now_ms: int) -> State:
        """Ends the vacation. Days that have not begun are not lost."""
        async with self._engine.begin() as connection:
            await _end(connection, person, now_ms)
            return await _state(connection, person, now_ms)


async def _end(connection: AsyncConnection, person: str, now_ms: int) -> None:
    running = sa.and_(vacations.c.person_id == person, vacations.c.until_ms > now_ms)
    for row in (await connection.execute(sa.select(vacations).where(running))).mappings().all():
        used = min(-(-max(now_ms - row["begun_ms"], 0) // DAY_MS), row["days"])
        change = vacations.update().where(vacations.c.id == row["id"])
        await connection.execute(change.values(until_ms=now_ms, days=used))


async def _state(connection: AsyncConnection, person: str, now_ms: int) -> State:
    year = datetime.fromtimestamp(now_ms / 1000, UTC).year
    first_ms = int(datetime(year, 1, 1, tzinfo=UTC).timestamp() * 1000)
    used = sa.select(sa.func.coalesce(sa.func.sum(vacations.c.days), 0)).where(
        vacations.c.person_id == person, vacations.c.begun_ms >= first_ms
    )
    until = sa.select(sa.func.max(vacations.c.until_ms)).where(vacations.c.person_id == person)
    taken = int((await connection.execute(used)).scalar_one())
    last = (await connection.execute(until)).scalar_one()
    return State(last if last is not None and last > now_ms else None, max(DAYS_A_YEAR - taken, 0))


class VacationData:
    """The vacations of a person, as `PersonalData`."""

    name = "vacations"

    def __init__(self, database: Database) -> None:
        self._engine = database.engine

    async def move(self, connection: AsyncConnection, guest: str, account: str) -> None:
        """Gives the guest's vacations to the account."""
        own = vacations.update().where(vacations.c.person_id == guest)
        await connection.execute(own.values(person_id=account))

    async def moved(self, guest: str, account: str) -> None:
        """Nothing is in memory."""

    async def erase(self, connection: AsyncConnection, person: str) -> None:
        """Removes them; the games keep their times."""
        await connection.execute(vacations.delete().where(vacations.c.person_id == person))

    async def export(self, person: str) -> AsyncIterator[dict[str, Any]]:
        """Each vacation, oldest first."""
        columns = (vacations.c.begun_ms, vacations.c.until_ms, vacations.c.days)
        query = sa.select(*columns).where(vacations.c.person_id == person).order_by(vacations.c.id)
        async with self._engine.connect() as connection:
            for row in (await connection.execute(query)).mappings():
                yield dict(row)
