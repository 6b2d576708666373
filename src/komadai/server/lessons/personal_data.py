"""The lessons of a person: they move into an account, are exported, and are erased."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from komadai.server.db.database import Database, upsert
from komadai.server.lessons.store import lesson_cards, lesson_classes, lesson_progress, lesson_pupils


class LessonData:
    """Progress, cards and classes of a person, as `PersonalData`."""

    name = "lessons"

    def __init__(self, database: Database) -> None:
        self._engine = database.engine

    async def move(self, connection: AsyncConnection, guest: str, account: str) -> None:
        """Adds the guest's lessons to those of the account; of a lesson of both, the farther counts."""
        own = {row["lesson"]: row for row in await _rows(connection, lesson_progress, account)}
        for row in await _rows(connection, lesson_progress, guest):
            after = {**_farther(row, own.get(row["lesson"])), "guest_id": account}
            await upsert(connection, lesson_progress, after)
        for row in await _rows(connection, lesson_cards, guest):
            await upsert(connection, lesson_cards, {**row, "guest_id": account})
        for row in await _rows(connection, lesson_pupils, guest):
            await upsert(connection, lesson_pupils, {**row, "guest_id": account})
        for table in (lesson_progress, lesson_cards, lesson_pupils):
            await connection.execute(table.delete().where(table.c.guest_id == guest))
        await connection.execute(
            lesson_classes.update().where(lesson_classes.c.guest_id == guest).values(guest_id=account)
        )

    async def moved(self, guest: str, account: str) -> None:
        """Nothing: everything is read from the database each time."""

    async def erase(self, connection: AsyncConnection, person: str) -> None:
        """Removes progress, cards and names in classes, and the classes that the person taught."""
        taught = sa.select(lesson_classes.c.id).where(lesson_classes.c.guest_id == person)
        await connection.execute(lesson_pupils.delete().where(lesson_pupils.c.class_id.in_(taught)))
        for table in (lesson_progress, lesson_cards, lesson_pupils, lesson_classes):
            await connection.execute(table.delete().where(table.c.guest_id == person))

    async def export(self, person: str) -> AsyncIterator[dict[str, Any]]:
        """Each lesson, each card, each class."""
        tables = (
            ("progress", lesson_progress),
            ("card", lesson_cards),
            ("teaches", lesson_classes),
            ("attends", lesson_pupils),
        )
        async with self._engine.connect() as connection:
            for name, table in tables:
                for row in await _rows(connection, table, person):
                    yield {name: row}


def _farther(one: dict[str, Any], other: dict[str, Any] | None) -> dict[str, Any]:
    if other is None:
        return one
    done = [row["done_ms"] for row in (one, other) if row["done_ms"] is not None]
    return {
        **max(one, other, key=lambda row: row["reached"]),
        "missed": one["missed"] + other["missed"],
        "at_ms": max(one["at_ms"], other["at_ms"]),
        "done_ms": min(done) if done else None,
    }


async def _rows(connection: AsyncConnection, table: sa.Table, person: str) -> list[dict[str, Any]]:
    query = sa.select(table).where(table.c.guest_id == person)
    return [dict(row) for row in (await connection.execute(query)).mappings().all()]
