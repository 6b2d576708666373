"""The tables of games and their events, and all queries on them.

Events are only appended; (game, number) is the primary key, so the same place in a
log cannot be written twice. The columns of ``games`` repeat what the list of games shows, and are written
in the same transaction as the events that change them.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Final

import msgspec
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from komadai.play.events import Event, Thrown, decode_event, encode_event
from komadai.server.db.database import Database, ensure_guest, metadata
from komadai.server.games.access import Visibility

games: Final = sa.Table(
    "games",
    metadata,
    sa.Column("id", sa.String(16), primary_key=True),
    sa.Column("created_ms", sa.BigInteger, nullable=False),
    sa.Column("rematch_of", sa.ForeignKey("games.id"), nullable=True, unique=True),
    sa.Column("handicap", sa.String(40), nullable=False),
    sa.Column("events", sa.Integer, nullable=False),
    sa.Column("plies", sa.Integer, nullable=False),
    # A position on 36×36 squares has 2,000 letters. SQLite ignores the length.
    sa.Column("sfen", sa.String(200).with_variant(sa.Text, "postgresql"), nullable=False),
    sa.Column("status", sa.String(8), nullable=False),
    sa.Column("winner", sa.String(5), nullable=True),
    sa.Column("termination", sa.String(40), nullable=True),
    sa.Column("infraction", sa.String(40), nullable=True),
    sa.Column("clock_runs", sa.Boolean, nullable=False),
    sa.Column("search", sa.Text, nullable=False),
    sa.Column(
        "variant", sa.String(40).with_variant(sa.Text, "postgresql"), nullable=False, server_default="shogi"
    ),
    sa.Column("interruption", sa.String(20), nullable=True),
    sa.Column("visibility", sa.String(8), nullable=False, server_default="unlisted"),
    sa.Index("games_by_age", "created_ms", "id"),
    sa.Index("games_running", "clock_runs"),
)

game_seats: Final = sa.Table(
    "game_seats",
    metadata,
    sa.Column("game_id", sa.ForeignKey("games.id"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("kind", sa.String(8), nullable=False),
    sa.Column("guest_id", sa.ForeignKey("guests.id"), nullable=True),
    sa.Column("name", sa.String(60), nullable=False),
    sa.Column("level", sa.Integer, nullable=True),
    sa.Column("color", sa.String(5), nullable=True),
    sa.Index("seats_of_guest", "guest_id", "game_id"),
)

events: Final = sa.Table(
    "events",
    metadata,
    sa.Column("game_id", sa.ForeignKey("games.id"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("at_ms", sa.BigInteger, nullable=False),
    sa.Column("body", sa.Text, nullable=False),
)


class SeatRow(msgspec.Struct, frozen=True, kw_only=True):
    """A seat of a game: a row of the table ``game_seats`` without the game's id."""

    number: int
    """1 or 2, in the order of `Created.players`."""
    kind: str
    """``person``, ``engine`` or ``program``."""
    guest_id: str | None = None
    """The guest who sits here; None for an engine or a program."""
    name: str = ""
    """The name of an engine or a program; empty for a person."""
    level: int | None = None
    color: str | None = None
    """``black`` or ``white``; None before furigoma has decided."""


class GameRow(msgspec.Struct, frozen=True, kw_only=True):
    """A row of the table ``games``, with its seats."""

    id: str
    seats: tuple[SeatRow, SeatRow]
    created_ms: int
    rematch_of: str | None
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
    variant: str = "shogi"
    interruption: str | None = None
    """Why the game has no result; see `komadai.play.events.Interruption`."""
    visibility: Visibility = "unlisted"

    def has_player(self, guest: str | None) -> bool:
        """Whether this guest sits in one of the seats."""
        return guest is not None and any(seat.guest_id == guest for seat in self.seats)

    def with_person_moved(self, guest: str, account: str) -> GameRow:
        """The same game with this guest's seats given to an account."""
        first, second = (
            msgspec.structs.replace(seat, guest_id=account) if seat.guest_id == guest else seat
            for seat in self.seats
        )
        return msgspec.structs.replace(self, seats=(first, second))

    @property
    def one_page(self) -> bool:
        """Whether one person plays both sides."""
        first, second = self.seats
        return first.guest_id is not None and first.guest_id == second.guest_id


Also = Callable[[AsyncConnection, str], Awaitable[None]]
"""What another room stores in the transaction that creates the game with this id."""


