"""Classes and their pupils in the database. Their tables are beside those of lessons."""

from __future__ import annotations

from typing import Any

import msgspec
import sqlalchemy as sa

from komadai.server.db.database import Database, ensure_guest, upsert
from komadai.server.lessons.store import lesson_classes, lesson_pupils


class Pupil(msgspec.Struct, frozen=True):
    guest_id: str
    name: str


class LessonClass(msgspec.Struct, frozen=True, kw_only=True):
    id: str
    guest_id: str
    """The teacher."""
    name: str
    created_ms: int


class ClassStore:
    """Classes and their pupils; each method is one transaction."""

    def __init__(self, database: Database) -> None:
        self._engine = database.engine

    async def get(self, id: str) -> LessonClass | None:
        """The class with this id."""
        query = sa.select(lesson_classes).where(lesson_classes.c.id == id)
        async with self._engine.connect() as connection:
            row = (await connection.execute(query)).mappings().first()
        return LessonClass(**row) if row else None

    async def create(self, made: LessonClass) -> None:
        """Stores a new class."""
        async with self._engine.begin() as connection:
            await ensure_guest(connection, made.guest_id, made.created_ms)
            await connection.execute(lesson_classes.insert().values(**msgspec.structs.asdict(made)))

    async def delete(self, id: str) -> None:
        """Removes a class. The progress of its pupils is theirs and stays."""
        async with self._engine.begin() as connection:
            await connection.execute(lesson_pupils.delete().where(lesson_pupils.c.class_id == id))
            await connection.execute(lesson_classes.delete().where(lesson_classes.c.id == id))

    async def taught_by(self, guest: str) -> list[LessonClass]:
        """The classes of a teacher, oldest first."""
        return await self._classes(lesson_classes.c.guest_id == guest)

    async def attended_by(self, guest: str) -> list[LessonClass]:
        """The classes of a pupil."""
        ids = sa.select(lesson_pupils.c.class_id).where(lesson_pupils.c.guest_id == guest)
        return await self._classes(lesson_classes.c.id.in_(ids))

    async def _classes(self, which: sa.ColumnElement[bool]) -> list[LessonClass]:
        query = sa.select(lesson_classes).where(which).order_by(lesson_classes.c.created_ms)
        async with self._engine.connect() as connection:
            return [LessonClass(**row) for row in (await connection.execute(query)).mappings().all()]

    async def pupils(self, id: str) -> list[Pupil]:
        """The pupils in the order in which they joined."""
        query = (
            sa.select(lesson_pupils.c.guest_id, lesson_pupils.c.name)
            .where(lesson_pupils.c.class_id == id)
            .order_by(lesson_pupils.c.joined_ms, lesson_pupils.c.guest_id)
        )
        async with self._engine.connect() as connection:
            return [Pupil(*row) for row in (await connection.execute(query)).all()]

    async def join(self, id: str, pupil: Pupil, now_ms: int) -> None:
        """Adds a pupil, or changes the pupil's name."""
        row: dict[str, Any] = {
            "class_id": id,
            "guest_id": pupil.guest_id,
            "name": pupil.name,
            "joined_ms": now_ms,
        }
        async with self._engine.begin() as connection:
            await ensure_guest(connection, pupil.guest_id, now_ms)
            await upsert(connection, lesson_pupils, row)

    async def leave(self, id: str, guest: str) -> None:
        """Removes a pupil."""
        async with self._engine.begin() as connection:
            await connection.execute(
                lesson_pupils.delete().where(
                    lesson_pupils.c.class_id == id, lesson_pupils.c.guest_id == guest
                )
            )
