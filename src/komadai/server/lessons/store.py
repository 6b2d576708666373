"""The tables of lessons: progress and cards of each person, classes and their pupils."""

from __future__ import annotations

import asyncio
from collections.abc import Collection
from typing import Final
from weakref import WeakValueDictionary

import msgspec
import sqlalchemy as sa

from komadai.server import repetition
from komadai.server.db.database import Database, ensure_guest, metadata, upsert
from komadai.server.lessons.schedule import StepCard

lesson_progress: Final = sa.Table(
    "lesson_progress",
    metadata,
    sa.Column("guest_id", sa.ForeignKey("guests.id"), primary_key=True),
    sa.Column("lesson", sa.String(40), primary_key=True),
    sa.Column("reached", sa.Integer, nullable=False),
    sa.Column("missed", sa.Integer, nullable=False),
    sa.Column("at_ms", sa.BigInteger, nullable=False),
    sa.Column("done_ms", sa.BigInteger, nullable=True),
)

lesson_cards: Final = sa.Table(
    "lesson_cards",
    metadata,
    sa.Column("guest_id", sa.ForeignKey("guests.id"), primary_key=True),
    sa.Column("lesson", sa.String(40), primary_key=True),
    sa.Column("step", sa.String(12), primary_key=True),
    *repetition.columns(),
)

lesson_classes: Final = sa.Table(
    "lesson_classes",
    metadata,
    sa.Column("id", sa.String(16), primary_key=True),
    sa.Column("guest_id", sa.ForeignKey("guests.id"), nullable=False, index=True),
    sa.Column("name", sa.String(60), nullable=False),
    sa.Column("created_ms", sa.BigInteger, nullable=False),
)

lesson_pupils: Final = sa.Table(
    "lesson_pupils",
    metadata,
    sa.Column("class_id", sa.ForeignKey("lesson_classes.id"), primary_key=True),
    sa.Column("guest_id", sa.ForeignKey("guests.id"), primary_key=True, index=True),
    sa.Column("name", sa.String(40), nullable=False),
    sa.Column("joined_ms", sa.BigInteger, nullable=False),
)


class LessonProgress(msgspec.Struct, frozen=True, kw_only=True):
    """How far a person is in a lesson."""

    guest_id: str
    lesson: str
    reached: int = 0
    missed: int = 0
    at_ms: int = 0
    done_ms: int | None = None


class LessonStore:
    """Progress and cards; each method is one transaction."""

    def __init__(self, database: Database) -> None:
        self._engine = database.engine
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    def lock(self, guest: str) -> asyncio.Lock:
        """The lock of a person's progress: a page reports steps faster than they may be stored."""
        return self._locks.setdefault(guest, asyncio.Lock())

    async def all_progress(self, guest: str) -> dict[str, LessonProgress]:
        """The person's lessons by id."""
        return (await self.progress_of([guest]))[guest]

    async def progress_of(self, guests: Collection[str]) -> dict[str, dict[str, LessonProgress]]:
        """The lessons of each of these persons by id. It takes one statement."""
        query = sa.select(lesson_progress).where(lesson_progress.c.guest_id.in_(guests))
        found: dict[str, dict[str, LessonProgress]] = {guest: {} for guest in guests}
        async with self._engine.connect() as connection:
            for row in (await connection.execute(query)).mappings():
                found[row["guest_id"]][row["lesson"]] = LessonProgress(**row)
        return found

    async def progress(self, guest: str, lesson: str) -> LessonProgress:
        """The person's progress in one lesson."""
        query = sa.select(lesson_progress).where(
            lesson_progress.c.guest_id == guest, lesson_progress.c.lesson == lesson
        )
        async with self._engine.connect() as connection:
            row = (await connection.execute(query)).mappings().first()
        return LessonProgress(**row) if row else LessonProgress(guest_id=guest, lesson=lesson)

    async def save(self, progress: LessonProgress, card: StepCard | None) -> None:
        """Stores a completed step, and the card of one that was missed."""
        async with self._engine.begin() as connection:
            await ensure_guest(connection, progress.guest_id, progress.at_ms)
            await upsert(connection, lesson_progress, msgspec.structs.asdict(progress))
            if card is not None:
                await upsert(connection, lesson_cards, msgspec.structs.asdict(card))

    async def save_card(self, card: StepCard) -> None:
        """Stores a card after a repetition."""
        async with self._engine.begin() as connection:
            await upsert(connection, lesson_cards, msgspec.structs.asdict(card))

    async def card(self, guest: str, lesson: str, step: str) -> StepCard | None:
        """The card of a step, if the person has missed it once."""
        found = [card for card in await self.cards(guest) if (card.lesson, card.step) == (lesson, step)]
        return found[0] if found else None

    async def cards(self, guest: str) -> list[StepCard]:
        """All cards, the first due first."""
        query = (
            sa.select(lesson_cards)
            .where(lesson_cards.c.guest_id == guest)
            .order_by(lesson_cards.c.due_ms, lesson_cards.c.lesson, lesson_cards.c.step)
        )
        async with self._engine.connect() as connection:
            return [StepCard(**row) for row in (await connection.execute(query)).mappings().all()]
