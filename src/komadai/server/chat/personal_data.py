"""The lines of a person in chats, as personal data."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from komadai.server.chat.store import chat_lines
from komadai.server.db.database import Database
from komadai.server.people.social.quoted_chat import REMOVED


class ChatData:
    """The chat lines of a person, as `PersonalData`."""

    name = "chat"

    def __init__(self, database: Database) -> None:
        self._engine = database.engine

    async def move(self, connection: AsyncConnection, guest: str, account: str) -> None:
        """Gives the guest's lines to the account."""
        lines = chat_lines.update().where(chat_lines.c.guest_id == guest)
        await connection.execute(lines.values(guest_id=account))

    async def moved(self, guest: str, account: str) -> None:
        """Nothing: a game in memory reads its lines again when its seats move."""

    async def erase(self, connection: AsyncConnection, person: str) -> None:
        """Removes what the person has written; a set phrase says nothing about them."""
        written = chat_lines.update().where(chat_lines.c.guest_id == person, chat_lines.c.text != "")
        await connection.execute(written.values(text=REMOVED))

    async def export(self, person: str) -> AsyncIterator[dict[str, Any]]:
        """Each line with its game, oldest first."""
        query = sa.select(
            *(chat_lines.c[name] for name in ("game_id", "number", "at_ms", "phrase", "text"))
        ).where(chat_lines.c.guest_id == person)
        query = query.order_by(chat_lines.c.at_ms, chat_lines.c.game_id, chat_lines.c.number)
        async with self._engine.connect() as connection:
            for row in (await connection.execute(query)).mappings():
                yield dict(row)
