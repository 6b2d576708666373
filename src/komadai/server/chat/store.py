"""The table of chat lines, and all queries on it."""

from __future__ import annotations

from typing import Final

import msgspec
import sqlalchemy as sa

from komadai.play.events import ColorName
from komadai.server.chat.wire import Room
from komadai.server.db.database import Database, ensure_guest, metadata

chat_lines: Final = sa.Table(
    "chat_lines",
    metadata,
    sa.Column("game_id", sa.ForeignKey("games.id"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("at_ms", sa.BigInteger, nullable=False),
    sa.Column("room", sa.String(8), nullable=False),
    sa.Column("guest_id", sa.ForeignKey("guests.id"), nullable=False),
    sa.Column("color", sa.String(5), nullable=True),
    sa.Column("phrase", sa.String(20), nullable=False),
)


class LineRow(msgspec.Struct, frozen=True, kw_only=True):
    """A row of the table ``chat_lines``."""

    game_id: str
    number: int
    at_ms: int
    room: Room
    guest_id: str
    color: ColorName | None
    phrase: str


class ChatStore:
    """The chat lines in the database; each method is one transaction."""

    def __init__(self, database: Database) -> None:
        self._engine = database.engine

    async def add(self, row: LineRow) -> None:
        """Inserts a line, and its guest if necessary."""
        async with self._engine.begin() as connection:
            await ensure_guest(connection, row.guest_id, row.at_ms)
            await connection.execute(chat_lines.insert().values(**msgspec.structs.asdict(row)))

    async def last_lines(self, game_id: str, count: int) -> list[str]:
        """The last lines of a game in a form for moderators: room, author and phrase."""
        return [
            f"{row.room} {row.color or row.guest_id}: {row.phrase}"
            for row in (await self.lines(game_id))[-count:]
        ]

    async def lines(self, game_id: str) -> list[LineRow]:
        """The lines of a game, in order."""
        query = sa.select(chat_lines).where(chat_lines.c.game_id == game_id).order_by(chat_lines.c.number)
        async with self._engine.connect() as connection:
            return [LineRow(**row) for row in (await connection.execute(query)).mappings()]
