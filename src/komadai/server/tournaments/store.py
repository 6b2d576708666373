"""The tables of events, and all queries on them.

As with games, the log is only appended; (event, number) is its primary key, so of two who act at once on
the same
state one is refused and tries again on the new one.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Sequence
from typing import Any, Final

import msgspec
import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from komadai.outcome import Termination
from komadai.server.cluster.cluster import publish_on_commit
from komadai.server.cluster.messages import EventChanged
from komadai.server.db.database import Database, ensure_guest, metadata
from komadai.server.errors import ApiError
from komadai.server.games.storage.tables import game_seats, games
from komadai.server.tournaments.requests import NewTournament
from komadai.tournaments import Act, decode_act, encode_act

tournaments: Final = sa.Table(
    "tournaments",
    metadata,
    sa.Column("id", sa.String(16), primary_key=True),
    sa.Column("created_ms", sa.BigInteger, nullable=False),
    sa.Column("owner_id", sa.ForeignKey("guests.id"), nullable=False),
    sa.Column("settings", sa.Text, nullable=False),
    sa.Column("acts", sa.Integer, nullable=False),
    sa.Column("status", sa.String(8), nullable=False),
    sa.Column("players", sa.Integer, nullable=False),
    sa.Column("rounds", sa.Integer, nullable=False),
    sa.Column("total_rounds", sa.Integer, nullable=False),
    # Of a title match the first match for the title.
    sa.Column("title_id", sa.String(16)),
    # From when on the server looks at it by itself; null: never. See `komadai.server.tournaments.due_events`.
    sa.Column("due_ms", sa.BigInteger),
    # The process that does it, and until when no other one does.
    sa.Column("keeper", sa.String(64)),
    sa.Column("kept_until_ms", sa.BigInteger),
    # Whether only its players and arbiters see it.
    sa.Column("private", sa.Boolean, nullable=False, server_default=sa.false()),
    # The key of the link to its sheets; null: there is none.
    sa.Column("sheets_key", sa.String(64)),
    sa.Index("tournaments_due", "due_ms"),
    sa.Index("tournaments_by_age", "created_ms", "id"),
    sa.Index("tournaments_of_owner", "owner_id", "status"),
    sa.Index("tournaments_of_title", "title_id"),
)

tournament_acts: Final = sa.Table(
    "tournament_acts",
    metadata,
    sa.Column("tournament_id", sa.ForeignKey("tournaments.id"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("at_ms", sa.BigInteger, nullable=False),
    # Who did it; empty: the server, from the result of a game.
    sa.Column("person_id", sa.String(32), nullable=False),
    sa.Column("body", sa.Text, nullable=False),
)

tournament_players: Final = sa.Table(
    "tournament_players",
    metadata,
    sa.Column("tournament_id", sa.ForeignKey("tournaments.id"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("person_id", sa.ForeignKey("guests.id"), nullable=False),
    sa.UniqueConstraint("tournament_id", "person_id", name="tournament_person"),
    sa.Index("tournaments_of_player", "person_id"),
)

tournament_arbiters: Final = sa.Table(
    "tournament_arbiters",
    metadata,
    sa.Column("tournament_id", sa.ForeignKey("tournaments.id"), primary_key=True),
    sa.Column("person_id", sa.ForeignKey("guests.id"), primary_key=True),
)

told_reports: Final = sa.Table(
    "told_reports",
    metadata,
    sa.Column("tournament_id", sa.ForeignKey("tournaments.id"), primary_key=True),
    # ISO 8601.
    sa.Column("day", sa.String(10), primary_key=True),
)

tournament_games: Final = sa.Table(
    "tournament_games",
    metadata,
    sa.Column("game_id", sa.ForeignKey("games.id"), primary_key=True),
    sa.Column("tournament_id", sa.ForeignKey("tournaments.id"), nullable=False),
    sa.Column("round", sa.Integer, nullable=False),
    sa.Column("board", sa.Integer, nullable=False),
    # Whether the colours are not those of the pairing.
    sa.Column("exchanged", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Index("games_of_tournament", "tournament_id", "round", "board"),
)


class TournamentRow(msgspec.Struct, frozen=True, kw_only=True):
    """A row of the table ``tournaments``."""

    id: str
    created_ms: int
    owner_id: str
    settings: NewTournament
    acts: int
    status: str
    players: int
    rounds: int
    total_rounds: int
    title_id: str | None = None
    """The id of the first match for the title, in a title match."""
    due_ms: int | None = None
    """From when on the server looks at it by itself; None: never."""
    keeper: str | None = None
    kept_until_ms: int | None = None


class BoardGame(msgspec.Struct, frozen=True, kw_only=True):
    """A game on a board of an event."""

    game_id: str
    round: int
    board: int
    status: str = "playing"
    termination: str | None = None
    interruption: str | None = None
    winner: str | None = None
    """The person who won; None: nobody, or somebody without an account."""
    won: str | None = None
    """The colour that won."""
    turn: str = "black"
    """The side to move."""
    exchanged: bool = False
    """Whether the colours are not those of the pairing."""
    recorder: str | None = None
    """The account that keeps the record of a game at a board; None: the players have pages of their own."""

    @property
    def ended_by_resignation(self) -> bool:
        """Whether the loser has resigned."""
        return self.termination == Termination.RESIGNATION.value


class StoredAct(msgspec.Struct, frozen=True, kw_only=True):
    """An act with who did it."""

    at_ms: int
    person_id: str
    act: Act


class EventStore:
    """The events in the database; each method is one transaction.

    Changes wake the other processes: ``event`` with the id; so does a new game (`Boards`).
    """

    def __init__(self, database: Database, origin: str = "") -> None:
        """``origin``: the name of this process in its messages to the others; empty: there are no others."""
        self._engine = database.engine
        self._origin = origin

    async def create(self, row: TournamentRow, created: Act, host: Act | None = None) -> None:
        """Inserts an event with its first act; ``host``: the owner enters as player 1."""
        async with self._engine.begin() as connection:
            await ensure_guest(connection, row.owner_id, row.created_ms)
            values = msgspec.structs.asdict(row) | {
                "settings": msgspec.json.encode(row.settings).decode(),
                "private": row.settings.private,
            }
            await connection.execute(tournaments.insert().values(**values))
            await connection.execute(
                tournament_acts.insert().values(**_act_row(row.id, 1, row.owner_id, created))
            )
            if host is not None:
                await connection.execute(
                    tournament_acts.insert().values(**_act_row(row.id, 2, row.owner_id, host))
                )
                await connection.execute(
                    tournament_players.insert().values(tournament_id=row.id, number=1, person_id=row.owner_id)
                )

    async def event(self, event_id: str) -> TournamentRow | None:
        """The row of an event, or None."""
        query = sa.select(tournaments).where(tournaments.c.id == event_id)
        async with self._engine.connect() as connection:
            row = (await connection.execute(query)).mappings().one_or_none()
        return None if row is None else _row(row)

    async def events(self, event_ids: Collection[str]) -> dict[str, TournamentRow]:
        """The rows of those of these events that there are, by id."""
        query = sa.select(tournaments).where(tournaments.c.id.in_(event_ids))
        async with self._engine.connect() as connection:
            rows = [_row(row) for row in (await connection.execute(query)).mappings()]
        return {row.id: row for row in rows}

    async def event_of_game(self, game_id: str) -> TournamentRow | None:
        """The event in which a game is played, or None."""
        query = (
            sa.select(tournaments)
            .join(tournament_games, tournament_games.c.tournament_id == tournaments.c.id)
            .where(tournament_games.c.game_id == game_id)
        )
        async with self._engine.connect() as connection:
            row = (await connection.execute(query)).mappings().one_or_none()
        return None if row is None else _row(row)

    async def newest(self, limit: int, person: str | None = None) -> list[TournamentRow]:
        """The newest events: the public ones, and the private ones of this person."""
        seen = sa.or_(
            tournaments.c.private.is_(False),
            tournaments.c.owner_id == person,
            *(
                tournaments.c.id.in_(sa.select(table.c.tournament_id).where(table.c.person_id == person))
                for table in (tournament_players, tournament_arbiters)
            ),
        )
        query = (
            sa.select(tournaments)
            .where(seen if person is not None else tournaments.c.private.is_(False))
            .order_by(tournaments.c.created_ms.desc(), tournaments.c.id.desc())
        )
        async with self._engine.connect() as connection:
            return [_row(row) for row in (await connection.execute(query.limit(limit))).mappings()]

    async def seasons(self, title_id: str, limit: int) -> list[TournamentRow]:
        """The newest matches for a title, the oldest of them first."""
        query = (
            sa.select(tournaments)
            .where(tournaments.c.title_id == title_id)
            .order_by(tournaments.c.created_ms.desc(), tournaments.c.id.desc())
            .limit(limit)
        )
        async with self._engine.connect() as connection:
            return [_row(row) for row in (await connection.execute(query)).mappings()][::-1]

    async def unfinished_of(self, owner: str) -> int:
        """The number of events of this owner that are not over."""
        query = (
            sa.select(sa.func.count())
            .select_from(tournaments)
            .where(tournaments.c.owner_id == owner, tournaments.c.status != "finished")
        )
        async with self._engine.connect() as connection:
            return int((await connection.execute(query)).scalar_one())

    async def leagues(self) -> list[str]:
        """The leagues that are not over."""
        query = sa.select(tournaments.c.id, tournaments.c.settings).where(tournaments.c.status != "finished")
        async with self._engine.connect() as connection:
            rows = (await connection.execute(query)).all()
        return [
            event_id
            for event_id, settings in rows
            if msgspec.json.decode(settings, type=NewTournament).system == "league"
        ]

    async def tell_report(
        self, event_id: str, day: str, tell: Callable[[AsyncConnection], Awaitable[None]]
    ) -> None:
        """Does ``tell`` in a transaction, unless the members were told of this report before."""
        place = {"tournament_id": event_id, "day": day}
        try:
            async with self._engine.begin() as connection:
                await connection.execute(told_reports.insert().values(**place))
                await tell(connection)
        except IntegrityError:  # another process was faster
            return

    async def told_report(self, event_id: str, day: str) -> bool:
        """Whether the members were told of this report."""
        same = sa.and_(told_reports.c.tournament_id == event_id, told_reports.c.day == day)
        async with self._engine.connect() as connection:
            return (await connection.execute(sa.select(told_reports.c.day).where(same))).first() is not None

    async def due(self, now_ms: int) -> list[str]:
        """The events at which the server must look now."""
        query = sa.select(tournaments.c.id).where(tournaments.c.due_ms <= now_ms)
        async with self._engine.connect() as connection:
            return list((await connection.execute(query.order_by(tournaments.c.id))).scalars())

    async def due_ms(self, event_id: str) -> int | None:
        """From when on the server must look at an event; None: never."""
        query = sa.select(tournaments.c.due_ms).where(tournaments.c.id == event_id)
        async with self._engine.connect() as connection:
            due: int | None = (await connection.execute(query)).scalar_one()
        return due

    async def nothing_due(self, event_id: str, due_ms: int) -> None:
        """The server need not look at an event any more, unless an act has changed ``due_ms`` meanwhile."""
        change = tournaments.update().where(tournaments.c.id == event_id, tournaments.c.due_ms == due_ms)
        async with self._engine.begin() as connection:
            await connection.execute(change.values(due_ms=None))

    async def keep(self, event_id: str, keeper: str, now_ms: int, until_ms: int) -> bool:
        """Lets one process look after an event until this time. Returns False if another one does."""
        is_free = sa.or_(
            tournaments.c.kept_until_ms.is_(None),
            tournaments.c.kept_until_ms < now_ms,
            tournaments.c.keeper == keeper,
        )
        change = tournaments.update().where(tournaments.c.id == event_id, is_free)
        async with self._engine.begin() as connection:
            kept = await connection.execute(change.values(keeper=keeper, kept_until_ms=until_ms))
            return bool(kept.rowcount)

    async def acts(self, event_id: str, after: int = 0) -> list[StoredAct]:
        """The acts of an event after the first ``after`` ones, in order."""
        query = (
            sa.select(tournament_acts)
            .where(tournament_acts.c.tournament_id == event_id, tournament_acts.c.number > after)
            .order_by(tournament_acts.c.number)
        )
        async with self._engine.connect() as connection:
            return [
                StoredAct(at_ms=row["at_ms"], person_id=row["person_id"], act=decode_act(row["body"]))
                for row in (await connection.execute(query)).mappings()
            ]

    async def acts_of(self, event_ids: Collection[str]) -> dict[str, list[Act]]:
        """The acts of each of these events, in order."""
        query = sa.select(tournament_acts.c.tournament_id, tournament_acts.c.body).where(
            tournament_acts.c.tournament_id.in_(event_ids)
        )
        found: dict[str, list[Act]] = {event_id: [] for event_id in event_ids}
        async with self._engine.connect() as connection:
            for event_id, body in await connection.execute(query.order_by(tournament_acts.c.number)):
                found[event_id].append(decode_act(body))
        return found

    async def append(
        self,
        event_id: str,
        number: int,
        person: str,
        acts: Sequence[Act],
        *,
        columns: dict[str, Any],
        entered: tuple[int, str] | None = None,
    ) -> None:
        """Appends acts from this number on; ``entered``: a player and the person who plays.

        Raises IntegrityError if there is such an act already, or the person plays already.
        """
        rows = [_act_row(event_id, place, person, act) for place, act in enumerate(acts, number)]
        async with self._engine.begin() as connection:
            await connection.execute(tournament_acts.insert(), rows)
            change = tournaments.update().where(tournaments.c.id == event_id)
            await connection.execute(change.values(acts=number + len(acts) - 1, **columns))
            if entered is not None:
                player, who = entered
                await connection.execute(
                    tournament_players.insert().values(tournament_id=event_id, number=player, person_id=who)
                )
            await publish_on_commit(connection, self._origin, EventChanged(event_id))

    async def events_of(self, person: str) -> set[str]:
        """The events in which a person plays."""
        query = sa.select(tournament_players.c.tournament_id).where(tournament_players.c.person_id == person)
        async with self._engine.connect() as connection:
            return set((await connection.execute(query)).scalars())

    async def persons(self, event_id: str) -> dict[int, str]:
        """The persons who play, by the numbers of players; players without an account are missing."""
        query = sa.select(tournament_players).where(tournament_players.c.tournament_id == event_id)
        async with self._engine.connect() as connection:
            return {row["number"]: row["person_id"] for row in (await connection.execute(query)).mappings()}

    async def arbiters(self, event_id: str) -> list[str]:
        """The persons whom the owner has named arbiters."""
        query = sa.select(tournament_arbiters.c.person_id).where(
            tournament_arbiters.c.tournament_id == event_id
        )
        async with self._engine.connect() as connection:
            return list((await connection.execute(query)).scalars())

    async def set_arbiter(self, event_id: str, person: str, on: bool) -> None:
        """Names an arbiter, or takes the name back."""
        async with self._engine.begin() as connection:
            await connection.execute(
                tournament_arbiters.delete().where(
                    tournament_arbiters.c.tournament_id == event_id,
                    tournament_arbiters.c.person_id == person,
                )
            )
            if on:
                await connection.execute(
                    tournament_arbiters.insert().values(tournament_id=event_id, person_id=person)
                )
            await publish_on_commit(connection, self._origin, EventChanged(event_id))

    async def sheets_key(self, event_id: str) -> str | None:
        """The key of the link to the sheets of an event; None: there is no such link."""
        query = sa.select(tournaments.c.sheets_key).where(tournaments.c.id == event_id)
        async with self._engine.connect() as connection:
            key: str | None = (await connection.execute(query)).scalar_one_or_none()
        return key

    async def set_sheets_key(self, event_id: str, key: str | None) -> None:
        """Stores the key of the link to the sheets, or ends the link."""
        change = tournaments.update().where(tournaments.c.id == event_id)
        async with self._engine.begin() as connection:
            await connection.execute(change.values(sheets_key=key))

    async def games(self, event_id: str) -> list[BoardGame]:
        """The games of an event's boards; of several on one board the newest is last."""
        seat = game_seats.alias()
        query = (
            sa.select(
                tournament_games.c.game_id,
                tournament_games.c.round,
                tournament_games.c.board,
                games.c.status,
                games.c.termination,
                games.c.interruption,
                seat.c.guest_id.label("winner"),
                games.c.winner.label("won"),
                games.c.turn,
                tournament_games.c.exchanged,
                games.c.recorder_id.label("recorder"),
            )
            .join(games, games.c.id == tournament_games.c.game_id)
            .outerjoin(seat, sa.and_(seat.c.game_id == games.c.id, seat.c.color == games.c.winner))
            .where(tournament_games.c.tournament_id == event_id)
            .order_by(games.c.created_ms, games.c.id)
        )
        async with self._engine.connect() as connection:
            return [BoardGame(**row) for row in (await connection.execute(query)).mappings()]


