"""The tables of passkeys and of the challenges that wait for an answer, and all queries on them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any, Final, Literal

import msgspec
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from komadai.server.db.database import Database, metadata

Purpose = Literal["register", "login"]

passkeys: Final = sa.Table(
    "passkeys",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("account_id", sa.ForeignKey("accounts.id"), nullable=False),
    sa.Column("credential_id", sa.String(1400), nullable=False, unique=True),
    sa.Column("public_key", sa.LargeBinary, nullable=False),
    sa.Column("sign_count", sa.BigInteger, nullable=False),
    sa.Column("host", sa.String(253), nullable=False),
    sa.Column("name", sa.String(60), nullable=False),
    sa.Column("created_ms", sa.BigInteger, nullable=False),
    sa.Column("used_ms", sa.BigInteger, nullable=True),
    sa.Index("passkeys_of_account", "account_id"),
)

passkey_challenges: Final = sa.Table(
    "passkey_challenges",
    metadata,
    # Not a foreign key: sessions are removed without looking here, and challenges live for minutes.
    sa.Column("session_id", sa.String(32), primary_key=True),
    sa.Column("purpose", sa.String(8), nullable=False),
    sa.Column("challenge", sa.LargeBinary, nullable=False),
    sa.Column("expires_ms", sa.BigInteger, nullable=False),
    sa.Index("passkey_challenges_by_age", "expires_ms"),
)


class Passkey(msgspec.Struct, frozen=True, kw_only=True):
    """A row of the table ``passkeys``."""

    id: str
    """Not a secret: the account's page names it to remove the passkey."""
    account_id: str
    credential_id: str
    """The authenticator's name for it, in base64url."""
    public_key: bytes
    """In COSE's form."""
    sign_count: int
    """How often the authenticator had signed at the last login; always 0 if it does not count."""
    host: str
    """The host name under which it was made; it is valid only there."""
    name: str
    created_ms: int
    used_ms: int | None = None


class PasskeyStore:
    """Passkeys and challenges, and a person's passkeys as `PersonalData`."""

    name = "passkeys"

    def __init__(self, database: Database) -> None:
        self._engine = database.engine

    # -- challenges

    async def ask(
        self, session_id: str, purpose: Purpose, challenge: bytes, now_ms: int, valid_ms: int
    ) -> None:
        """Stores the challenge of a session in place of its earlier one, and removes expired ones."""
        table = passkey_challenges
        values = {
            "session_id": session_id,
            "purpose": purpose,
            "challenge": challenge,
            "expires_ms": now_ms + valid_ms,
        }
        async with self._engine.begin() as connection:
            old = sa.or_(table.c.session_id == session_id, table.c.expires_ms <= now_ms)
            await connection.execute(table.delete().where(old))
            await connection.execute(table.insert().values(**values))

    async def take_challenge(self, session_id: str, purpose: Purpose, now_ms: int) -> bytes | None:
        """The challenge of a session, which is removed; None without one that is still valid."""
        table = passkey_challenges
        query = sa.select(table.c.challenge).where(
            table.c.session_id == session_id, table.c.purpose == purpose, table.c.expires_ms > now_ms
        )
        async with self._engine.begin() as connection:
            challenge = (await connection.execute(query)).scalar_one_or_none()
            # Of two requests at once only one removes the row.
            taken = await connection.execute(table.delete().where(table.c.session_id == session_id))
        return bytes(challenge) if challenge is not None and taken.rowcount == 1 else None

    # -- passkeys

    async def add(self, connection: AsyncConnection, passkey: Passkey) -> None:
        """Inserts a passkey. Raises IntegrityError if this credential is stored already."""
        await connection.execute(passkeys.insert().values(**msgspec.structs.asdict(passkey)))

    async def of_account(self, account_id: str) -> list[Passkey]:
        """The passkeys of an account, the oldest first."""
        query = sa.select(passkeys).where(passkeys.c.account_id == account_id)
        async with self._engine.connect() as connection:
            rows = await connection.execute(query.order_by(passkeys.c.created_ms, passkeys.c.id))
            return [Passkey(**row) for row in rows.mappings()]

    async def with_credential(self, credential_id: str) -> Passkey | None:
        """The passkey with this credential, or None."""
        query = sa.select(passkeys).where(passkeys.c.credential_id == credential_id)
        async with self._engine.connect() as connection:
            row = (await connection.execute(query)).mappings().first()
        return None if row is None else Passkey(**row)

    async def use(self, connection: AsyncConnection, passkey: Passkey, sign_count: int, now_ms: int) -> bool:
        """Stores a login. Returns False if the passkey was removed or used since it was read."""
        change = passkeys.update().where(
            passkeys.c.id == passkey.id, passkeys.c.sign_count == passkey.sign_count
        )
        return (await connection.execute(change.values(sign_count=sign_count, used_ms=now_ms))).rowcount == 1

    async def remove(self, connection: AsyncConnection, account_id: str, passkey_id: str) -> bool:
        """Removes a passkey of this account. Returns whether there was one."""
        wanted = (passkeys.c.account_id == account_id, passkeys.c.id == passkey_id)
        return (await connection.execute(passkeys.delete().where(*wanted))).rowcount == 1

    # -- as personal data

    async def move(self, connection: AsyncConnection, guest: str, account: str) -> None:
        """Nothing: guests have no passkeys."""

    async def moved(self, guest: str, account: str) -> None:
        """Nothing is in memory."""

    async def erase(self, connection: AsyncConnection, person: str) -> None:
        """Removes the account's passkeys."""
        await connection.execute(passkeys.delete().where(passkeys.c.account_id == person))

    async def export(self, person: str) -> AsyncIterator[dict[str, Any]]:
        """Each passkey, with its public key in hexadecimal; the private one is not here."""
        for passkey in await self.of_account(person):
            yield msgspec.structs.asdict(passkey) | {"public_key": passkey.public_key.hex()}
