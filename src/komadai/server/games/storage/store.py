"""All queries on the tables of games and their events."""

from __future__ import annotations

import unicodedata
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from typing import Any, Final, Literal

import msgspec
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from komadai.play.events import Created, Event, decode_event
from komadai.server.db.database import Database, ensure_guest
from komadai.server.games.storage.commits import Append, CommitQueue
from komadai.server.games.storage.tables import GameRow, SeatRow, event_rows, events, game_seats, games
from komadai.server.people.store import Account

Also = Callable[[AsyncConnection, str], Awaitable[None]]
"""A function that stores data of another room in the transaction that creates the game with this id."""

_OWN: Final = game_seats.alias("own")
_OTHER: Final = game_seats.alias("other")

Which = Literal["all", "running", "correspondence", "waiting", "adjourned", "finished"]
"""A part of a person's games. ``running`` games are live ones; ``waiting`` ones wait for the person."""


class GameStore:
    """The games in the database; each method is one transaction."""

    def __init__(self, database: Database, origin: str = "") -> None:
        """``origin``: see `CommitQueue`."""
        self._engine = database.engine
        self._commits = CommitQueue(database, origin)

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
            await connection.execute(events.insert(), event_rows(row.id, 1, first))
            if also is not None:
                await also(connection, row.id)
        return row

    async def set_recorder(self, game_id: str, recorder: str) -> None:
        """Stores who keeps the record of a game at a board."""
        async with self._engine.begin() as connection:
            change = games.update().where(games.c.id == game_id)
            await connection.execute(change.values(recorder_id=recorder))

    async def append(self, row: GameRow, new: Sequence[Event]) -> None:
        """Appends events to a game, which has ``row.events`` events afterwards.

        Raises Overtaken if another process has appended to it first.
        """
        await self._commits.append(Append(row, new))

    async def game(self, game_id: str) -> GameRow | None:
        """The row of a game, or None."""
        async with self._engine.connect() as connection:
            rows = await _with_seats(connection, sa.select(games).where(games.c.id == game_id))
        return rows[0] if rows else None

    async def games(self, game_ids: Collection[str]) -> dict[str, GameRow]:
        """The rows of those of these games that there are, by id."""
        async with self._engine.connect() as connection:
            rows = await _with_seats(connection, sa.select(games).where(games.c.id.in_(game_ids)))
        return {row.id: row for row in rows}

    async def events(self, game_id: str, after: int = 0) -> list[Event]:
        """The events of a game after this number, in order."""
        query = (
            sa.select(events.c.body)
            .where(events.c.game_id == game_id, events.c.number > after)
            .order_by(events.c.number)
        )
        async with self._engine.connect() as connection:
            return [decode_event(body) for (body,) in await connection.execute(query)]

    async def events_after(self, known: Mapping[str, int]) -> dict[str, list[tuple[int, Event]]]:
        """The events of games after these numbers, each with its number; games without new ones are missing.

        Only for PostgreSQL.
        """
        query = sa.text(
            "SELECT events.game_id, events.number, events.body"
            " FROM json_to_recordset(CAST(:known AS json)) AS known(id text, count int)"
            " JOIN events ON events.game_id = known.id AND events.number > known.count ORDER BY 1, 2"
        )
        given = msgspec.json.encode([{"id": game_id, "count": count} for game_id, count in known.items()])
        found: dict[str, list[tuple[int, Event]]] = {}
        async with self._engine.connect() as connection:
            for game_id, number, body in await connection.execute(query, {"known": given.decode()}):
                found.setdefault(game_id, []).append((number, decode_event(body)))
        return found

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

    async def games_with_persons(self, person: str, limit: int) -> int:
        """How many games with a result this person has played against another one; ``limit`` at most."""
        own, other = game_seats.alias(), game_seats.alias()
        found = (
            sa.select(games.c.id)
            .join_from(games, own, sa.and_(own.c.game_id == games.c.id, own.c.guest_id == person))
            .join(other, sa.and_(other.c.game_id == games.c.id, other.c.guest_id != person))
            .where(games.c.status == "finished", games.c.interruption.is_(None))
            .limit(limit)
        )
        async with self._engine.connect() as connection:
            query = sa.select(sa.func.count()).select_from(found.subquery())
            return int((await connection.execute(query)).scalar_one())

    async def games_of(
        self,
        guest: str,
        words: Sequence[str],
        before: tuple[int, str] | None,
        limit: int,
        which: Which = "all",
    ) -> list[GameRow]:
        """The guest's games whose search text has all the words, older than ``before``, newest first."""
        query = sa.select(games).where(*_part(guest, which))
        for word in words:
            query = query.where(games.c.search.contains(searchable(word), autoescape=True))
        query = _before(query, before).limit(limit)
        async with self._engine.connect() as connection:
            return await _with_seats(connection, query)

    async def contests_of(self, person: str, quiet_ms: int) -> dict[str, str | None]:
        """The live games that this person plays against another one now, and who that is.

        The other is None for a person at a board who is known by name. Adjourned games are left out, and
        those that stand still without an event since ``quiet_ms``; see `resting_games_of`.
        """
        query = _against_persons([person], _OWN.c.game_id, _OTHER.c.guest_id).where(*_contested(quiet_ms))
        async with self._engine.connect() as connection:
            return {row.game_id: row.guest_id for row in await connection.execute(query)}

    async def contestants(self, persons: Collection[str], quiet_ms: int) -> list[tuple[str, str]]:
        """Those of these persons who have such games, with the ids of the games; see `contests_of`."""
        query = _against_persons(persons, _OWN.c.guest_id, _OWN.c.game_id).where(*_contested(quiet_ms))
        async with self._engine.connect() as connection:
            return [(person, game_id) for person, game_id in await connection.execute(query)]

    async def resting_games_of(self, person: str, quiet_ms: int, limit: int) -> list[GameRow]:
        """The running games against persons that are not being played in one sitting, newest first.

        They are correspondence games, adjourned ones, and live ones that stand still without an event since
        ``quiet_ms``.
        """
        resting = _against_persons([person], games.c.id).where(
            sa.or_(games.c.days > 0, games.c.adjourned, _quiet(quiet_ms))
        )
        query = (
            sa.select(games)
            .where(games.c.id.in_(resting))
            .order_by(games.c.created_ms.desc(), games.c.id.desc())
            .limit(limit)
        )
        async with self._engine.connect() as connection:
            return await _with_seats(connection, query)

    async def count_of(self, guest: str, which: Which) -> int:
        """The number of the guest's games of this part."""
        query = sa.select(sa.func.count()).select_from(games).where(*_part(guest, which))
        async with self._engine.connect() as connection:
            return int((await connection.execute(query)).scalar_one())

    async def due(self, now_ms: int, limit: int) -> list[str]:
        """The ids of correspondence games whose time is up, the longest ones first."""
        query = (
            sa.select(games.c.id)
            .where(games.c.deadline_ms <= now_ms, games.c.status == "playing")
            .order_by(games.c.deadline_ms)
            .limit(limit)
        )
        async with self._engine.connect() as connection:
            return list((await connection.execute(query)).scalars())

    async def public_running(self, limit: int, players: Sequence[str] | None = None) -> list[GameRow]:
        """The public games that are being played and have begun: live ones first, newest first.

        ``players``: only those in which one of these plays; None: all.
        """
        query = (
            sa.select(games)
            .where(games.c.visibility == "public", games.c.status == "playing", games.c.plies > 0)
            .order_by(games.c.days > 0, games.c.created_ms.desc(), games.c.id.desc())
            .limit(limit)
        )
        if players is not None:
            theirs = sa.select(game_seats.c.game_id).where(game_seats.c.guest_id.in_(players))
            query = query.where(games.c.id.in_(theirs))
        async with self._engine.connect() as connection:
            return await _with_seats(connection, query)

    async def profile_games(
        self,
        account: Account,
        status: Literal["playing", "finished"],
        before: tuple[int, str] | None,
        limit: int,
        *,
        public: bool,
    ) -> list[GameRow]:
        """The games of an account with another player, created before this time and id, newest first.

        ``public``: public games alone; else all but those against the computer, which only the list of one's
        own games has. A game that was left before the first move is in neither.
        """
        own, other = game_seats.alias(), game_seats.alias()
        if account.kind == "program":
            is_own = sa.and_(own.c.kind == "program", own.c.name == account.name)
        else:
            is_own = own.c.guest_id == account.id
        is_other = sa.or_(
            *(other.c[each].is_distinct_from(own.c[each]) for each in ("kind", "guest_id", "name"))
        )
        query = (
            sa.select(games)
            .join_from(games, own, sa.and_(own.c.game_id == games.c.id, is_own))
            .join(
                other,
                sa.and_(other.c.game_id == games.c.id, other.c.number != own.c.number, is_other),
            )
            .where(games.c.status == status)
        )
        if status == "playing":
            query = query.where(games.c.plies > 0)
        else:
            query = query.where(
                sa.or_(games.c.interruption.is_(None), games.c.winner.is_not(None), games.c.plies > 0)
            )
        if public:
            query = query.where(games.c.visibility == "public")
        else:
            query = query.where(sa.or_(games.c.visibility == "public", other.c.kind != "engine"))
        query = _before(query, before).limit(limit)
        async with self._engine.connect() as connection:
            return await _with_seats(connection, query)

    async def playing(self, guest: str, limit: int = 100) -> list[GameRow]:
        """The guest's games that are not over, newest first."""
        theirs = sa.select(game_seats.c.game_id).where(game_seats.c.guest_id == guest)
        query = (
            sa.select(games)
            .where(games.c.id.in_(theirs), games.c.status == "playing")
            .order_by(games.c.created_ms.desc(), games.c.id.desc())
            .limit(limit)
        )
        async with self._engine.connect() as connection:
            return await _with_seats(connection, query)

    async def created(self, game_ids: Sequence[str]) -> dict[str, Created]:
        """The settings of these games: the first event of each."""
        query = sa.select(events.c.game_id, events.c.body).where(
            events.c.game_id.in_(game_ids), events.c.number == 1
        )
        async with self._engine.connect() as connection:
            found = {game_id: decode_event(body) for game_id, body in await connection.execute(query)}
        return {game_id: event for game_id, event in found.items() if isinstance(event, Created)}

    async def running(self) -> list[str]:
        """The ids of the games whose clock was running when they were last stored."""
        query = sa.select(games.c.id).where(games.c.clock_runs)
        async with self._engine.connect() as connection:
            return list((await connection.execute(query)).scalars())


