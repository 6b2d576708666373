"""The tables of studies, and all queries on them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

import msgspec
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from komadai.server.cluster.cluster import publish_on_commit
from komadai.server.cluster.messages import ChapterChanged, StudyChanged
from komadai.server.db.database import Database, ensure_guest, metadata, upsert
from komadai.server.errors import ApiError
from komadai.server.games.live.game_registry import is_id
from komadai.server.studies.access import Action, Role, Visibility, Writers, check, is_allowed
from komadai.study.shared_tree import Entry, Operation

studies: Final = sa.Table(
    "studies",
    metadata,
    sa.Column("id", sa.String(16), primary_key=True),
    sa.Column("owner_id", sa.ForeignKey("guests.id"), nullable=False),
    sa.Column("name", sa.String(100), nullable=False),
    sa.Column("visibility", sa.String(10), nullable=False),
    sa.Column("writers", sa.String(10), nullable=False),
    # The game that is gone over. Its study has the game's id.
    sa.Column("game_id", sa.ForeignKey("games.id"), nullable=True),
    sa.Column("created_ms", sa.BigInteger, nullable=False),
    sa.Column("changed_ms", sa.BigInteger, nullable=False),
    sa.Index("studies_of_owner", "owner_id", "changed_ms"),
    sa.Index("studies_by_visibility", "visibility", "changed_ms"),
)

study_people: Final = sa.Table(
    "study_people",
    metadata,
    sa.Column("study_id", sa.ForeignKey("studies.id"), primary_key=True),
    sa.Column("person_id", sa.ForeignKey("guests.id"), primary_key=True),
    sa.Column("may_write", sa.Boolean, nullable=False),
    # The player has declined to go over the game.
    sa.Column("declined", sa.Boolean, nullable=False),
    sa.Index("studies_of_person", "person_id"),
)

chapters: Final = sa.Table(
    "study_chapters",
    metadata,
    sa.Column("id", sa.String(16), primary_key=True),
    sa.Column("study_id", sa.ForeignKey("studies.id"), nullable=False),
    sa.Column("place", sa.Integer, nullable=False),
    sa.Column("name", sa.String(100), nullable=False),
    # The record that the tree begins with, as JSON.
    sa.Column("record", sa.Text, nullable=False),
    sa.Column("fixed", sa.Boolean, nullable=False),
    sa.Index("chapters_of_study", "study_id", "place"),
)

operations: Final = sa.Table(
    "study_operations",
    metadata,
    sa.Column("chapter_id", sa.ForeignKey("study_chapters.id"), primary_key=True),
    # Of two operations with one number the database takes one: this key is the order of the log.
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("author_id", sa.ForeignKey("guests.id"), nullable=False),
    sa.Column("at_ms", sa.BigInteger, nullable=False),
    sa.Column("body", sa.Text, nullable=False),
    sa.Index("operations_of_author", "author_id"),
)

reviews: Final = sa.Table(
    "study_reviews",
    metadata,
    sa.Column("chapter_id", sa.ForeignKey("study_chapters.id"), primary_key=True),
    # The last review of the chapter, as the page gets it.
    sa.Column("body", sa.Text, nullable=False),
)


class StudyRow(msgspec.Struct, frozen=True, kw_only=True):
    """A row of the table ``studies``."""

    id: str
    owner_id: str
    name: str
    visibility: Visibility
    writers: Writers
    game_id: str | None = None
    created_ms: int
    changed_ms: int


class PersonRow(msgspec.Struct, frozen=True, kw_only=True):
    """A row of the table ``study_people``: someone who was invited."""

    person_id: str
    may_write: bool
    declined: bool = False


class ChapterRow(msgspec.Struct, frozen=True, kw_only=True):
    """A row of the table ``study_chapters``."""

    id: str
    study_id: str
    place: int
    name: str
    record: str
    fixed: bool = False


def role_of(row: StudyRow, person: str | None, invited: Iterable[PersonRow]) -> Role:
    """The role of this person in the study, to which these are invited."""
    if person is None:
        return "other"
    if person == row.owner_id:
        return "owner"
    found = next((each for each in invited if each.person_id == person), None)
    return "other" if found is None else "writer" if found.may_write else "reader"


def may_write(row: StudyRow, person: str | None, invited: Iterable[PersonRow]) -> bool:
    """Whether this person may change the chapters of the study, to which these are invited."""
    role = role_of(row, person, invited)
    return person is not None and is_allowed(role, row.visibility, row.writers, "write")


class StudyStore:
    """The studies in the database; each method is one transaction.

    Changes wake the other processes: ``study`` with the id of the study, ``chapter`` with that of the chapter
    to whose log an entry was appended.
    """

    def __init__(self, database: Database, origin: str = "") -> None:
        """``origin``: the name of this process in its messages to the others; empty: there are no others."""
        self._engine = database.engine
        self._origin = origin

    async def add(
        self,
        row: StudyRow,
        people: Sequence[PersonRow],
        added: Sequence[ChapterRow],
        reviewed: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        """Inserts a study with its people and chapters, the reviews of these by their ids, and the guests if
        necessary.

        Raises IntegrityError if a study has this id already.
        """
        async with self._engine.begin() as connection:
            owner = await ensure_guest(connection, row.owner_id, row.created_ms)
            values = msgspec.structs.asdict(row) | {"owner_id": owner}
            await connection.execute(studies.insert().values(**values))
            for person in people:
                await connection.execute(
                    study_people.insert().values(study_id=row.id, **msgspec.structs.asdict(person))
                )
            await connection.execute(chapters.insert(), [msgspec.structs.asdict(each) for each in added])
            if reviewed:
                rows = [{"chapter_id": each, "body": body} for each, body in reviewed.items()]
                await connection.execute(reviews.insert(), rows)

    async def study(self, study_id: str) -> StudyRow | None:
        """The study with this id, or None."""
        async with self._engine.connect() as connection:
            row = (await connection.execute(sa.select(studies).where(studies.c.id == study_id))).mappings()
            found = row.one_or_none()
        return None if found is None else StudyRow(**found)

    async def study_for(self, study_id: str, person: str | None, action: Action) -> StudyRow:
        """The study, if this person may do this. Raises ApiError ``not_found``, ``cannot_write``."""
        row = await self.study(study_id) if is_id(study_id) else None
        if row is None:
            raise ApiError("not_found")
        check(await self.role(row, person), row.visibility, row.writers, action)
        return row

    async def role(self, row: StudyRow, person: str | None) -> Role:
        """Reads the role of this person in the study."""
        if person in (None, row.owner_id):
            return role_of(row, person, ())
        return role_of(row, person, await self.people(row.id))

    async def people(self, study_id: str) -> list[PersonRow]:
        """Those who were invited."""
        query = sa.select(study_people.c.person_id, study_people.c.may_write, study_people.c.declined)
        query = query.where(study_people.c.study_id == study_id).order_by(study_people.c.person_id)
        async with self._engine.connect() as connection:
            return [PersonRow(**row) for row in (await connection.execute(query)).mappings()]

    async def count_of(self, owner: str) -> int:
        """The number of studies that this person owns."""
        query = sa.select(sa.func.count()).select_from(studies).where(studies.c.owner_id == owner)
        async with self._engine.connect() as connection:
            return int((await connection.execute(query)).scalar_one())

    async def chapter_ids(self, study_ids: Collection[str]) -> dict[str, list[str]]:
        """The chapters of these studies, by the study."""
        query = sa.select(chapters.c.study_id, chapters.c.id).where(chapters.c.study_id.in_(study_ids))
        found: dict[str, list[str]] = {each: [] for each in study_ids}
        async with self._engine.connect() as connection:
            for study_id, chapter_id in await connection.execute(query):
                found[study_id].append(chapter_id)
        return found

    async def listed(
        self, person: str, *, own: bool, before: tuple[int, str] | None, limit: int
    ) -> list[tuple[StudyRow, int]]:
        """Studies with the number of their chapters, the last changed first.

        ``own``: those that the person owns or was invited to; else all public ones.
        """
        invited = sa.select(study_people.c.study_id).where(study_people.c.person_id == person)
        wanted = sa.or_(studies.c.owner_id == person, studies.c.id.in_(invited))
        count = sa.select(sa.func.count()).where(chapters.c.study_id == studies.c.id).scalar_subquery()
        query = (
            sa.select(studies, count.label("chapters"))
            .where(wanted if own else studies.c.visibility == "public")
            .order_by(studies.c.changed_ms.desc(), studies.c.id)
            .limit(limit)
        )
        if before is not None:
            at, study_id = before
            query = query.where(
                sa.or_(
                    studies.c.changed_ms < at, sa.and_(studies.c.changed_ms == at, studies.c.id > study_id)
                )
            )
        async with self._engine.connect() as connection:
            rows = [dict(row) for row in (await connection.execute(query)).mappings()]
        return [(StudyRow(**row), number) for row in rows for number in [row.pop("chapters")]]

    async def change(self, study_id: str, now_ms: int, **values: Any) -> None:
        """Changes columns of a study."""
        async with self._engine.begin() as connection:
            change = studies.update().where(studies.c.id == study_id)
            await connection.execute(change.values(changed_ms=now_ms, **values))
            await publish_on_commit(connection, self._origin, StudyChanged(study_id))

    async def put_person(self, study_id: str, person: PersonRow) -> None:
        """Invites a person, or changes what they may do."""
        async with self._engine.begin() as connection:
            await upsert(connection, study_people, {"study_id": study_id, **msgspec.structs.asdict(person)})
            await publish_on_commit(connection, self._origin, StudyChanged(study_id))

    async def remove_person(self, study_id: str, person: str) -> None:
        """Ends an invitation."""
        async with self._engine.begin() as connection:
            await connection.execute(
                study_people.delete().where(
                    study_people.c.study_id == study_id, study_people.c.person_id == person
                )
            )
            await publish_on_commit(connection, self._origin, StudyChanged(study_id))

    async def delete(self, study_id: str) -> None:
        """Deletes a study with everything in it."""
        async with self._engine.begin() as connection:
            await erase(connection, study_id)
            await publish_on_commit(connection, self._origin, StudyChanged(study_id))

    # -- chapters

    async def add_chapter(self, row: ChapterRow, now_ms: int, max_chapters: int) -> None:
        """Appends a chapter, whose place is computed. Raises ApiError ``too_many``, ``not_found``."""
        async with self._engine.begin() as connection:
            await _lock(connection, row.study_id)
            places = sa.select(chapters.c.place).where(chapters.c.study_id == row.study_id)
            taken = (await connection.execute(places)).scalars().all()
            if len(taken) >= max_chapters:
                raise ApiError("too_many")
            place = max(taken, default=0) + 1
            await connection.execute(
                chapters.insert().values(**msgspec.structs.asdict(row) | {"place": place})
            )
            await _touch(connection, row.study_id, now_ms)
            await publish_on_commit(connection, self._origin, StudyChanged(row.study_id))

    async def chapters(self, study_id: str) -> list[ChapterRow]:
        """The chapters of a study, in order."""
        query = sa.select(chapters).where(chapters.c.study_id == study_id)
        async with self._engine.connect() as connection:
            rows = (await connection.execute(query.order_by(chapters.c.place, chapters.c.id))).mappings()
            return [ChapterRow(**row) for row in rows]

    async def chapter_of(self, study: StudyRow, chapter_id: str) -> ChapterRow:
        """The chapter of this study. Raises ApiError ``not_found``."""
        row = await self.chapter(chapter_id) if is_id(chapter_id) else None
        if row is None or row.study_id != study.id:
            raise ApiError("not_found")
        return row

    async def chapter(self, chapter_id: str) -> ChapterRow | None:
        """The chapter with this id, or None."""
        async with self._engine.connect() as connection:
            found = (
                (await connection.execute(sa.select(chapters).where(chapters.c.id == chapter_id)))
                .mappings()
                .one_or_none()
            )
        return None if found is None else ChapterRow(**found)

    async def change_chapter(self, row: ChapterRow, name: str, place: int, now_ms: int) -> None:
        """Renames a chapter and moves it to this place, counted from 1."""
        async with self._engine.begin() as connection:
            await _lock(connection, row.study_id)
            query = sa.select(chapters.c.id).where(chapters.c.study_id == row.study_id)
            order = list((await connection.execute(query.order_by(chapters.c.place))).scalars())
            if row.id not in order:
                raise ApiError("not_found")
            order.remove(row.id)
            order.insert(place - 1, row.id)
            for number, chapter_id in enumerate(order, 1):
                change = chapters.update().where(chapters.c.id == chapter_id)
                await connection.execute(change.values(place=number))
            await connection.execute(chapters.update().where(chapters.c.id == row.id).values(name=name))
            await _touch(connection, row.study_id, now_ms)
            await publish_on_commit(connection, self._origin, StudyChanged(row.study_id))

    async def delete_chapter(self, row: ChapterRow, now_ms: int) -> None:
        """Deletes a chapter with its operations. Raises ApiError ``last_chapter``."""
        async with self._engine.begin() as connection:
            await _lock(connection, row.study_id)
            ids = sa.select(chapters.c.id).where(chapters.c.study_id == row.study_id).with_for_update()
            if (await connection.execute(ids)).scalars().all() == [row.id]:
                raise ApiError("last_chapter")
            await connection.execute(operations.delete().where(operations.c.chapter_id == row.id))
            await connection.execute(reviews.delete().where(reviews.c.chapter_id == row.id))
            await connection.execute(chapters.delete().where(chapters.c.id == row.id))
            await _touch(connection, row.study_id, now_ms)
            await publish_on_commit(connection, self._origin, StudyChanged(row.study_id))

    # -- reviews

    async def keep_review(self, row: ChapterRow, body: str) -> None:
        """Stores the review of a chapter in place of the one before.

        Raises IntegrityError if the chapter is gone.
        """
        async with self._engine.begin() as connection:
            await _lock(connection, row.study_id, missing_is_error=False)
            await upsert(connection, reviews, {"chapter_id": row.id, "body": body})

    async def reviews(self, study_id: str) -> dict[str, str]:
        """The reviews of the chapters of a study, by chapter."""
        own = sa.select(chapters.c.id).where(chapters.c.study_id == study_id)
        query = sa.select(reviews.c.chapter_id, reviews.c.body).where(reviews.c.chapter_id.in_(own))
        async with self._engine.connect() as connection:
            return {row.chapter_id: row.body for row in await connection.execute(query)}

    async def review(self, chapter_id: str) -> str | None:
        """The review of a chapter, or None."""
        query = sa.select(reviews.c.body).where(reviews.c.chapter_id == chapter_id)
        async with self._engine.connect() as connection:
            body: str | None = (await connection.execute(query)).scalar_one_or_none()
        return body

    # -- operations

    async def append(self, row: ChapterRow, entry: Entry, now_ms: int) -> Entry:
        """Appends an entry to the log of a chapter; its author is the person the guest is now.

        Raises IntegrityError if the log has an entry of this number, or the chapter is gone.
        """
        async with self._engine.begin() as connection:
            # The study before its chapter, as in a deletion: in another order they could deadlock.
            await _lock(connection, row.study_id, missing_is_error=False)
            author = await ensure_guest(connection, entry.author, now_ms)
            await connection.execute(
                operations.insert().values(
                    chapter_id=row.id,
                    number=entry.number,
                    author_id=author,
                    at_ms=now_ms,
                    body=msgspec.json.encode(entry.operation).decode(),
                )
            )
            await _touch(connection, row.study_id, now_ms)
            await publish_on_commit(connection, self._origin, ChapterChanged(row.id))
        return Entry(entry.number, author, entry.operation)

    async def entries(self, chapter_id: str, since: int = 0) -> list[Entry]:
        """The log of a chapter from this number on."""
        query = (
            sa.select(operations.c.number, operations.c.author_id, operations.c.body)
            .where(operations.c.chapter_id == chapter_id, operations.c.number >= since)
            .order_by(operations.c.number)
        )
        async with self._engine.connect() as connection:
            return [
                Entry(number, author, msgspec.json.decode(body, type=Operation))
                for number, author, body in await connection.execute(query)
            ]


async def erase(connection: AsyncConnection, study_id: str) -> None:
    """Deletes a study within the caller's transaction. What is added meanwhile waits, and is refused."""
    await _lock(connection, study_id, missing_is_error=False)
    own = sa.select(chapters.c.id).where(chapters.c.study_id == study_id)
    ids = list((await connection.execute(own.with_for_update())).scalars())
    await connection.execute(operations.delete().where(operations.c.chapter_id.in_(ids)))
    await connection.execute(reviews.delete().where(reviews.c.chapter_id.in_(ids)))
    await connection.execute(chapters.delete().where(chapters.c.study_id == study_id))
    await connection.execute(study_people.delete().where(study_people.c.study_id == study_id))
    await connection.execute(studies.delete().where(studies.c.id == study_id))


async def _lock(connection: AsyncConnection, study_id: str, *, missing_is_error: bool = True) -> None:
    """Lets those who change the same study wait for each other."""
    query = sa.select(studies.c.id).where(studies.c.id == study_id).with_for_update()
    if (await connection.execute(query)).first() is None and missing_is_error:
        raise ApiError("not_found")


async def _touch(connection: AsyncConnection, study_id: str, now_ms: int) -> None:
    await connection.execute(studies.update().where(studies.c.id == study_id).values(changed_ms=now_ms))
