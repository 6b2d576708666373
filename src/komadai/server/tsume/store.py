"""The tables of mate problems: each guest's progress, attempts and cards, and the ratings of the problems."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

import msgspec
import sqlalchemy as sa

from komadai.ratings.glicko import Rating
from komadai.server import repetition
from komadai.server.db.database import Database, ensure_guest, metadata, upsert
from komadai.server.tsume.course import CourseProgress, ProblemCard
from komadai.server.tsume.progress import Attempt, SolverProgress

HISTORY: Final = 60
"""The number of ratings in the graph of a guest."""

tsume_solvers: Final = sa.Table(
    "tsume_solvers",
    metadata,
    sa.Column("guest_id", sa.ForeignKey("guests.id"), primary_key=True),
    sa.Column("rating", sa.Float, nullable=False),
    sa.Column("deviation", sa.Float, nullable=False),
    sa.Column("volatility", sa.Float, nullable=False),
    sa.Column("at_ms", sa.BigInteger, nullable=False),
    sa.Column("tried", sa.Integer, nullable=False),
    sa.Column("solved", sa.Integer, nullable=False),
    sa.Column("streak", sa.Integer, nullable=False),
    sa.Column("best_streak", sa.Integer, nullable=False),
    sa.Column("problem", sa.String(32), nullable=True),
    sa.Column("begun_ms", sa.BigInteger, nullable=False),
    sa.Column("hinted", sa.Boolean, nullable=False),
    sa.Column("run_ends_ms", sa.BigInteger, nullable=True),
    sa.Column("run_solved", sa.Integer, nullable=False),
    sa.Column("run_missed", sa.Integer, nullable=False),
    sa.Column("best_run", sa.Integer, nullable=False),
)

tsume_problems: Final = sa.Table(
    "tsume_problems",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("rating", sa.Float, nullable=False),
    sa.Column("deviation", sa.Float, nullable=False),
    sa.Column("volatility", sa.Float, nullable=False),
    sa.Column("at_ms", sa.BigInteger, nullable=False),
)

tsume_attempts: Final = sa.Table(
    "tsume_attempts",
    metadata,
    sa.Column("guest_id", sa.ForeignKey("guests.id"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("problem", sa.String(32), nullable=False),
    sa.Column("plies", sa.Integer, nullable=False),
    sa.Column("at_ms", sa.BigInteger, nullable=False),
    sa.Column("spent_ms", sa.BigInteger, nullable=False),
    sa.Column("kind", sa.String(8), nullable=False),
    sa.Column("solved", sa.Boolean, nullable=False),
    sa.Column("rating", sa.Float, nullable=False),
)

tsume_cards: Final = sa.Table(
    "tsume_cards",
    metadata,
    sa.Column("guest_id", sa.ForeignKey("guests.id"), primary_key=True),
    sa.Column("problem", sa.String(32), primary_key=True),
    *repetition.columns(),
)


class TsumeStore:
    """The tables of mate problems; each method is one transaction."""

    def __init__(self, database: Database) -> None:
        self._engine = database.engine

    async def solver(self, guest: str) -> SolverProgress:
        """The progress of a guest; a beginner's if there is none."""
        query = sa.select(tsume_solvers).where(tsume_solvers.c.guest_id == guest)
        async with self._engine.connect() as connection:
            row = (await connection.execute(query)).mappings().first()
        return SolverProgress(**row) if row else SolverProgress(guest_id=guest)

    async def save(self, solver: SolverProgress, now_ms: int) -> None:
        """Stores the progress of a guest."""
        async with self._engine.begin() as connection:
            await ensure_guest(connection, solver.guest_id, now_ms)
            await upsert(connection, tsume_solvers, msgspec.structs.asdict(solver))

    async def settle(
        self,
        solver: SolverProgress,
        attempt: Attempt,
        problem_rating: Rating | None,
        card: ProblemCard | None,
    ) -> None:
        """Stores an attempt with the guest's new progress, the problem's new rating and its card.

        Raises IntegrityError if the guest already has an attempt of this number.
        """
        async with self._engine.begin() as connection:
            await ensure_guest(connection, solver.guest_id, attempt.at_ms)
            await connection.execute(tsume_attempts.insert().values(**msgspec.structs.asdict(attempt)))
            await upsert(connection, tsume_solvers, msgspec.structs.asdict(solver))
            if problem_rating is not None:
                row = {
                    "id": attempt.problem,
                    "rating": problem_rating.rating,
                    "deviation": problem_rating.deviation,
                    "volatility": problem_rating.volatility,
                    "at_ms": attempt.at_ms,
                }
                await upsert(connection, tsume_problems, row)
            if card is not None:
                await upsert(connection, tsume_cards, msgspec.structs.asdict(card))

    async def card(self, guest: str, problem: str) -> ProblemCard | None:
        """The card of a problem, if the guest has missed it once."""
        query = sa.select(tsume_cards).where(
            tsume_cards.c.guest_id == guest, tsume_cards.c.problem == problem
        )
        async with self._engine.connect() as connection:
            row = (await connection.execute(query)).mappings().first()
        return ProblemCard(**row) if row else None

    async def course(self, guest: str) -> CourseProgress:
        """Reads the problems that the guest has tried and solved, and the cards."""
        return (await self.courses([guest]))[guest]

    async def courses(self, guests: Collection[str]) -> dict[str, CourseProgress]:
        """Reads the problems that each of these guests has tried and solved, and their cards, in two
        statements."""
        attempts = (
            sa.select(
                tsume_attempts.c.guest_id,
                tsume_attempts.c.problem,
                sa.func.max(
                    sa.case((tsume_attempts.c.solved & (tsume_attempts.c.kind != "hinted"), 1), else_=0)
                ),
            )
            .where(tsume_attempts.c.guest_id.in_(guests))
            .group_by(tsume_attempts.c.guest_id, tsume_attempts.c.problem)
        )
        due = (
            sa.select(tsume_cards)
            .where(tsume_cards.c.guest_id.in_(guests))
            .order_by(tsume_cards.c.due_ms, tsume_cards.c.problem)
        )
        tried: dict[str, dict[str, bool]] = {guest: {} for guest in guests}
        cards: dict[str, dict[str, ProblemCard]] = {guest: {} for guest in guests}
        async with self._engine.connect() as connection:
            for guest, problem, solved in await connection.execute(attempts):
                tried[guest][problem] = bool(solved)
            for row in (await connection.execute(due)).mappings():
                cards[row["guest_id"]][row["problem"]] = ProblemCard(**row)
        return {
            guest: CourseProgress(
                tried=of_guest.keys(),
                solved={problem for problem, solved in of_guest.items() if solved},
                cards=cards[guest],
            )
            for guest, of_guest in tried.items()
        }

    async def solved_since(self, guest: str, since_ms: int) -> list[int]:
        """When the guest has solved problems since then."""
        query = sa.select(tsume_attempts.c.at_ms).where(
            tsume_attempts.c.guest_id == guest, tsume_attempts.c.solved, tsume_attempts.c.at_ms >= since_ms
        )
        async with self._engine.connect() as connection:
            return list((await connection.execute(query)).scalars())

    async def problem_ratings(self) -> dict[str, Rating]:
        """The ratings of the problems that somebody has tried, by id."""
        query = sa.select(
            tsume_problems.c.id,
            tsume_problems.c.rating,
            tsume_problems.c.deviation,
            tsume_problems.c.volatility,
        )
        async with self._engine.connect() as connection:
            return {id: Rating(*values) for id, *values in await connection.execute(query)}

    async def history(self, guest: str) -> list[float]:
        """The guest's rating after each of the last rated attempts, oldest first."""
        query = (
            sa.select(tsume_attempts.c.rating)
            .where(tsume_attempts.c.guest_id == guest, tsume_attempts.c.kind == "rated")
            .order_by(tsume_attempts.c.number.desc())
            .limit(HISTORY)
        )
        async with self._engine.connect() as connection:
            return list((await connection.execute(query)).scalars())[::-1]

    async def solved(self, guest: str) -> dict[int, int]:
        """The number of different problems a guest has solved, by length."""
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
        """The ids of the problems a guest has tried."""
        query = sa.select(tsume_attempts.c.problem).where(tsume_attempts.c.guest_id == guest).distinct()
        async with self._engine.connect() as connection:
            return set((await connection.execute(query)).scalars())
