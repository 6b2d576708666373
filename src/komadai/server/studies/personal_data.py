"""The studies of a person, as personal data."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from komadai.server.db.database import Database
from komadai.server.studies.live_chapters import LiveChapters
from komadai.server.studies.store import chapters, erase, operations, reviews, studies, study_people
from komadai.study.shared_tree import Comment, Mark, Operation


class StudyData:
    """The studies of a person and what they wrote in those of others, as `PersonalData`."""

    name = "studies"

    def __init__(self, live: LiveChapters, database: Database) -> None:
        self._live = live
        self._engine = database.engine

    async def move(self, connection: AsyncConnection, guest: str, account: str) -> None:
        """Gives the guest's studies, invitations and operations to the account."""
        await connection.execute(studies.update().where(studies.c.owner_id == guest).values(owner_id=account))
        own = operations.update().where(operations.c.author_id == guest)
        await connection.execute(own.values(author_id=account))
        has = sa.select(study_people.c.study_id).where(study_people.c.person_id == account)
        known = set((await connection.execute(has)).scalars())
        await connection.execute(
            study_people.delete().where(study_people.c.person_id == guest, study_people.c.study_id.in_(known))
        )
        invited = study_people.update().where(study_people.c.person_id == guest)
        await connection.execute(invited.values(person_id=account))

    async def moved(self, guest: str, account: str) -> None:
        """Makes the same change in the chapters in memory."""
        await self._live.forget(guest)

    async def erase(self, connection: AsyncConnection, person: str) -> None:
        """Deletes the person's studies, and the texts they wrote in those of others; their moves stay.

        Going over a game belongs to both players: the other one becomes its owner.
        """
        own = sa.select(studies.c.id, studies.c.game_id).where(studies.c.owner_id == person)
        for study_id, game_id in (await connection.execute(own)).all():
            heirs = sa.select(study_people.c.person_id).where(
                study_people.c.study_id == study_id, study_people.c.person_id != person
            )
            heir = (await connection.execute(heirs)).scalars().first() if game_id is not None else None
            if heir is None:
                await erase(connection, study_id)
            else:
                change = studies.update().where(studies.c.id == study_id)
                await connection.execute(change.values(owner_id=heir))
        await connection.execute(study_people.delete().where(study_people.c.person_id == person))
        wrote = sa.select(operations).where(operations.c.author_id == person)
        for row in (await connection.execute(wrote)).mappings().all():
            operation: Any = msgspec.json.decode(row["body"], type=Operation)
            if isinstance(operation, Comment):
                operation = Comment(operation.node, "")
            elif isinstance(operation, Mark):
                operation = Mark(operation.node, "", operation.shapes)
            else:
                continue
            change = operations.update().where(
                operations.c.chapter_id == row["chapter_id"], operations.c.number == row["number"]
            )
            await connection.execute(change.values(body=msgspec.json.encode(operation).decode()))

    async def erased(self, person: str) -> None:
        """Makes the same change in the chapters in memory."""
        await self._live.forget(person)

    async def export(self, person: str) -> AsyncIterator[dict[str, Any]]:
        """The person's studies with their chapters, then their operations in all studies."""
        async with self._engine.connect() as connection:
            own = sa.select(studies).where(studies.c.owner_id == person).order_by(studies.c.created_ms)
            for study in (await connection.execute(own)).mappings().all():
                parts = sa.select(chapters.c.name, chapters.c.record, reviews.c.body)
                parts = parts.select_from(chapters.outerjoin(reviews))
                parts = parts.where(chapters.c.study_id == study["id"]).order_by(chapters.c.place)
                yield {
                    **{name: value for name, value in study.items() if name != "owner_id"},
                    "chapters": [
                        {
                            "name": name,
                            "record": msgspec.json.decode(record),
                            "review": None if review is None else msgspec.json.decode(review),
                        }
                        for name, record, review in await connection.execute(parts)
                    ],
                }
            wrote = sa.select(
                operations.c.chapter_id, operations.c.number, operations.c.at_ms, operations.c.body
            )
            wrote = wrote.where(operations.c.author_id == person)
            wrote = wrote.order_by(operations.c.chapter_id, operations.c.number)
            for row in (await connection.execute(wrote)).mappings().all():
                yield {**row, "body": msgspec.json.decode(row["body"])}
