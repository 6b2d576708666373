"""Tokens: secrets with which programs use an account, as far as their scopes allow.

A token is random and is shown once; the database has its hash. It is no session: it opens only the calls
that are made for programs.
"""

from __future__ import annotations

import logging
from collections import OrderedDict
from collections.abc import AsyncIterator, Sequence
from functools import partial
from typing import Any, Final, Literal, cast

import msgspec
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from komadai.server.db.database import DATABASE_ERRORS, Database, metadata, reason_of, save_error
from komadai.server.errors import ApiError
from komadai.server.http.session import new_token, token_hash
from komadai.server.people.sessions.sessions import Session
from komadai.server.people.store import Account, PeopleStore, accounts, new_id
from komadai.server.server_clock import ServerClock

log: Final = logging.getLogger(__name__)

Scope = Literal["read", "challenge", "play", "engine"]
"""The rights of a token: ``read`` is to see the account's games and challenges, ``challenge`` to make and
answer challenges, ``play`` to move, ``engine`` to offer an engine for the account's own analysis."""

PREFIX: Final = "kmd_"
"""Tokens begin with it, so that tools can find those that were published by mistake."""
MAX_TOKENS: Final = 20
CACHED_MS: Final = 10_000
"""A token is read again after this time, because another process may have ended it."""
CACHED: Final = 5_000
USED_MS: Final = 60_000
"""How often the time of the last use is stored."""

api_tokens: Final = sa.Table(
    "api_tokens",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("token_hash", sa.String(64), nullable=False, unique=True),
    sa.Column("account_id", sa.ForeignKey("accounts.id"), nullable=False),
    sa.Column("name", sa.String(40), nullable=False),
    sa.Column("scopes", sa.String(80), nullable=False),
    sa.Column("created_ms", sa.BigInteger, nullable=False),
    sa.Column("used_ms", sa.BigInteger, nullable=True),
    sa.Column("ended_ms", sa.BigInteger, nullable=True),
    sa.Index("api_tokens_of_account", "account_id"),
)


class TokenRow(msgspec.Struct, frozen=True, kw_only=True):
    """A row of the table ``api_tokens`` without the hash."""

    id: str
    account_id: str
    name: str
    scopes: str
    """Separated by spaces."""
    created_ms: int
    used_ms: int | None = None
    ended_ms: int | None = None


class TokenSession(Session, frozen=True, kw_only=True):
    """The token of a request, in the place of a browser's session."""

    scopes: frozenset[Scope]
    name: str
    """The token's name."""