class GameStore:
    """The games in the database; each method is one transaction."""

    def __init__(self, database: Database) -> None:
        self._engine = database.engine

    async def begin(self, row: GameRow, first: Sequence[Event], also: Also | None = None) -> GameRow:
        """Inserts a new game with its seats and first events, and its guests if necessary.

        Returns the row. The seat of a guest who has just logged in is stored as that of the account.
        """
        async with self._engine.begin() as connection:
            for guest in {seat.guest_id for seat in row.seats} - {None}:
                assert guest is not None
                owner = await ensure_guest(connection, guest, row.created_ms)
                row = row.with_person_moved(guest, owner)
            values = msgspec.structs.asdict(row)
            del values["seats"]
            await connection.execute(games.insert().values(**values))
            seats = [{"game_id": row.id, **msgspec.structs.asdict(seat)} for seat in row.seats]
            await connection.execute(game_seats.insert(), seats)
            await connection.execute(events.insert(), _event_rows(row.id, 1, first))
            if also is not None:
                await also(connection, row.id)
        return row

    async def append(self, row: GameRow, new: Sequence[Event]) -> None:
        """Appends events to a game, which has ``row.events`` events afterwards.

        Raises IntegrityError if the log already has an event of one of these numbers.
        """
        async with self._engine.begin() as connection:
            first = row.events - len(new) + 1
            await connection.execute(events.insert(), _event_rows(row.id, first, new))
            values = msgspec.structs.asdict(row)
            for fixed in ("id", "seats", "created_ms", "rematch_of", "visibility"):
                del values[fixed]
            await connection.execute(games.update().where(games.c.id == row.id).values(**values))
            if any(isinstance(event, Thrown) for event in new):
                for seat in row.seats:
                    place = game_seats.update().where(
                        game_seats.c.game_id == row.id, game_seats.c.number == seat.number
                    )
                    await connection.execute(place.values(color=seat.color))

    async def game(self, game_id: str) -> GameRow | None:
        """The row of a game, or None."""
        async with self._engine.connect() as connection:
            rows = await _with_seats(connection, sa.select(games).where(games.c.id == game_id))
        return rows[0] if rows else None

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

    async def head_to_head(self, first: str, second: str) -> tuple[int, int, int]:
        """The finished games between two persons: wins of the first, wins of the second, draws."""
        one, two = game_seats.alias(), game_seats.alias()
        query = (
            sa.select(one.c.color, games.c.winner, sa.func.count())
            .join_from(games, one, sa.and_(one.c.game_id == games.c.id, one.c.guest_id == first))
            .join(two, sa.and_(two.c.game_id == games.c.id, two.c.guest_id == second))
            .where(games.c.status == "finished", games.c.interruption.is_(None))
            .group_by(one.c.color, games.c.winner)
        )
        wins = losses = draws = 0
        async with self._engine.connect() as connection:
            for color, winner, count in await connection.execute(query):
                if winner is None:
                    draws += count
                elif winner == color:
                    wins += count
                else:
                    losses += count
        return wins, losses, draws

    async def games_of(
        self, guest: str, words: Sequence[str], before: tuple[int, str] | None, limit: int
    ) -> list[GameRow]:
        """The guest's games whose search text has all the words, older than ``before``, newest first."""
        theirs = sa.select(game_seats.c.game_id).where(game_seats.c.guest_id == guest)
        query = sa.select(games).where(games.c.id.in_(theirs))
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
            return await _with_seats(connection, query)

    async def public_running(self, limit: int) -> list[GameRow]:
        """The public games that are being played and have begun, newest first."""
        query = (
            sa.select(games)
            .where(games.c.visibility == "public", games.c.status == "playing", games.c.plies > 0)
            .order_by(games.c.created_ms.desc(), games.c.id.desc())
            .limit(limit)
        )
        async with self._engine.connect() as connection:
            return await _with_seats(connection, query)

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


async def _with_seats(connection: AsyncConnection, query: sa.Select[Any]) -> list[GameRow]:
    """The games of the query, each with its two seats."""
    rows = (await connection.execute(query)).mappings().all()
    ids = [row["id"] for row in rows]
    query = sa.select(game_seats).where(game_seats.c.game_id.in_(ids)).order_by(game_seats.c.number)
    seats: dict[str, list[SeatRow]] = {game_id: [] for game_id in ids}
    for values in (await connection.execute(query)).mappings():
        seats[values["game_id"]].append(
            SeatRow(**{name: value for name, value in values.items() if name != "game_id"})
        )
    return [_game_row(row, seats[row["id"]]) for row in rows]


def _game_row(row: sa.RowMapping, seats: list[SeatRow]) -> GameRow:
    first, second = seats
    return GameRow(**row, seats=(first, second))


def _event_rows(game_id: str, first: int, new: Sequence[Event]) -> list[dict[str, Any]]:
    return [
        {"game_id": game_id, "number": number, "at_ms": event.at, "body": encode_event(event)}
        for number, event in enumerate(new, first)
    ]