def _against_persons(persons: Collection[str], *columns: Any) -> sa.Select[Any]:
    """A query for these persons' running games against others, which has the aliases `_OWN` and `_OTHER`."""
    unknown = sa.and_(_OTHER.c.kind == "person", _OTHER.c.guest_id.is_(None))
    return (
        sa.select(*columns)
        .select_from(_OWN)
        .join(_OTHER, sa.and_(_OTHER.c.game_id == _OWN.c.game_id, _OTHER.c.number != _OWN.c.number))
        .join(games, games.c.id == _OWN.c.game_id)
        .where(_OWN.c.guest_id.in_(persons), games.c.status == "playing")
        .where(sa.or_(_OTHER.c.guest_id != _OWN.c.guest_id, unknown))
    )


def _contested(quiet_ms: int) -> tuple[sa.ColumnElement[bool], ...]:
    """Which of them are being played in one sitting now."""
    return games.c.days == 0, ~games.c.adjourned, ~_quiet(quiet_ms)


def _quiet(since_ms: int) -> sa.ColumnElement[bool]:
    """Whether no time runs in a game, and its last event was before this time."""
    last = (
        sa.select(events.c.at_ms)
        .where(events.c.game_id == games.c.id, events.c.number == games.c.events)
        .scalar_subquery()
    )
    return sa.and_(~games.c.clock_runs, last < since_ms)


