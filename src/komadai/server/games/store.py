"""The tables of games and their events, and all queries on them.

Events are only appended; (game, number) is the primary key, so the same place in a
log cannot be written twice. The columns of ``games`` repeat what the list of games shows, and are written
in the same transaction as the events that change them.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from typing import Any, Final

import msgspec
import sqlalchemy as sa

from komadai.play.events import Event, decode_event, encode_event
from komadai.server.db.database import Database, ensure_guest, metadata

games: Final = sa.Table(
    "games",
    metadata,
    sa.Column("id", sa.String(16), primary_key=True),
    sa.Column("guest_id", sa.ForeignKey("guests.id"), nullable=False),
    sa.Column("created_ms", sa.BigInteger, nullable=False),
    sa.Column("rematch_of", sa.ForeignKey("games.id"), nullable=True, unique=True),
    sa.Column("person", sa.String(5), nullable=False),
    sa.Column("engine", sa.String(60), nullable=False),
    sa.Column("level", sa.Integer, nullable=True),
    sa.Column("handicap", sa.String(40), nullable=False),
    sa.Column("events", sa.Integer, nullable=False),
    sa.Column("plies", sa.Integer, nullable=False),
    sa.Column("sfen", sa.String(200), nullable=False),
    sa.Column("status", sa.String(8), nullable=False),
    sa.Column("winner", sa.String(5), nullable=True),
    sa.Column("termination", sa.String(40), nullable=True),
    sa.Column("infraction", sa.String(40), nullable=True),
    sa.Column("clock_runs", sa.Boolean, nullable=False),
    sa.Column("search", sa.Text, nullable=False),
    sa.Index("games_of_guest", "guest_id", "created_ms", "id"),
    sa.Index("games_running", "clock_runs"),
)

events: Final = sa.Table(
    "events",
    metadata,
    sa.Column("game_id", sa.ForeignKey("games.id"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("at_ms", sa.BigInteger, nullable=False),
    sa.Column("body", sa.Text, nullable=False),
)


class GameRow(msgspec.Struct, frozen=True, kw_only=True):
    """A row of the table ``games``."""

    id: str
    guest_id: str
    created_ms: int
    rematch_of: str | None
    person: str
    engine: str
    level: int | None
    handicap: str
    events: int
    plies: int
    sfen: str
    status: str
    winner: str | None
    termination: str | None
    infraction: str | None
    clock_runs: bool
    search: str


class GameStore:
    """The games in the database; each method is one transaction."""

    def __init__(self, database: Database) -> None:
        self._engine = database.engine

    async def begin(self, row: GameRow, first: Sequence[Event]) -> None:
        """Inserts a new game with its first events, and its guest if necessary."""
        async with self._engine.begin() as connection:
            await ensure_guest(connection, row.guest_id, row.created_ms)
            await connection.execute(games.insert().values(**msgspec.structs.asdict(row)))
            await connection.execute(events.insert(), _event_rows(row.id, 1, first))

    async def append(self, row: GameRow, new: Sequence[Event]) -> None:
        """Appends events to a game, which has ``row.events`` events afterwards.

        Raises IntegrityError if the log already has an event of one of these numbers.
        """
        async with self._engine.begin() as connection:
            first = row.events - len(new) + 1
            await connection.execute(events.insert(), _event_rows(row.id, first, new))
            values = msgspec.structs.asdict(row)
            for fixed in ("id", "guest_id", "created_ms", "rematch_of"):
                del values[fixed]
            await connection.execute(games.update().where(games.c.id == row.id).values(**values))

    async def game(self, game_id: str) -> GameRow | None:
        """The row of a game, or None."""
        async with self._engine.connect() as connection:
            row = (await connection.execute(sa.select(games).where(games.c.id == game_id))).mappings().first()
        return GameRow(**row) if row else None

    async def events(self, game_id: str) -> list[Event]:
        """The events of a game, in order."""
        query = sa.select(events.c.body).where(events.c.game_id == game_id).order_by(events.c.number)
        async with self._engine.connect() as connection:
            return [decode_event(body) for (body,) in await connection.execute(query)]

    async def rematch_of(self, game_id: str) -> str | None:
        """The id of the rematch of this game, or None."""
        query = sa.select(games.c.id).where(games.c.rematch_of == game_id)
        async with self._engine.connect() as connection:
            return (await connection.execute(query)).scalar_one_or_none()

    async def games_of(
        self, guest: str, words: Sequence[str], before: tuple[int, str] | None, limit: int
    ) -> list[GameRow]:
        """The guest's games whose search text has all the words, older than ``before``, newest first."""
        query = sa.select(games).where(games.c.guest_id == guest)
        for word in words:
            query = query.where(games.c.search.contains(searchable(word), autoescape=True))
        if before is not None:
            created, game_id = before
            query = query.where(
                sa.or_(
                    games.c.created_ms < created,
                    sa.and_(games.c.created_ms == created, games.c.id < game_id),
                )
            )
        query = query.order_by(games.c.created_ms.desc(), games.c.id.desc()).limit(limit)
        async with self._engine.connect() as connection:
            rows = (await connection.execute(query)).mappings().all()
        return [GameRow(**row) for row in rows]

    async def running(self) -> list[str]:
        """The ids of the games whose clock was running when they were last stored."""
        query = sa.select(games.c.id).where(games.c.clock_runs)
        async with self._engine.connect() as connection:
            return list((await connection.execute(query)).scalars())


def searchable(text: str) -> str:
    """Normalises text for searches: width, case and spacing do not matter.

    Invisible characters are removed; one of them, NUL, is refused by PostgreSQL.
    """
    words = unicodedata.normalize("NFKC", text).casefold().split()
    return " ".join("".join(filter(str.isprintable, word)) for word in words)


def _event_rows(game_id: str, first: int, new: Sequence[Event]) -> list[dict[str, Any]]:
    return [
        {"game_id": game_id, "number": number, "at_ms": event.at, "body": encode_event(event)}
        for number, event in enumerate(new, first)
    ]
