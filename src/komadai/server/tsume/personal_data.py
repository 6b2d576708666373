"""The progress of a person with mate problems: it moves into an account, is exported, and is erased."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from komadai.server.db.database import Database, upsert
from komadai.server.tsume import progress as tsume_progress
from komadai.server.tsume.progress import SolverProgress
from komadai.server.tsume.store import tsume_attempts, tsume_cards, tsume_solvers


class TsumeData:
    """Attempts, cards and rating of a person, as `PersonalData`."""

    name = "tsume"

    def __init__(self, database: Database) -> None:
        self._engine = database.engine

    async def move(self, connection: AsyncConnection, guest: str, account: str) -> None:
        """Appends the guest's attempts to those of the account, and adds up the counts. Of two cards of one
        problem the one of the later attempt counts."""
        guests_progress = await _progress(connection, guest)
        if guests_progress is None:
            return
        own = await _progress(connection, account)
        after = tsume_progress.merged(own, guests_progress, account)
        numbers = sa.select(sa.func.coalesce(sa.func.max(tsume_attempts.c.number), 0))
        last = (await connection.execute(numbers.where(tsume_attempts.c.guest_id == account))).scalar_one()
        await connection.execute(
            tsume_attempts.update()
            .where(tsume_attempts.c.guest_id == guest)
            .values(guest_id=account, number=tsume_attempts.c.number + last)
        )
        await connection.execute(tsume_solvers.delete().where(tsume_solvers.c.guest_id == guest))
        await upsert(connection, tsume_solvers, msgspec.structs.asdict(after))
        own_cards = {row["problem"]: row for row in await _cards(connection, account)}
        for row in await _cards(connection, guest):
            own_card = own_cards.get(row["problem"])
            if own_card is None or own_card["reviewed_ms"] < row["reviewed_ms"]:
                await upsert(connection, tsume_cards, {**row, "guest_id": account})
        await connection.execute(tsume_cards.delete().where(tsume_cards.c.guest_id == guest))

    async def moved(self, guest: str, account: str) -> None:
        """Nothing: the progress is read from the database each time."""

    async def erase(self, connection: AsyncConnection, person: str) -> None:
        """Removes progress, attempts and cards. The ratings of the problems stay."""
        for table in (tsume_attempts, tsume_cards, tsume_solvers):
            await connection.execute(table.delete().where(table.c.guest_id == person))

    async def export(self, person: str) -> AsyncIterator[dict[str, Any]]:
        """The progress, then each attempt, then each card."""
        async with self._engine.connect() as connection:
            progress = await _progress(connection, person)
            if progress is not None:
                yield {"progress": msgspec.structs.asdict(progress)}
            query = (
                sa.select(tsume_attempts)
                .where(tsume_attempts.c.guest_id == person)
                .order_by(tsume_attempts.c.number)
            )
            for row in (await connection.execute(query)).mappings().all():
                yield {"attempt": dict(row)}
            for card in await _cards(connection, person):
                yield {"card": card}


async def _progress(connection: AsyncConnection, person: str) -> SolverProgress | None:
    query = sa.select(tsume_solvers).where(tsume_solvers.c.guest_id == person)
    row = (await connection.execute(query)).mappings().first()
    return SolverProgress(**row) if row else None


async def _cards(connection: AsyncConnection, person: str) -> list[dict[str, Any]]:
    query = sa.select(tsume_cards).where(tsume_cards.c.guest_id == person).order_by(tsume_cards.c.problem)
    return [dict(row) for row in (await connection.execute(query)).mappings().all()]
