"""What is kept of each guest's attempts at mate problems, and what the problems are worth."""

from __future__ import annotations

from typing import Final

import msgspec
import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from komadai.ratings.glicko import Rating
from komadai.server.db.database import Database, meet, tsume_attempts, tsume_problems, tsume_solvers
from komadai.server.tsume.progress import Attempt, Solver

HISTORY: Final = 60


class TsumeStore:
    """The tables of mate problems, each call one transaction."""

    def __init__(self, database: Database) -> None:
        self._engine = database.engine

    async def solver(self, guest: str) -> Solver:
        """How far a guest is; a beginner if nothing is known."""
        query = sa.select(tsume_solvers).where(tsume_solvers.c.guest_id == guest)
        async with self._engine.connect() as connection:
            found = (await connection.execute(query)).mappings().first()
        return Solver(**found) if found else Solver(guest_id=guest)

    async def save(self, solver: Solver, now_ms: int) -> None:
        """Writes how far a guest is."""
        async with self._engine.begin() as connection:
            await meet(connection, solver.guest_id, now_ms)
            await _put(connection, tsume_solvers, msgspec.structs.asdict(solver))

    async def settle(self, solver: Solver, attempt: Attempt, worth: Rating | None) -> None:
        """Writes an attempt with what follows from it. Raises IntegrityError if one of this number has
        been written."""
        async with self._engine.begin() as connection:
            await meet(connection, solver.guest_id, attempt.at_ms)
            await connection.execute(tsume_attempts.insert().values(**msgspec.structs.asdict(attempt)))
            await _put(connection, tsume_solvers, msgspec.structs.asdict(solver))
            if worth is not None:
                row = {
                    "id": attempt.problem,
                    "rating": worth.rating,
                    "deviation": worth.deviation,
                    "volatility": worth.volatility,
                    "at_ms": attempt.at_ms,
                }
                await _put(connection, tsume_problems, row)

    async def worths(self) -> dict[str, Rating]:
        """What the problems are worth that anyone has tried."""
        query = sa.select(
            tsume_problems.c.id,
            tsume_problems.c.rating,
            tsume_problems.c.deviation,
            tsume_problems.c.volatility,
        )
        async with self._engine.connect() as connection:
            return {id: Rating(*values) for id, *values in await connection.execute(query)}

    async def history(self, guest: str) -> list[float]:
        """The rating after each of the last attempts, the oldest first."""
        query = (
            sa.select(tsume_attempts.c.rating)
            .where(tsume_attempts.c.guest_id == guest, tsume_attempts.c.kind == "rated")
            .order_by(tsume_attempts.c.number.desc())
            .limit(HISTORY)
        )
        async with self._engine.connect() as connection:
            return list((await connection.execute(query)).scalars())[::-1]

    async def solved(self, guest: str) -> dict[int, int]:
        """How many different problems of each length a guest has solved."""
        query = (
            sa.select(
                tsume_attempts.c.plies, sa.func.count(sa.distinct(tsume_attempts.c.problem)).label("problems")
            )
            .where(tsume_attempts.c.guest_id == guest, tsume_attempts.c.solved)
            .group_by(tsume_attempts.c.plies)
        )
        async with self._engine.connect() as connection:
            rows = await connection.execute(query)
            return {row.plies: row.problems for row in rows}

    async def seen(self, guest: str) -> set[str]:
        """The problems a guest has tried."""
        query = sa.select(tsume_attempts.c.problem).where(tsume_attempts.c.guest_id == guest).distinct()
        async with self._engine.connect() as connection:
            return set((await connection.execute(query)).scalars())


async def _put(connection: AsyncConnection, table: sa.Table, row: dict[str, object]) -> None:
    """Writes a row in the place of the one with its key."""
    insert = postgresql.insert if connection.dialect.name == "postgresql" else sqlite.insert
    keys = [column.name for column in table.primary_key]
    changes = {name: value for name, value in row.items() if name not in keys}
    await connection.execute(
        insert(table).values(**row).on_conflict_do_update(index_elements=keys, set_=changes)
    )
