"""The challenges of a person, as personal data."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from komadai.server import wire_text
from komadai.server.db.database import Database
from komadai.server.lobby.challenges import Challenges
from komadai.server.lobby.store import challenges
from komadai.server.lobby.wire import NewChallenge
from komadai.server.people.names.names import name_key
from komadai.server.people.social.quoted_chat import DELETED
from komadai.server.people.store import PeopleStore


class ChallengeData:
    """The challenges of a person, as `PersonalData`."""

    name = "challenges"

    def __init__(self, database: Database, own: Challenges) -> None:
        self._challenges = own
        self._engine = database.engine
        self._people = PeopleStore(database)

    async def move(self, connection: AsyncConnection, guest: str, account: str) -> None:
        """Gives the guest's challenges to the account."""
        own = challenges.update().where(challenges.c.guest_id == guest)
        await connection.execute(own.values(guest_id=account))

    async def moved(self, guest: str, account: str) -> None:
        """Nothing: no challenge is kept in memory."""

    async def erase(self, connection: AsyncConnection, person: str) -> None:
        """Withdraws the open challenges by and to the person, and takes the name out of those to them."""
        own = challenges.update().where(challenges.c.guest_id == person, challenges.c.state == "open")
        await connection.execute(own.values(state="withdrawn"))
        names = await self._people.names_of(connection, person)
        for name in names:
            invited = sa.select(challenges).where(challenges.c.settings.icontains(name, autoescape=True))
            for row in (await connection.execute(invited)).mappings().all():
                settings = wire_text.decode(row["settings"], NewChallenge)
                if settings.to is None or name_key(settings.to) not in names:
                    continue
                settings = msgspec.structs.replace(settings, to=DELETED)
                values = {"settings": wire_text.encode(settings).decode()}
                if row["state"] == "open":
                    values["state"] = "withdrawn"
                change = challenges.update().where(challenges.c.id == row["id"])
                await connection.execute(change.values(**values))

    async def barred(self, person: str) -> None:
        """Withdraws all open challenges of a person who may begin no games any more."""
        await self._challenges.withdraw_all(person)

    async def export(self, person: str) -> AsyncIterator[dict[str, Any]]:
        """Each challenge, oldest first."""
        query = sa.select(challenges).where(challenges.c.guest_id == person)
        query = query.order_by(challenges.c.created_ms, challenges.c.id)
        async with self._engine.connect() as connection:
            for row in (await connection.execute(query)).mappings():
                yield {name: value for name, value in row.items() if name != "guest_id"}
