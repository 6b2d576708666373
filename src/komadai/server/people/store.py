"""The tables of accounts, sessions and their logs, and all queries on them.

The id of an account is the id of a person in the table ``guests``: games and progress belong to persons,
whether they have an account or not.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any, Final, Generic, Literal, NamedTuple, TypeVar

import msgspec
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from komadai.server.db.database import Database, ensure_guest, guests, metadata, upsert
from komadai.server.look_alikes import looks_of
from komadai.server.people.names.names import Kind, name_key, retired_key, retired_look

Role = Literal["user", "moderator", "admin"]
E = TypeVar("E", bound=msgspec.Struct)

accounts: Final = sa.Table(
    "accounts",
    metadata,
    sa.Column("id", sa.ForeignKey("guests.id"), primary_key=True),
    sa.Column("kind", sa.String(8), nullable=False),
    sa.Column("name", sa.String(32), nullable=False),
    sa.Column("name_key", sa.String(80), nullable=False),
    sa.Column("display_name", sa.String(40), nullable=False),
    sa.Column("about", sa.Text, nullable=False),
    sa.Column("password", sa.String(200), nullable=True),
    sa.Column("role", sa.String(10), nullable=False),
    sa.Column("created_ms", sa.BigInteger, nullable=False),
    sa.Column("banned_until_ms", sa.BigInteger, nullable=True),
    sa.Column("deleted_ms", sa.BigInteger, nullable=True),
    sa.Column("preferences", sa.Text, nullable=False),
    sa.Column("bot", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("muted_until_ms", sa.BigInteger, nullable=True),
    sa.Column("barred_until_ms", sa.BigInteger, nullable=True),
    sa.Column("warning", sa.Text, nullable=False, server_default=""),
    sa.Column("listed", sa.Boolean, nullable=False, server_default=sa.true()),
    sa.UniqueConstraint("kind", "name_key", name="account_names"),
)

former_names: Final = sa.Table(
    "former_names",
    metadata,
    sa.Column("kind", sa.String(8), primary_key=True),
    sa.Column("name_key", sa.String(80), primary_key=True),
    sa.Column("account_id", sa.ForeignKey("accounts.id"), nullable=False),
    sa.Index("former_names_of_account", "account_id"),
)
"""The names that renamed accounts had: nobody else may take them, so that a rename can be taken back."""

name_looks: Final = sa.Table(
    "name_looks",
    metadata,
    sa.Column("kind", sa.String(8), primary_key=True),
    sa.Column("look", sa.String(80), primary_key=True),
    sa.Column("account_id", sa.ForeignKey("accounts.id"), primary_key=True),
    sa.Index("name_looks_of_account", "account_id"),
)
"""The looks of the names that accounts have and had. Names from before this table may look alike."""

sessions: Final = sa.Table(
    "sessions",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("token_hash", sa.String(64), nullable=False, unique=True),
    # Not a foreign key: a guest is stored with their first game, not with their first visit.
    sa.Column("person_id", sa.String(32), nullable=False),
    sa.Column("created_ms", sa.BigInteger, nullable=False),
    sa.Column("seen_ms", sa.BigInteger, nullable=False),
    sa.Column("expires_ms", sa.BigInteger, nullable=False),
    sa.Column("ended_ms", sa.BigInteger, nullable=True),
    sa.Column("device", sa.String(60), nullable=False),
    sa.Column("address", sa.String(64), nullable=False),
    sa.Index("sessions_of_person", "person_id"),
    sa.Index("sessions_ended", "ended_ms"),
    sa.Index("sessions_seen", "seen_ms"),
)

security_log: Final = sa.Table(
    "security_log",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("at_ms", sa.BigInteger, nullable=False),
    sa.Column("kind", sa.String(20), nullable=False),
    sa.Column("account_id", sa.String(32), nullable=True),
    sa.Column("address", sa.String(64), nullable=False),
    sa.Column("detail", sa.String(200), nullable=False),
    sa.Index("security_log_by_age", "at_ms"),
    sa.Index("security_log_of_account", "account_id", "at_ms"),
)

moderation_log: Final = sa.Table(
    "moderation_log",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("at_ms", sa.BigInteger, nullable=False),
    sa.Column("actor_id", sa.String(32), nullable=True),
    sa.Column("account_id", sa.String(32), nullable=False),
    sa.Column("act", sa.String(20), nullable=False),
    sa.Column("reason", sa.Text, nullable=False),
    sa.Index("moderation_log_of_account", "account_id", "at_ms"),
)


class Account(msgspec.Struct, frozen=True, kw_only=True):
    """A row of the table ``accounts`` without the password."""

    id: str
    """Also the id of the person."""
    kind: Kind
    name: str
    """Empty if the account was deleted."""
    display_name: str
    about: str = ""
    role: Role = "user"
    created_ms: int
    banned_until_ms: int | None = None
    deleted_ms: int | None = None
    preferences: str = "{}"
    """The settings of the page, as JSON."""
    bot: bool = False
    """Whether a program plays in this account, by the calls for programs."""
    muted_until_ms: int | None = None
    barred_until_ms: int | None = None
    warning: str = ""
    """A moderator's warning that the owner of the account has not confirmed to have read."""
    listed: bool = True
    """Whether the account is in the list of people."""

    def is_banned(self, now_ms: int) -> bool:
        """Whether the account may not be used now."""
        return self.banned_until_ms is not None and now_ms < self.banned_until_ms

    def is_muted(self, now_ms: int) -> bool:
        """Whether the account may not speak now."""
        return self.muted_until_ms is not None and now_ms < self.muted_until_ms

    def is_barred(self, now_ms: int) -> bool:
        """Whether the account may not begin games with other people now."""
        return self.barred_until_ms is not None and now_ms < self.barred_until_ms