class ApiTokens:
    """The tokens of all accounts. `open` must be called before the first request."""

    def __init__(self) -> None:
        self._database: Database | None = None
        self._clock = ServerClock()
        self._cache: OrderedDict[str, tuple[int, TokenSession]] = OrderedDict()
        """By the hash: when it was read, and what it allows."""

    def open(self, database: Database, clock: ServerClock) -> None:
        """Uses this database."""
        self._database, self._clock = database, clock

    @property
    def people(self) -> PeopleStore:
        """The tables of people."""
        assert self._database is not None, "requests come after the start"
        return PeopleStore(self._database)

    @property
    def _engine(self) -> AsyncEngine:
        return self.people.engine

    async def authenticate(self, token: str | None) -> TokenSession | None:
        """Returns the rights of a token; None without a valid one, or if its account is closed.

        Raises ApiError if the token must be read and the database fails.
        """
        if token is None or not token.startswith(PREFIX) or not token.isascii() or len(token) > 100:
            return None
        key, now = token_hash(token), self._clock.now_ms()
        read_ms, session = self._cache.get(key, (0, None))
        if session is None or now - read_ms > CACHED_MS:
            self._cache.pop(key, None)
            try:
                session = await self._read(key, now)
            except DATABASE_ERRORS as error:
                log.error("could not read a token: %s", reason_of(error))
                raise save_error(error) from None
            if session is None:
                return None
            self._cache[key] = now, session
            if len(self._cache) > CACHED:
                self._cache.popitem(last=False)
        account = session.account
        return None if account is None or account.deleted_ms or account.is_banned(now) else session

    async def _read(self, key: str, now: int) -> TokenSession | None:
        columns = (
            *api_tokens.c,
            *(accounts.c[name].label(f"of_{name}") for name in Account.__struct_fields__),
        )
        query = (
            sa.select(*columns)
            .join(accounts, accounts.c.id == api_tokens.c.account_id)
            .where(api_tokens.c.token_hash == key, api_tokens.c.ended_ms.is_(None))
        )
        async with self._engine.connect() as connection:
            row = (await connection.execute(query)).mappings().one_or_none()
        if row is None:
            return None
        account = Account(**{name: row[f"of_{name}"] for name in Account.__struct_fields__})
        if now - (row["used_ms"] or 0) > USED_MS:
            assert self._database is not None
            used = partial(self._used, row["id"], now)
            await self._database.writes.attempt(used, "store the use of a token")
        return TokenSession(
            id=row["id"],
            person=account.id,
            csrf="",
            account=account,
            created_ms=row["created_ms"],
            seen_ms=now,
            expires_ms=2**62,
            scopes=frozenset(cast("list[Scope]", row["scopes"].split())),
            name=row["name"],
        )

    async def _used(self, token_id: str, now: int) -> None:
        async with self._engine.begin() as connection:
            change = api_tokens.update().where(api_tokens.c.id == token_id)
            await connection.execute(change.values(used_ms=now))

    async def is_valid(self, session: TokenSession) -> bool:
        """Whether the token of a stream has not been ended, nor its account closed or renamed."""
        query = (
            sa.select(accounts.c.name, accounts.c.deleted_ms, accounts.c.banned_until_ms)
            .join(api_tokens, accounts.c.id == api_tokens.c.account_id)
            .where(api_tokens.c.id == session.id, api_tokens.c.ended_ms.is_(None))
        )
        async with self._engine.connect() as connection:
            row = (await connection.execute(query)).one_or_none()
        if row is None or session.account is None or row.name != session.account.name:
            return False
        return row.deleted_ms is None and (row.banned_until_ms or 0) <= self._clock.now_ms()

    async def of(self, account_id: str) -> list[TokenRow]:
        """The tokens of an account that have not been ended, newest first."""
        query = (
            sa.select(*(api_tokens.c[name] for name in TokenRow.__struct_fields__))
            .where(api_tokens.c.account_id == account_id, api_tokens.c.ended_ms.is_(None))
            .order_by(api_tokens.c.created_ms.desc(), api_tokens.c.id)
        )
        async with self._engine.connect() as connection:
            return [TokenRow(**row) for row in (await connection.execute(query)).mappings()]

    async def make(self, account_id: str, address: str, name: str, scopes: Sequence[Scope]) -> str:
        """Makes a token and returns it; it cannot be shown again. Raises ApiError ``too_many``."""
        if len(await self.of(account_id)) >= MAX_TOKENS:
            raise ApiError("too_many")
        token, now = PREFIX + new_token(), self._clock.now_ms()
        row = TokenRow(
            id=new_id(),
            account_id=account_id,
            name=name,
            scopes=" ".join(sorted(set(scopes))),
            created_ms=now,
        )
        people = self.people
        async with self._engine.begin() as connection:
            values = msgspec.structs.asdict(row) | {"token_hash": token_hash(token)}
            await connection.execute(api_tokens.insert().values(**values))
            detail = f"{name}: {row.scopes}"
            await people.log_security(connection, "token_made", now, account_id, address, detail)
        return token

    async def end(self, account_id: str, address: str, token_id: str) -> None:
        """Ends a token. Raises ApiError ``not_found`` if the account has no such token."""
        now = self._clock.now_ms()
        people = self.people
        async with self._engine.begin() as connection:
            change = api_tokens.update().where(
                api_tokens.c.id == token_id,
                api_tokens.c.account_id == account_id,
                api_tokens.c.ended_ms.is_(None),
            )
            if (await connection.execute(change.values(ended_ms=now))).rowcount != 1:
                raise ApiError("not_found")
            await people.log_security(connection, "token_ended", now, account_id, address)
        self.forget(account_id)

    async def make_bot(self, account_id: str, address: str) -> None:
        """Marks an account as one that a program plays. It stays so: its games are never rated."""
        now = self._clock.now_ms()
        people = self.people
        async with self._engine.begin() as connection:
            await people.change_account(connection, account_id, bot=True)
            await people.log_security(connection, "bot_made", now, account_id, address)
        self.forget(account_id)

    def forget(self, account_id: str) -> None:
        """Reads the account's tokens again at their next use."""
        for key in [key for key, (_, session) in self._cache.items() if session.person == account_id]:
            del self._cache[key]


async def end_tokens(connection: AsyncConnection, account_id: str, now_ms: int) -> None:
    """Ends all tokens of an account, within the caller's transaction."""
    change = api_tokens.update().where(api_tokens.c.account_id == account_id, api_tokens.c.ended_ms.is_(None))
    await connection.execute(change.values(ended_ms=now_ms))


class TokenData:
    """The tokens of a person, as `PersonalData`."""

    name = "tokens"

    def __init__(self, tokens: ApiTokens) -> None:
        self._tokens = tokens

    async def move(self, connection: AsyncConnection, guest: str, account: str) -> None:
        """Nothing: guests have no tokens."""

    async def moved(self, guest: str, account: str) -> None:
        """Nothing: guests have no tokens."""

    async def erase(self, connection: AsyncConnection, person: str) -> None:
        """Removes the tokens."""
        await connection.execute(api_tokens.delete().where(api_tokens.c.account_id == person))

    async def erased(self, person: str) -> None:
        """Forgets them here."""
        self._tokens.forget(person)

    async def export(self, person: str) -> AsyncIterator[dict[str, Any]]:
        """Each token, newest first, without its secret."""
        for row in await self._tokens.of(person):
            yield msgspec.structs.asdict(row)
