"""The table of chat lines, and all queries on it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

import msgspec
import sqlalchemy as sa

from komadai.play.events import ColorName
from komadai.server.chat.wire import Room
from komadai.server.db.database import Database, ensure_guest, guests, metadata
from komadai.server.errors import ApiError
from komadai.server.people.profiles import person_name
from komadai.server.people.social.quoted_chat import DELETED, quoted
from komadai.server.people.social.social import blocks
from komadai.server.people.store import PeopleStore
from komadai.server.people.wire import PersonName

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
    sa.Column("text", sa.Text, nullable=False, server_default=""),
    sa.Index("chat_lines_of_guest", "guest_id", "at_ms"),
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
    """Empty for free text."""
    text: str = ""
    """Free text; empty for a set phrase."""


class ChatStore:
    """The chat lines in the database; each method is one transaction."""

    def __init__(self, database: Database) -> None:
        self._engine = database.engine
        self._people = PeopleStore(database)

    async def add(self, row: LineRow, pause_ms: int) -> None:
        """Inserts a line, and its guest if necessary.

        Raises ApiError ``slow_down`` if the guest has spoken in any game within this time.
        """
        last = sa.select(sa.func.max(chat_lines.c.at_ms)).where(chat_lines.c.guest_id == row.guest_id)
        own = sa.select(guests.c.id).where(guests.c.id == row.guest_id)
        async with self._engine.begin() as connection:
            # Their lines in other games, at other processes, wait for this one.
            await connection.execute(own.with_for_update(key_share=True))
            before = (await connection.execute(last)).scalar_one()
            if before is not None and row.at_ms - before < pause_ms:
                raise ApiError("slow_down")
            await ensure_guest(connection, row.guest_id, row.at_ms)
            await connection.execute(chat_lines.insert().values(**msgspec.structs.asdict(row)))

    async def last_lines(self, game_id: str, count: int) -> list[str]:
        """The last lines of a game in a form for moderators: room, author, and what was said."""
        lines = (await self.lines(game_id))[-count:]
        authors = await self.authors({line.guest_id for line in lines})
        return [
            quoted(line.room, _author(line, authors.get(line.guest_id)), line.color, line.text or line.phrase)
            for line in lines
        ]

    async def has_written(self, game_id: str, person: str) -> bool:
        """Whether this person has said something at a game."""
        query = sa.select(chat_lines.c.number).where(
            chat_lines.c.game_id == game_id, chat_lines.c.guest_id == person
        )
        async with self._engine.connect() as connection:
            return (await connection.execute(query.limit(1))).first() is not None

    async def lines(self, game_id: str) -> list[LineRow]:
        """The lines of a game, in order."""
        query = sa.select(chat_lines).where(chat_lines.c.game_id == game_id).order_by(chat_lines.c.number)
        async with self._engine.connect() as connection:
            return [LineRow(**row) for row in (await connection.execute(query)).mappings()]

    async def authors(self, persons: Collection[str]) -> dict[str, PersonName]:
        """The names of those of these persons who have accounts."""
        found = await self._people.accounts(sorted(persons)) if persons else {}
        return {person: person_name(account) for person, account in found.items()}

    async def blocked(self, viewer: str, authors: Sequence[str]) -> set[str]:
        """Finds those of these authors whom the viewer has blocked."""
        return {author for _, author in await self.blocks([viewer], authors)}

    async def blocks(self, viewers: Collection[str], authors: Collection[str]) -> set[tuple[str, str]]:
        """Each of the viewers with each of these authors whom the viewer has blocked."""
        query = sa.select(blocks.c.account_id, blocks.c.other_id).where(
            blocks.c.account_id.in_(viewers), blocks.c.other_id.in_(authors)
        )
        async with self._engine.connect() as connection:
            return {(viewer, author) for viewer, author in await connection.execute(query)}


def _author(line: LineRow, name: PersonName | None) -> str:
    return f"guest {line.guest_id[:8]}" if name is None else name.name or DELETED