class SessionRow(msgspec.Struct, frozen=True, kw_only=True):
    """A row of the table ``sessions``."""

    id: str
    """Not a secret: the account's page names it to end the session."""
    token_hash: str
    person_id: str
    created_ms: int
    seen_ms: int
    expires_ms: int
    ended_ms: int | None = None
    device: str
    """Such as "Firefox, Linux"."""
    address: str


class LogEntry(msgspec.Struct, frozen=True, kw_only=True):
    """A row of the security log."""

    at_ms: int
    kind: str
    account_id: str | None
    address: str
    detail: str


class ModerationEntry(msgspec.Struct, frozen=True, kw_only=True):
    """A row of the moderation log."""

    at_ms: int
    actor_id: str | None
    """The moderator; None: the command line."""
    account_id: str
    act: str
    reason: str


class Page(NamedTuple, Generic[E]):
    """Entries of a log, newest first."""

    entries: list[E]
    next: int | None
    """The cursor for those before them; None: there are none."""


_ACCOUNT_COLUMNS: Final = tuple(accounts.c[name] for name in Account.__struct_fields__)


def new_id() -> str:
    """A new id of a person or a session: 128 random bits in hexadecimal."""
    return secrets.token_hex(16)


class PeopleStore:
    """Accounts, sessions and logs in the database.

    A method without a connection is one transaction; those with one are parts of the caller's.
    """

    def __init__(self, database: Database) -> None:
        self.engine: Final = database.engine

    # -- accounts

    async def add_account(self, connection: AsyncConnection, account: Account, password: str | None) -> None:
        """Inserts an account. Raises IntegrityError if the name is taken."""
        await ensure_guest(connection, account.id, account.created_ms)
        values = msgspec.structs.asdict(account)
        await connection.execute(
            accounts.insert().values(**values, name_key=name_key(account.name), password=password)
        )
        await self.add_looks(connection, account.id, account.kind, account.name)

    async def add_looks(self, connection: AsyncConnection, account_id: str, kind: Kind, name: str) -> None:
        """Reserves what the name of an account looks like, also for the time after a rename."""
        for look in looks_of(name):
            await upsert(connection, name_looks, {"kind": kind, "look": look, "account_id": account_id})

    async def account(self, account_id: str) -> Account | None:
        """The account with this id, or None."""
        async with self.engine.connect() as connection:
            return await account_of(connection, account_id)

    async def account_named(self, name: str, kind: Kind = "person") -> Account | None:
        """The account of this name in any case, or None."""
        async with self.engine.connect() as connection:
            rows = await _accounts(connection, accounts.c.kind == kind, accounts.c.name_key == name_key(name))
        return rows[0] if rows else None

    async def is_taken(self, name: str, kind: Kind = "person", but: str | None = None) -> bool:
        """Whether an account has or had this name, or one that looks like it.

        ``but``: an account that does not count.
        """
        keys = (name_key(name), retired_key(name))
        looks = looks_of(name)
        now, before = (
            sa.select(owner).where(table.c.kind == kind, table.c.name_key.in_(keys))
            for table, owner in ((accounts, accounts.c.id), (former_names, former_names.c.account_id))
        )
        alike = sa.select(name_looks.c.account_id).where(
            name_looks.c.kind == kind, name_looks.c.look.in_((*looks, *map(retired_look, looks)))
        )
        async with self.engine.connect() as connection:
            owners = set((await connection.execute(sa.union_all(now, before, alike))).scalars())
        return bool(owners - {but})

    async def keep_former_name(self, connection: AsyncConnection, account: Account) -> None:
        """Reserves the name of an account that gets another one."""
        row = {"kind": account.kind, "name_key": name_key(account.name), "account_id": account.id}
        await upsert(connection, former_names, row)

    async def former_names(self, connection: AsyncConnection, account_id: str) -> list[str]:
        """The keys of the names that an account had."""
        query = sa.select(former_names.c.name_key).where(former_names.c.account_id == account_id)
        return sorted((await connection.execute(query)).scalars())

    async def names_of(self, connection: AsyncConnection, account_id: str) -> set[str]:
        """The keys of all names that an account has or had."""
        now = sa.select(accounts.c.name_key).where(accounts.c.id == account_id)
        before = sa.select(former_names.c.name_key).where(former_names.c.account_id == account_id)
        return set((await connection.execute(sa.union_all(now, before))).scalars())

    async def retire_former_names(self, connection: AsyncConnection, account_id: str) -> None:
        """Puts hashes in place of the names that a deleted account had, and of all looks: they stay taken."""
        for key in await self.former_names(connection, account_id):
            row = former_names.c.account_id == account_id, former_names.c.name_key == key
            await connection.execute(former_names.update().where(*row).values(name_key=retired_key(key)))
        own = name_looks.c.account_id == account_id
        for look in (await connection.execute(sa.select(name_looks.c.look).where(own))).scalars().all():
            row = own, name_looks.c.look == look
            await connection.execute(name_looks.update().where(*row).values(look=retired_look(look)))

    async def accounts(self, ids: Sequence[str]) -> dict[str, Account]:
        """The accounts among these ids of persons. Deleted ones have no name."""
        async with self.engine.connect() as connection:
            return {row.id: row for row in await _accounts(connection, accounts.c.id.in_(set(ids)))}

    async def all_accounts(self, kind: Kind | None = None) -> list[Account]:
        """All accounts that are not deleted, by name."""
        wanted: list[sa.ColumnElement[bool]] = [accounts.c.deleted_ms.is_(None)]
        if kind is not None:
            wanted.append(accounts.c.kind == kind)
        async with self.engine.connect() as connection:
            return sorted(await _accounts(connection, *wanted), key=lambda each: name_key(each.name))

    async def bots(self, limit: int = 200) -> list[Account]:
        """The accounts in which programs play, by name."""
        query = (
            sa.select(*_ACCOUNT_COLUMNS)
            .where(accounts.c.bot, accounts.c.deleted_ms.is_(None))
            .order_by(accounts.c.name_key)
            .limit(limit)
        )
        async with self.engine.connect() as connection:
            return [Account(**values) for values in (await connection.execute(query)).mappings()]

    async def password(self, account_id: str) -> str | None:
        """The stored hash of the password."""
        query = sa.select(accounts.c.password).where(accounts.c.id == account_id)
        async with self.engine.connect() as connection:
            return (await connection.execute(query)).scalar_one_or_none()

    async def change_account(self, connection: AsyncConnection, account_id: str, **values: Any) -> None:
        """Changes columns of an account."""
        await connection.execute(accounts.update().where(accounts.c.id == account_id).values(**values))

    async def other_admins(self, connection: AsyncConnection, account_id: str) -> int:
        """How many administrators there are besides this account. They cannot change before the commit."""
        query = sa.select(accounts.c.id).where(accounts.c.role == "admin", accounts.c.deleted_ms.is_(None))
        ids = (await connection.execute(query.order_by(accounts.c.id).with_for_update())).scalars().all()
        return len(set(ids) - {account_id})

    # -- sessions

    async def add_session(self, connection: AsyncConnection, row: SessionRow) -> None:
        """Inserts a session."""
        await connection.execute(sessions.insert().values(**msgspec.structs.asdict(row)))

    async def session(self, token_hash: str) -> tuple[SessionRow, Account | None] | None:
        """The session with this token and its account, or None. It may have ended or expired."""
        query = sa.select(sessions).where(sessions.c.token_hash == token_hash)
        async with self.engine.connect() as connection:
            values = (await connection.execute(query)).mappings().first()
            if values is None:
                return None
            row = SessionRow(**values)
            found = await _accounts(connection, accounts.c.id == row.person_id)
        return row, (found[0] if found else None)

    async def sessions_of(self, person: str, now_ms: int) -> list[SessionRow]:
        """The running sessions of a person, the last used first."""
        query = (
            sa.select(sessions)
            .where(sessions.c.person_id == person, sessions.c.ended_ms.is_(None))
            .where(sessions.c.expires_ms > now_ms)
            .order_by(sessions.c.seen_ms.desc())
        )
        async with self.engine.connect() as connection:
            return [SessionRow(**values) for values in (await connection.execute(query)).mappings()]

    async def was_seen_at(self, person: str, address: str) -> bool:
        """Whether the person has a session from this address."""
        query = sa.select(sessions.c.id).where(sessions.c.person_id == person, sessions.c.address == address)
        async with self.engine.connect() as connection:
            return (await connection.execute(query.limit(1))).first() is not None

    async def see_session(self, session_id: str, now_ms: int, expires_ms: int) -> None:
        """Stores that a session was used."""
        async with self.engine.begin() as connection:
            change = sessions.update().where(sessions.c.id == session_id)
            await connection.execute(change.values(seen_ms=now_ms, expires_ms=expires_ms))

    async def end_sessions(
        self,
        connection: AsyncConnection,
        person: str,
        now_ms: int,
        *,
        only: str | None = None,
        but: str | None = None,
    ) -> list[str]:
        """Ends the person's sessions: all, ``only`` one, or all ``but`` one. Returns the ended ids."""
        wanted = [sessions.c.person_id == person, sessions.c.ended_ms.is_(None)]
        if only is not None:
            wanted.append(sessions.c.id == only)
        if but is not None:
            wanted.append(sessions.c.id != but)
        ids = list((await connection.execute(sa.select(sessions.c.id).where(*wanted))).scalars())
        await connection.execute(sessions.update().where(*wanted).values(ended_ms=now_ms))
        return ids

    async def end_all_sessions(self, now_ms: int) -> int:
        """Ends the sessions of all accounts, but not those of guests. Returns how many there were."""
        change = sessions.update().where(
            sessions.c.ended_ms.is_(None), sessions.c.person_id.in_(sa.select(accounts.c.id))
        )
        async with self.engine.begin() as connection:
            return (await connection.execute(change.values(ended_ms=now_ms))).rowcount

    async def ended_since(self, since_ms: int) -> list[str]:
        """The ids of the sessions that ended at this time or later."""
        query = sa.select(sessions.c.id).where(sessions.c.ended_ms >= since_ms)
        async with self.engine.connect() as connection:
            return list((await connection.execute(query)).scalars())

    async def remove_old(self, now_ms: int, *, idle_ms: int, log_ms: int) -> None:
        """Removes what is not needed any more.

        Sessions that ended or expired more than ``idle_ms`` ago, or that belong to a guest who stored
        nothing and was not seen for this time; entries of the security log older than ``log_ms``.
        """
        old = now_ms - idle_ms
        stored = sa.exists().where(guests.c.id == sessions.c.person_id)
        async with self.engine.begin() as connection:
            await connection.execute(
                sessions.delete().where(
                    sa.or_(
                        sessions.c.ended_ms < old,
                        sessions.c.expires_ms < old,
                        sa.and_(sessions.c.seen_ms < old, ~stored),
                    )
                )
            )
            await connection.execute(security_log.delete().where(security_log.c.at_ms < now_ms - log_ms))

    async def erase_traces(self, connection: AsyncConnection, person: str) -> None:
        """Removes addresses, devices, names and reasons from the sessions and log entries of a person."""
        await connection.execute(
            sessions.update().where(sessions.c.person_id == person).values(device="", address="")
        )
        await connection.execute(
            security_log.update().where(security_log.c.account_id == person).values(address="", detail="")
        )
        await connection.execute(
            moderation_log.update().where(moderation_log.c.account_id == person).values(reason="")
        )

    # -- guests and accounts

    async def account_of_guest(self, guest: str) -> str | None:
        """The account into which a guest's games have gone, or which has this id; else None."""
        went = sa.select(guests.c.account_id).where(guests.c.id == guest)
        own = sa.select(accounts.c.id).where(accounts.c.id == guest)
        async with self.engine.connect() as connection:
            found = (await connection.execute(went)).scalar_one_or_none()
            return found or (await connection.execute(own)).scalar_one_or_none()

    # -- logs

    async def log_security(
        self,
        connection: AsyncConnection,
        kind: str,
        now_ms: int,
        account_id: str | None,
        address: str,
        detail: str = "",
    ) -> None:
        """Appends to the security log."""
        values = LogEntry(
            at_ms=now_ms, kind=kind, account_id=account_id, address=address, detail=detail[:200]
        )
        await connection.execute(security_log.insert().values(**msgspec.structs.asdict(values)))

    async def log_moderation(self, connection: AsyncConnection, entry: ModerationEntry) -> None:
        """Appends to the moderation log."""
        await connection.execute(moderation_log.insert().values(**msgspec.structs.asdict(entry)))

    async def security_entries(
        self, account_id: str | None = None, limit: int = 200, before: int | None = None
    ) -> Page[LogEntry]:
        """Entries of the security log, newest first: about one account or all, before an earlier page."""
        return await self._page(security_log, LogEntry, account_id, limit, before)

    async def moderation_entries(
        self, account_id: str | None = None, limit: int = 200, before: int | None = None
    ) -> Page[ModerationEntry]:
        """Entries of the moderation log in the same way."""
        return await self._page(moderation_log, ModerationEntry, account_id, limit, before)

    async def _page(
        self, table: sa.Table, kind: type[E], account_id: str | None, limit: int, before: int | None
    ) -> Page[E]:
        query = sa.select(table).order_by(table.c.id.desc()).limit(limit + 1)
        if account_id is not None:
            query = query.where(table.c.account_id == account_id)
        if before is not None:
            query = query.where(table.c.id < before)
        async with self.engine.connect() as connection:
            rows = (await connection.execute(query)).mappings().all()
        entries = [kind(**{name: row[name] for name in kind.__struct_fields__}) for row in rows[:limit]]
        return Page(entries, rows[limit - 1]["id"] if len(rows) > limit else None)


async def account_of(connection: AsyncConnection, account_id: str) -> Account | None:
    """The account with this id, read in a transaction that has begun."""
    rows = await _accounts(connection, accounts.c.id == account_id)
    return rows[0] if rows else None


async def _accounts(connection: AsyncConnection, *wanted: sa.ColumnElement[bool]) -> list[Account]:
    rows = (await connection.execute(sa.select(*_ACCOUNT_COLUMNS).where(*wanted))).mappings()
    return [Account(**row) for row in rows]
