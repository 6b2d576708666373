"""The tables of e-mail, and all queries on them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any, Final, Literal, NamedTuple

import msgspec
import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from komadai.server.db.database import Database, metadata, upsert
from komadai.server.games.storage.tables import game_seats, games
from komadai.server.people.store import accounts

HELD_MS: Final = 120_000
"""A mail that a process is sending is sent by another one after this time."""
BETWEEN_MS: Final = 3_600_000
"""The time between two notices to a player about one game."""

TokenKind = Literal["confirm", "reset"]

mail_addresses: Final = sa.Table(
    "mail_addresses",
    metadata,
    sa.Column("account_id", sa.ForeignKey("accounts.id"), primary_key=True),
    sa.Column("address", sa.String(254), nullable=True, index=True),
    # Becomes the address when its link has been opened.
    sa.Column("pending", sa.String(254), nullable=True),
    sa.Column("notices", sa.Boolean, nullable=False),
    sa.Column("unsubscribe", sa.String(64), nullable=False, unique=True),
)

mail_tokens: Final = sa.Table(
    "mail_tokens",
    metadata,
    sa.Column("token_hash", sa.String(64), primary_key=True),
    sa.Column("account_id", sa.ForeignKey("accounts.id"), nullable=False, index=True),
    sa.Column("kind", sa.String(10), nullable=False),
    sa.Column("address", sa.String(254), nullable=False),
    sa.Column("created_ms", sa.BigInteger, nullable=False),
    sa.Column("expires_ms", sa.BigInteger, nullable=False),
)

mail_queue: Final = sa.Table(
    "mail_queue",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("account_id", sa.String(32), nullable=False),
    sa.Column("address", sa.String(254), nullable=False),
    sa.Column("subject", sa.Text, nullable=False),
    sa.Column("body", sa.Text, nullable=False),
    # The address of the page that ends such mails; empty for mails that were asked for.
    sa.Column("unsubscribe", sa.Text, nullable=False),
    sa.Column("due_ms", sa.BigInteger, nullable=False),
    sa.Column("held_until_ms", sa.BigInteger, nullable=False),
    sa.Column("attempts", sa.Integer, nullable=False),
    sa.Column("expires_ms", sa.BigInteger, nullable=False),
    sa.Index("mail_due", "due_ms"),
)

mail_notices: Final = sa.Table(
    "mail_notices",
    metadata,
    sa.Column("game_id", sa.ForeignKey("games.id"), primary_key=True),
    sa.Column("account_id", sa.ForeignKey("accounts.id"), primary_key=True),
    # The number of moves about which the player was told last.
    sa.Column("plies", sa.Integer, nullable=False),
    sa.Column("over", sa.Boolean, nullable=False),
    sa.Column("at_ms", sa.BigInteger, nullable=False),
)


class Address(msgspec.Struct, frozen=True, kw_only=True):
    """A row of the table ``mail_addresses``."""

    account_id: str
    address: str | None = None
    """The confirmed address."""
    pending: str | None = None
    """The address that is not confirmed yet."""
    notices: bool = True
    unsubscribe: str
    """The secret of the link that ends notices."""


class Mail(msgspec.Struct, frozen=True, kw_only=True):
    """A row of the table ``mail_queue``."""

    account_id: str
    address: str
    subject: str
    body: str
    unsubscribe: str = ""
    due_ms: int
    held_until_ms: int = 0
    attempts: int = 0
    expires_ms: int
    """The time after which the mail is not sent."""


class Token(NamedTuple):
    """The account and the address that a link belongs to."""

    account_id: str
    address: str


class DueNotice(msgspec.Struct, frozen=True, kw_only=True):
    """A player who is to be told about a correspondence game."""

    game_id: str
    account_id: str
    address: str
    unsubscribe: str
    plies: int
    days: int
    deadline_ms: int | None
    over: bool
    """Whether the game is over; else it is the player's turn."""
    told_ms: int | None
    """When the player was told the last time about this game."""


