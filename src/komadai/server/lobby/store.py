"""The table of challenges, and all queries on it."""

from __future__ import annotations

from typing import Any, Final, Literal

import msgspec
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from komadai.clock import DAY_MS
from komadai.server import wire_text
from komadai.server.db.database import Database, ensure_guest, metadata
from komadai.server.errors import ApiError
from komadai.server.lobby.wire import ChallengeState, NewChallenge

challenges: Final = sa.Table(
    "challenges",
    metadata,
    sa.Column("id", sa.String(16), primary_key=True),
    sa.Column("guest_id", sa.ForeignKey("guests.id"), nullable=False),
    sa.Column("created_ms", sa.BigInteger, nullable=False),
    sa.Column("settings", sa.Text, nullable=False),
    sa.Column("state", sa.String(10), nullable=False),
    sa.Column("game_id", sa.ForeignKey("games.id"), nullable=True),
    sa.Index("challenges_of_guest", "guest_id", "state"),
)


EXPIRES_AFTER_MS: Final = 24 * 3_600_000
"""A challenge that nobody accepted ends after this time."""
CORRESPONDENCE_EXPIRES_AFTER_MS: Final = 14 * DAY_MS
"""The same for a correspondence game, whose maker need not wait at the page."""


class ChallengeRow(msgspec.Struct, frozen=True, kw_only=True):
    """A row of the table ``challenges``."""

    id: str
    guest_id: str
    """The maker of the challenge."""
    created_ms: int
    settings: NewChallenge
    state: Literal["open", "accepted", "withdrawn", "declined"] = "open"
    game_id: str | None = None

    @property
    def waits(self) -> bool:
        """Whether the lobby shows it, to all or to the person who is invited, while its maker waits."""
        return self.settings.listed or self.settings.to is not None

    def state_at(self, now_ms: int) -> ChallengeState:
        """The state at this time: an open challenge expires."""
        live = self.settings.days is None
        expires_after_ms = EXPIRES_AFTER_MS if live else CORRESPONDENCE_EXPIRES_AFTER_MS
        expired = self.state == "open" and now_ms - self.created_ms >= expires_after_ms
        return "expired" if expired else self.state


class ChallengeStore:
    """The challenges in the database; each method is one transaction."""

    def __init__(self, database: Database) -> None:
        self._engine = database.engine

    async def add(self, row: ChallengeRow) -> None:
        """Inserts a challenge, and its guest if necessary."""
        values = msgspec.structs.asdict(row) | {"settings": wire_text.encode(row.settings).decode()}
        async with self._engine.begin() as connection:
            await ensure_guest(connection, row.guest_id, row.created_ms)
            await connection.execute(challenges.insert().values(**values))

    async def challenge(self, challenge_id: str) -> ChallengeRow | None:
        """The challenge with this id, or None."""
        query = sa.select(challenges).where(challenges.c.id == challenge_id)
        async with self._engine.connect() as connection:
            row = (await connection.execute(query)).mappings().one_or_none()
        return None if row is None else _row(row)

    async def open_of(self, guest: str, now_ms: int) -> list[ChallengeRow]:
        """The guest's challenges that are open at this time, oldest first."""
        return await self._open(now_ms, challenges.c.guest_id == guest)

    async def listed(self, now_ms: int) -> list[ChallengeRow]:
        """The challenges open at this time that the lobby shows, oldest first."""
        return [row for row in await self._open(now_ms) if row.waits]

    async def open_for(self, person: str, account: str, now_ms: int) -> list[ChallengeRow]:
        """The challenges open at this time that this person made, or that are to the account of this name.

        The oldest is first.
        """
        to_it = challenges.c.settings.contains(msgspec.json.encode(account).decode(), autoescape=True)
        rows = await self._open(now_ms, sa.or_(challenges.c.guest_id == person, to_it))
        return [row for row in rows if row.guest_id == person or row.settings.to == account]

    async def _open(self, now_ms: int, *which: sa.ColumnElement[bool]) -> list[ChallengeRow]:
        since_ms = now_ms - CORRESPONDENCE_EXPIRES_AFTER_MS
        query = (
            sa.select(challenges)
            .where(challenges.c.state == "open", challenges.c.created_ms > since_ms, *which)
            .order_by(challenges.c.created_ms, challenges.c.id)
        )
        async with self._engine.connect() as connection:
            rows = [_row(row) for row in (await connection.execute(query)).mappings()]
        return [row for row in rows if row.state_at(now_ms) == "open"]

    async def withdraw(self, challenge_id: str) -> bool:
        """Withdraws an open challenge. Returns False if it was not open any more."""
        async with self._engine.begin() as connection:
            return await _leave_open(connection, challenge_id, state="withdrawn")

    async def withdraw_all(self, person: str) -> list[str]:
        """Withdraws the open challenges of a person. Returns their ids."""
        change = (
            challenges.update()
            .where(challenges.c.guest_id == person, challenges.c.state == "open")
            .values(state="withdrawn")
            .returning(challenges.c.id)
        )
        async with self._engine.begin() as connection:
            return sorted((await connection.execute(change)).scalars())

    async def decline(self, challenge_id: str) -> bool:
        """Ends an open invitation. Returns False if it was not open any more."""
        async with self._engine.begin() as connection:
            return await _leave_open(connection, challenge_id, state="declined")


async def accept(connection: AsyncConnection, challenge_id: str, game_id: str) -> None:
    """Marks an open challenge as accepted, in the transaction that creates its game.

    Raises ApiError ``challenge_gone`` if it is not open: of two who accept at once one gets the game.
    """
    if not await _leave_open(connection, challenge_id, state="accepted", game_id=game_id):
        raise ApiError("challenge_gone")


async def _leave_open(connection: AsyncConnection, challenge_id: str, **values: Any) -> bool:
    change = challenges.update().where(challenges.c.id == challenge_id, challenges.c.state == "open")
    return (await connection.execute(change.values(**values))).rowcount == 1


def _row(row: sa.RowMapping) -> ChallengeRow:
    settings = wire_text.decode(row["settings"], NewChallenge)
    return ChallengeRow(**{**row, "settings": settings})
