"""Follows, blocks, and reports to the moderators."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Collection
from typing import Any, Final, Literal

import msgspec
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from komadai.server.db.database import Database, metadata
from komadai.server.errors import ApiError
from komadai.server.people.social.quoted_chat import without_author
from komadai.server.people.store import PeopleStore, accounts

Relation = Literal["follow", "block"]
Reason = Literal["cheating", "language", "name", "stalling", "other"]
MAX_RELATIONS: Final = 500
"""How many others an account follows, or blocks, at most."""
MAX_OPEN_REPORTS: Final = 20
"""How many reports of one account may wait for a moderator."""
SHOWN_REPORTS: Final = 100
MAX_ASKED: Final = 500
"""The number of accounts in one query."""
CHAT_LINES: Final = 50
"""How many lines of chat a report takes along."""
MAX_TEXT: Final = 4_000
"""The length of the text of a report to which its reporter has added."""
MAX_CHAT: Final = 4 * CHAT_LINES
"""How many lines of chat of several games such a report has."""


def _relation_table(name: str) -> sa.Table:
    return sa.Table(
        name,
        metadata,
        sa.Column("account_id", sa.ForeignKey("accounts.id"), primary_key=True),
        sa.Column("other_id", sa.ForeignKey("accounts.id"), primary_key=True),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
        sa.Index(f"{name}_of_other", "other_id"),
    )


_TABLES: Final[dict[Relation, sa.Table]] = {
    "follow": _relation_table("follows"),
    "block": _relation_table("blocks"),
}

blocks: Final = _TABLES["block"]
"""The pairs of people of whom one has blocked the other."""

reports: Final = sa.Table(
    "reports",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("at_ms", sa.BigInteger, nullable=False),
    sa.Column("reporter_id", sa.ForeignKey("accounts.id"), nullable=False),
    sa.Column("account_id", sa.ForeignKey("accounts.id"), nullable=False),
    sa.Column("reason", sa.String(16), nullable=False),
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("game_id", sa.ForeignKey("games.id"), nullable=True),
    sa.Column("chat", sa.Text, nullable=False),
    sa.Column("closed_ms", sa.BigInteger, nullable=True),
    sa.Column("closed_by", sa.ForeignKey("accounts.id"), nullable=True),
    sa.Index("reports_open", "closed_ms", "at_ms"),
)


Evidence = Callable[["Report", int], Awaitable[list[str]]]
"""The last lines of the chat of a report's game, how many at most. Raises ApiError if the reporter may not
watch the game, or the reported person took no part in it."""


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """A report that is not stored yet."""

    at_ms: int
    reporter_id: str
    account_id: str
    reason: Reason
    text: str
    game_id: str | None
    """The game in which it happened: the last CHAT_LINES lines of its chat are stored with the report."""

    def added_to(self, earlier: OpenReport) -> Report:
        """One report of both: this one, with the text of the earlier one before its own."""
        said_already = f"\n{self.text}\n" in f"\n{earlier.text}\n" or not self.text
        text = earlier.text if said_already else f"{earlier.text}\n{self.text}".strip()
        return msgspec.structs.replace(
            self, text=text[-MAX_TEXT:], game_id=earlier.game_id if self.game_id is None else self.game_id
        )


class OpenReport(Report, frozen=True, kw_only=True):
    """A stored report that waits for a moderator."""

    id: int
    chat: list[str]


class SocialStore:
    """Follows, blocks and reports; each method is one transaction."""

    name = "relations"

    def __init__(self, database: Database, evidence: Evidence) -> None:
        self._engine = database.engine
        self._people = PeopleStore(database)
        self._evidence = evidence

    async def set_relation(self, relation: Relation, account: str, other: str, on: bool, now_ms: int) -> None:
        """Begins or ends to follow or block. Raises ApiError ``too_many`` above MAX_RELATIONS."""
        table = _TABLES[relation]
        pair = (table.c.account_id == account, table.c.other_id == other)
        async with self._engine.begin() as connection:
            await connection.execute(table.delete().where(*pair))
            if not on:
                return
            count = sa.select(sa.func.count()).where(table.c.account_id == account)
            if (await connection.execute(count)).scalar_one() >= MAX_RELATIONS:
                raise ApiError("too_many")
            values = {"account_id": account, "other_id": other, "at_ms": now_ms}
            await connection.execute(table.insert().values(**values))

    async def relations(self, account: str, other: str) -> set[Relation]:
        """Reads the relations of an account to another."""
        found: set[Relation] = set()
        async with self._engine.connect() as connection:
            for relation, table in _TABLES.items():
                query = sa.select(table.c.at_ms).where(
                    table.c.account_id == account, table.c.other_id == other
                )
                if (await connection.execute(query)).first() is not None:
                    found.add(relation)
        return found

    async def pairs(
        self, relation: Relation, accounts: Collection[str], others: Collection[str]
    ) -> set[tuple[str, str]]:
        """Each of the accounts with each of the others that it follows or blocks."""
        table = _TABLES[relation]
        found: set[tuple[str, str]] = set()
        asked, wanted = sorted(accounts), set(others)
        if not wanted:
            return found
        async with self._engine.connect() as connection:
            for start in range(0, len(asked), MAX_ASKED):
                query = sa.select(table.c.account_id, table.c.other_id).where(
                    table.c.account_id.in_(asked[start : start + MAX_ASKED])
                )
                if len(wanted) <= MAX_ASKED:
                    query = query.where(table.c.other_id.in_(wanted))
                for account, other in await connection.execute(query):
                    if other in wanted:
                        found.add((account, other))
        return found

    async def others(self, relation: Relation, account: str) -> list[str]:
        """The accounts that this one follows or blocks, the newest first."""
        table = _TABLES[relation]
        query = sa.select(table.c.other_id).where(table.c.account_id == account)
        async with self._engine.connect() as connection:
            return list((await connection.execute(query.order_by(table.c.at_ms.desc()))).scalars())

    async def add_report(self, report: Report) -> None:
        """Stores a report, or adds it to the one that waits of the same reporter about the same person.

        Raises ApiError ``too_many`` if too many of this reporter's are waiting; ``not_found`` for a game that
        the reporter may not watch, ``not_in_game`` for one in which the person took no part.
        """
        chat = [] if report.game_id is None else await self._evidence(report, CHAT_LINES)
        own = sa.select(accounts.c.id).where(accounts.c.id == report.reporter_id)
        waiting = _open_reports(reports.c.reporter_id == report.reporter_id)
        async with self._engine.begin() as connection:
            # Two reports at once wait for each other, so that none of them is counted or merged wrongly.
            await connection.execute(own.with_for_update(key_share=True))
            theirs = [_open_report(row) for row in (await connection.execute(waiting)).mappings()]
            same = next((each for each in theirs if each.account_id == report.account_id), None)
            if same is None and len(theirs) >= MAX_OPEN_REPORTS:
                raise ApiError("too_many")
            if same is not None:
                report = report.added_to(same)
                other_game = report.game_id != same.game_id
                chat = [*same.chat, *chat][-MAX_CHAT:] if other_game else chat or same.chat
            values = msgspec.structs.asdict(report) | {"chat": msgspec.json.encode(chat).decode()}
            if same is None:
                await connection.execute(reports.insert().values(**values))
            else:
                await connection.execute(reports.update().where(reports.c.id == same.id).values(**values))

    async def open_reports(self) -> list[OpenReport]:
        """The reports that wait for a moderator, oldest first."""
        query = _open_reports().limit(SHOWN_REPORTS)
        async with self._engine.connect() as connection:
            return [_open_report(row) for row in (await connection.execute(query)).mappings()]

    async def close_report(self, report_id: int, moderator: str, now_ms: int) -> bool:
        """Closes an open report. Returns False if there is none with this id."""
        change = reports.update().where(reports.c.id == report_id, reports.c.closed_ms.is_(None))
        async with self._engine.begin() as connection:
            done = await connection.execute(change.values(closed_ms=now_ms, closed_by=moderator))
        return done.rowcount == 1

    # -- as `PersonalData`

    async def move(self, connection: AsyncConnection, guest: str, account: str) -> None:
        """Nothing: guests have no relations."""

    async def moved(self, guest: str, account: str) -> None:
        """Nothing."""

    async def erase(self, connection: AsyncConnection, person: str) -> None:
        """Removes the relations from and to the account, the texts of its reports, and what is said about it.

        A report about somebody else keeps its chat without the lines of this person.
        """
        for table in _TABLES.values():
            await connection.execute(
                table.delete().where(sa.or_(table.c.account_id == person, table.c.other_id == person))
            )
        await connection.execute(reports.update().where(reports.c.reporter_id == person).values(text=""))
        about = reports.update().where(reports.c.account_id == person)
        await connection.execute(about.values(text="", chat="[]"))
        for name in await self._people.names_of(connection, person):
            said = sa.select(reports.c.id, reports.c.chat).where(
                reports.c.chat.icontains(name, autoescape=True)
            )
            for report_id, chat in (await connection.execute(said)).all():
                lines = [without_author(line, name) for line in msgspec.json.decode(chat, type=list[str])]
                change = reports.update().where(reports.c.id == report_id)
                await connection.execute(change.values(chat=msgspec.json.encode(lines).decode()))

    async def export(self, person: str) -> AsyncIterator[dict[str, Any]]:
        """Each relation, and each report that the person has made."""
        for relation in _TABLES:
            for other in await self.others(relation, person):
                yield {"relation": relation, "account": other}
        query = sa.select(reports.c.at_ms, reports.c.account_id, reports.c.reason, reports.c.text).where(
            reports.c.reporter_id == person
        )
        async with self._engine.connect() as connection:
            for row in (await connection.execute(query)).mappings().all():
                yield {"report": dict(row)}


def _open_reports(*wanted: sa.ColumnElement[bool]) -> sa.Select[Any]:
    """The reports that wait, oldest first."""
    columns = (reports.c[name] for name in OpenReport.__struct_fields__)
    return sa.select(*columns).where(reports.c.closed_ms.is_(None), *wanted).order_by(reports.c.id)


def _open_report(row: sa.RowMapping) -> OpenReport:
    return OpenReport(**(dict(row) | {"chat": msgspec.json.decode(row["chat"], type=list[str])}))