class MailStore:
    """E-mail in the database. A method with a connection is a part of the caller's transaction."""

    def __init__(self, database: Database) -> None:
        self.engine: Final = database.engine

    # -- addresses

    async def address(self, account_id: str) -> Address | None:
        """The address of an account, or None."""
        return await self._one(mail_addresses.c.account_id == account_id)

    async def address_of_secret(self, secret: str) -> Address | None:
        """The address whose notices end with this link, or None."""
        return await self._one(mail_addresses.c.unsubscribe == secret)

    async def accounts_at(self, address: str, limit: int) -> list[str]:
        """The accounts with this confirmed address."""
        query = sa.select(mail_addresses.c.account_id).where(
            sa.func.lower(mail_addresses.c.address) == address.lower()
        )
        async with self.engine.connect() as connection:
            return list((await connection.execute(query.limit(limit))).scalars())

    async def save_address(self, connection: AsyncConnection, row: Address) -> None:
        """Inserts or changes the address of an account."""
        await upsert(connection, mail_addresses, msgspec.structs.asdict(row))

    async def remove_address(self, connection: AsyncConnection, account_id: str) -> None:
        """Removes an account's address, its links, and the mails that wait for it."""
        for table in (mail_addresses, mail_tokens, mail_queue, mail_notices):
            await connection.execute(table.delete().where(table.c.account_id == account_id))

    async def _one(self, where: sa.ColumnElement[bool]) -> Address | None:
        async with self.engine.connect() as connection:
            return await _address(connection, where)

    # -- links

    async def add_token(
        self,
        connection: AsyncConnection,
        token_hash: str,
        kind: TokenKind,
        token: Token,
        now_ms: int,
        expires_ms: int,
    ) -> None:
        """Stores a link, and forgets those that have expired for a day."""
        old = mail_tokens.c.expires_ms < now_ms - 86_400_000
        await connection.execute(mail_tokens.delete().where(old))
        values = {"token_hash": token_hash, "kind": kind, "created_ms": now_ms, "expires_ms": expires_ms}
        await connection.execute(mail_tokens.insert().values(**values, **token._asdict()))

    async def tokens_since(self, account_id: str, kind: TokenKind, since_ms: int) -> int:
        """The number of links of an account that were made since this time and not used."""
        query = sa.select(sa.func.count()).where(
            mail_tokens.c.account_id == account_id,
            mail_tokens.c.kind == kind,
            mail_tokens.c.created_ms > since_ms,
        )
        async with self.engine.connect() as connection:
            return int((await connection.execute(query)).scalar_one())

    async def token(self, token_hash: str, kind: TokenKind, now_ms: int) -> Token | None:
        """Finds the account and address of this link, if it is valid. The link stays valid."""
        async with self.engine.connect() as connection:
            return await _token(connection, token_hash, kind, now_ms)

    async def use_token(
        self, connection: AsyncConnection, token_hash: str, kind: TokenKind, now_ms: int
    ) -> Token | None:
        """Finds the account and address of this link, if it is valid, and ends all links of its kind."""
        token = await _token(connection, token_hash, kind, now_ms)
        if token is None:
            return None
        used = mail_tokens.delete().where(mail_tokens.c.token_hash == token_hash)
        if (await connection.execute(used)).rowcount != 1:
            return None  # another request was faster
        others = (mail_tokens.c.account_id == token.account_id) & (mail_tokens.c.kind == kind)
        await connection.execute(mail_tokens.delete().where(others))
        return token

    # -- the queue

    async def add_mail(self, connection: AsyncConnection, mail: Mail) -> None:
        """Queues a mail."""
        await connection.execute(mail_queue.insert().values(**msgspec.structs.asdict(mail)))

    async def take_mail(self, now_ms: int) -> tuple[int, Mail] | None:
        """The mail that is due the longest, with its number. No other process takes it for HELD_MS."""
        free = sa.and_(mail_queue.c.due_ms <= now_ms, mail_queue.c.held_until_ms <= now_ms)
        query = sa.select(mail_queue).where(free).order_by(mail_queue.c.due_ms, mail_queue.c.id).limit(1)
        async with self.engine.begin() as connection:
            row = (await connection.execute(query.with_for_update(skip_locked=True))).mappings().first()
            if row is None:
                return None
            held = mail_queue.update().where(mail_queue.c.id == row["id"])
            await connection.execute(held.values(held_until_ms=now_ms + HELD_MS))
        return row["id"], Mail(**{name: value for name, value in row.items() if name != "id"})

    async def forget_mail(self, number: int) -> None:
        """Removes a mail that was sent, or cannot be."""
        async with self.engine.begin() as connection:
            await connection.execute(mail_queue.delete().where(mail_queue.c.id == number))

    async def retry_mail(self, number: int, attempts: int, due_ms: int) -> None:
        """Sends a mail again at this time."""
        change = mail_queue.update().where(mail_queue.c.id == number)
        async with self.engine.begin() as connection:
            await connection.execute(change.values(attempts=attempts, due_ms=due_ms, held_until_ms=0))

    async def waiting(self) -> int:
        """The number of mails in the queue."""
        async with self.engine.connect() as connection:
            return int((await connection.execute(sa.select(sa.func.count(mail_queue.c.id)))).scalar_one())

    # -- notices of games

    async def due_notices(self, now_ms: int, limit: int) -> list[DueNotice]:
        """The players who do not know yet that it is their turn, or that the game is over.

        Who was told about the game within BETWEEN_MS waits. The end of a game is said to those who were told
        about it before.
        """
        told = sa.and_(
            mail_notices.c.game_id == games.c.id, mail_notices.c.account_id == game_seats.c.guest_id
        )
        query = (
            sa.select(
                games.c.id.label("game_id"),
                game_seats.c.guest_id.label("account_id"),
                mail_addresses.c.address,
                mail_addresses.c.unsubscribe,
                games.c.plies,
                games.c.days,
                games.c.deadline_ms,
                (games.c.status == "finished").label("over"),
                mail_notices.c.at_ms.label("told_ms"),
            )
            .join_from(games, game_seats, game_seats.c.game_id == games.c.id)
            .join(mail_addresses, mail_addresses.c.account_id == game_seats.c.guest_id)
            .outerjoin(mail_notices, told)
            .where(
                games.c.days > 0,
                mail_addresses.c.address.is_not(None),
                mail_addresses.c.notices,
                sa.or_(mail_notices.c.at_ms.is_(None), mail_notices.c.at_ms <= now_ms - BETWEEN_MS),
                sa.or_(
                    sa.and_(
                        games.c.status == "playing",
                        games.c.turn == game_seats.c.color,
                        sa.or_(mail_notices.c.plies.is_(None), mail_notices.c.plies != games.c.plies),
                    ),
                    sa.and_(games.c.status == "finished", ~mail_notices.c.over),
                ),
            )
            .limit(limit)
        )
        async with self.engine.connect() as connection:
            return [DueNotice(**row) for row in (await connection.execute(query)).mappings()]

    async def notice(self, due: DueNotice, mail: Mail | None, now_ms: int) -> bool:
        """Queues a notice, and stores that the player was told; returns False if another process did so.

        Without a mail the player is only taken for told about these moves, an hour ago.
        """
        place = {"game_id": due.game_id, "account_id": due.account_id}
        values = {"plies": due.plies, "over": due.over, "at_ms": now_ms}
        try:
            async with self.engine.begin() as connection:
                if due.told_ms is None:
                    await connection.execute(mail_notices.insert().values(**place, **values))
                else:
                    same = sa.and_(
                        mail_notices.c.game_id == due.game_id,
                        mail_notices.c.account_id == due.account_id,
                        mail_notices.c.at_ms == due.told_ms,
                    )
                    change = mail_notices.update().where(same).values(**values)
                    if (await connection.execute(change)).rowcount != 1:
                        return False
                if mail is not None:
                    await self.add_mail(connection, mail)
        except IntegrityError:  # another process was faster
            return False
        return True

    # -- personal data

    async def export(self, account_id: str) -> AsyncIterator[dict[str, Any]]:
        """The address of an account."""
        row = await self.address(account_id)
        if row is not None:
            yield {"address": row.address, "pending": row.pending, "notices": row.notices}


async def address_of(connection: AsyncConnection, account_id: str) -> Address | None:
    """The address of an account, read in a transaction that has begun."""
    return await _address(connection, mail_addresses.c.account_id == account_id)


async def _address(connection: AsyncConnection, where: sa.ColumnElement[bool]) -> Address | None:
    row = (await connection.execute(sa.select(mail_addresses).where(where))).mappings().first()
    return None if row is None else Address(**row)


async def _token(connection: AsyncConnection, token_hash: str, kind: TokenKind, now_ms: int) -> Token | None:
    query = sa.select(mail_tokens.c.account_id, mail_tokens.c.address).where(
        mail_tokens.c.token_hash == token_hash,
        mail_tokens.c.kind == kind,
        mail_tokens.c.expires_ms > now_ms,
        mail_tokens.c.account_id.in_(sa.select(accounts.c.id).where(accounts.c.deleted_ms.is_(None))),
    )
    row = (await connection.execute(query)).first()
    return None if row is None else Token(*row)
