"""The query behind the list of people."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import sqlalchemy as sa

from komadai.server.db.database import Database
from komadai.server.lessons.store import lesson_pupils
from komadai.server.people.store import Account, accounts
from komadai.server.ratings.store import RatingRow, ratings

PAGE: Final = 50


class Entry(NamedTuple):
    """An account in the list, with its rating at one variant and speed."""

    account: Account
    rating: RatingRow | None


class Directory:
    """The accounts that anybody may find in a list."""

    def __init__(self, database: Database) -> None:
        self.engine: Final = database.engine

    async def page(self, variant: str, speed: str, page: int, now_ms: int) -> tuple[list[Entry], int]:
        """A page of the list, counted from 1, the highest rating first; and how many are listed."""
        shown = _listed(now_ms)
        own_rating = sa.and_(
            ratings.c.account_id == accounts.c.id, ratings.c.variant == variant, ratings.c.speed == speed
        )
        query = (
            sa.select(accounts, *(column.label(f"rating_{column.name}") for column in ratings.c))
            .select_from(accounts.outerjoin(ratings, own_rating))
            .where(shown)
            .order_by(ratings.c.rating.is_(None), ratings.c.rating.desc(), accounts.c.name_key)
            .limit(PAGE)
            .offset((page - 1) * PAGE)
        )
        async with self.engine.connect() as connection:
            rows = [dict(row) for row in (await connection.execute(query)).mappings()]
            total = (
                await connection.execute(sa.select(sa.func.count(accounts.c.id)).where(shown))
            ).scalar_one()
        return [_entry(row) for row in rows], total


def _listed(now_ms: int) -> sa.ColumnElement[bool]:
    """Whether an account is in the list: that of a person who wants it and attends no class."""
    pupils = sa.select(lesson_pupils.c.guest_id).where(lesson_pupils.c.guest_id == accounts.c.id)
    return sa.and_(
        accounts.c.listed,
        accounts.c.kind == "person",
        accounts.c.bot.is_(False),
        accounts.c.deleted_ms.is_(None),
        sa.or_(accounts.c.banned_until_ms.is_(None), accounts.c.banned_until_ms <= now_ms),
        ~pupils.exists(),
    )


def _entry(row: dict[str, Any]) -> Entry:
    account = Account(**{name: row[name] for name in Account.__struct_fields__})
    if row["rating_account_id"] is None:
        return Entry(account, None)
    fields = {name: row[f"rating_{name}"] for name in RatingRow.__struct_fields__}
    return Entry(account, RatingRow(**fields))