async def add_game(
    connection: AsyncConnection,
    event_id: str,
    round_number: int,
    board: int,
    game_id: str,
    *,
    after: str | None,
    exchanged: bool = False,
) -> None:
    """Stores that a game is played on this board, in the transaction that creates it.

    ``after``: the game before it on the board; None: there was none. Raises ApiError ``stale`` if there is
    another one by now: two processes want to create the same game.
    """
    await connection.execute(
        sa.select(tournaments.c.id).where(tournaments.c.id == event_id).with_for_update()
    )
    newest = (
        sa.select(tournament_games.c.game_id)
        .join(games, games.c.id == tournament_games.c.game_id)
        .where(
            tournament_games.c.tournament_id == event_id,
            tournament_games.c.round == round_number,
            tournament_games.c.board == board,
        )
        .order_by(games.c.created_ms.desc(), games.c.id.desc())
        .limit(1)
    )
    if (await connection.execute(newest)).scalar_one_or_none() != after:
        raise ApiError("stale")
    await connection.execute(
        tournament_games.insert().values(
            game_id=game_id,
            tournament_id=event_id,
            round=round_number,
            board=board,
            exchanged=exchanged,
        )
    )


def _act_row(event_id: str, number: int, person: str, act: Act) -> dict[str, Any]:
    return {
        "tournament_id": event_id,
        "number": number,
        "at_ms": act.at,
        "person_id": person,
        "body": encode_act(act),
    }


def _row(row: sa.RowMapping) -> TournamentRow:
    settings = msgspec.json.decode(row["settings"], type=NewTournament)
    known = {name: row[name] for name in TournamentRow.__struct_fields__}
    return TournamentRow(**{**known, "settings": settings})