def _part(guest: str, which: Which) -> list[sa.ColumnElement[bool]]:
    """The conditions of a part of this guest's games."""
    seats = sa.select(game_seats.c.game_id).where(game_seats.c.guest_id == guest)
    playing = games.c.status == "playing"
    if which == "waiting":
        game = games.alias()
        seats = seats.join(game, game.c.id == game_seats.c.game_id).where(
            sa.or_(
                sa.and_(game.c.days > 0, game.c.turn == game_seats.c.color),
                game.c.resume_by != game_seats.c.color,
            )
        )
    more: dict[Which, list[sa.ColumnElement[bool]]] = {
        "all": [],
        "running": [playing, games.c.days == 0, ~games.c.adjourned],
        "correspondence": [playing, games.c.days > 0],
        "waiting": [playing],
        "adjourned": [playing, games.c.adjourned],
        "finished": [games.c.status == "finished"],
    }
    return [games.c.id.in_(seats), *more[which]]


def _before(query: sa.Select[Any], before: tuple[int, str] | None) -> sa.Select[Any]:
    """The games of a query that were created before this time and id, newest first."""
    if before is not None:
        created, game_id = before
        query = query.where(
            sa.or_(
                games.c.created_ms < created,
                sa.and_(games.c.created_ms == created, games.c.id < game_id),
            )
        )
    return query.order_by(games.c.created_ms.desc(), games.c.id.desc())


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
