"""The tables of programs, their games and buoys, and all queries on them."""

from __future__ import annotations

from contextlib import suppress
from typing import Any, Final

import msgspec
import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from komadai.ratings.glicko import Rating, Score, rated
from komadai.server.db.database import Database, metadata
from komadai.server.games.storage.tables import games

programs: Final = sa.Table(
    "csa_programs",
    metadata,
    sa.Column("name", sa.String(32), primary_key=True),
    sa.Column("rating", sa.Float, nullable=False),
    sa.Column("deviation", sa.Float, nullable=False),
    sa.Column("volatility", sa.Float, nullable=False),
    sa.Column("wins", sa.Integer, nullable=False),
    sa.Column("losses", sa.Integer, nullable=False),
    sa.Column("draws", sa.Integer, nullable=False),
    sa.Column("played_ms", sa.BigInteger, nullable=True),
)

csa_games: Final = sa.Table(
    "csa_games",
    metadata,
    sa.Column("game_id", sa.ForeignKey("games.id"), primary_key=True),
    sa.Column("csa_id", sa.String(200), nullable=False),
    sa.Column("game_name", sa.String(64), nullable=False),
    sa.Column("black", sa.String(32), nullable=False),
    sa.Column("white", sa.String(32), nullable=False),
    sa.Column("day", sa.String(10), nullable=False),
    sa.Column("started_ms", sa.BigInteger, nullable=False),
    sa.Column("may_return", sa.String(2), nullable=False),
    sa.Column("rated", sa.Boolean, nullable=False),
    sa.Column("ended", sa.Boolean, nullable=False),
    sa.Index("csa_games_by_id", "csa_id", unique=True),
    sa.Index("csa_games_by_day", "day", "started_ms"),
    sa.Index("csa_games_running", "ended"),
)

buoys: Final = sa.Table(
    "csa_buoys",
    metadata,
    sa.Column("name", sa.String(64), primary_key=True),
    sa.Column("moves", sa.Text, nullable=False),
    sa.Column("owner", sa.String(32), nullable=False),
    sa.Column("count", sa.Integer, nullable=False),
)


class ProgramRow(msgspec.Struct, frozen=True, kw_only=True):
    """A row of the table ``csa_programs``: the rating of a program. Its password is that of its account."""

    name: str
    rating: float
    deviation: float
    volatility: float
    wins: int
    losses: int
    draws: int
    played_ms: int | None

    @property
    def glicko(self) -> Rating:
        """The rating as Glicko-2 computes with it."""
        return Rating(self.rating, self.deviation, self.volatility)


class CsaGameRow(msgspec.Struct, frozen=True, kw_only=True):
    """A row of the table ``csa_games``."""

    game_id: str
    csa_id: str
    """The id of the protocol."""
    game_name: str
    black: str
    white: str
    """The names of the players."""
    day: str
    """The day of the start, in the server's time zone: ``2026-11-27``."""
    started_ms: int
    may_return: str
    """``+``, ``-`` or both: the sides that can come back to their game by a token."""
    rated: bool
    ended: bool


class ListedGame(msgspec.Struct, frozen=True, kw_only=True):
    """A game in a list, with its result if it has one."""

    csa: CsaGameRow
    handicap: str
    plies: int
    winner: str | None
    termination: str | None
    infraction: str | None
    interruption: str | None


class BuoyRow(msgspec.Struct, frozen=True, kw_only=True):
    """A row of the table ``csa_buoys``: moves that games of this name begin with."""

    name: str
    moves: str
    owner: str
    count: int


class CsaStore:
    """The programs and their games in the database; each method is one transaction."""

    def __init__(self, database: Database) -> None:
        self._engine = database.engine

    # -- programs

    async def add_program(self, name: str) -> None:
        """Makes sure that the program is in the rating table, without a game at first."""
        if await self.program(name) is not None:
            return
        new = Rating()
        values = {
            "name": name,
            "rating": new.rating,
            "deviation": new.deviation,
            "volatility": new.volatility,
            "wins": 0,
            "losses": 0,
            "draws": 0,
            "played_ms": None,
        }
        with suppress(IntegrityError):  # another login was faster
            async with self._engine.begin() as connection:
                await connection.execute(programs.insert().values(**values))

    async def program(self, name: str) -> ProgramRow | None:
        """A program by its name."""
        async with self._engine.connect() as connection:
            return await _program(connection, name)

    async def rated_programs(self) -> list[ProgramRow]:
        """The programs that have played a rated game, the strongest first."""
        query = _programs().where(programs.c.played_ms.is_not(None)).order_by(programs.c.rating.desc())
        async with self._engine.connect() as connection:
            return [ProgramRow(**row) for row in (await connection.execute(query)).mappings()]

    # -- games

    @staticmethod
    async def insert_game(connection: AsyncConnection, row: CsaGameRow) -> None:
        """Inserts the row of a game, in the transaction that creates it."""
        await connection.execute(csa_games.insert().values(**msgspec.structs.asdict(row)))

    async def end_game(self, game_id: str, points: float | None, now_ms: int) -> None:
        """Marks a game as ended and, once, rates both programs. ``points``: Black's 1, 0.5 or 0; None without
        a result."""
        async with self._engine.begin() as connection:
            query = sa.select(csa_games).where(csa_games.c.game_id == game_id)
            row = (await connection.execute(query)).mappings().one()
            if row["ended"]:
                return
            ended = csa_games.update().where(csa_games.c.game_id == game_id).values(ended=True)
            await connection.execute(ended)
            if not row["rated"] or points is None:
                return
            black = await _program(connection, row["black"])
            white = await _program(connection, row["white"])
            if black is None or white is None:
                return
            for player, opponent, won in ((black, white, points), (white, black, 1 - points)):
                new = rated(player.glicko, [Score(opponent.glicko, won)])
                await connection.execute(
                    programs.update()
                    .where(programs.c.name == player.name)
                    .values(
                        rating=new.rating,
                        deviation=new.deviation,
                        volatility=new.volatility,
                        wins=player.wins + (won == 1),
                        losses=player.losses + (won == 0),
                        draws=player.draws + (won == 0.5),
                        played_ms=now_ms,
                    )
                )

    async def running(self) -> list[CsaGameRow]:
        """The games that have not ended."""
        query = sa.select(csa_games).where(~csa_games.c.ended)
        async with self._engine.connect() as connection:
            return [CsaGameRow(**row) for row in (await connection.execute(query)).mappings()]

    async def by_csa_id(self, csa_id: str) -> CsaGameRow | None:
        """A game by its id of the protocol."""
        return await self._one_game(csa_games.c.csa_id == csa_id)

    async def opponents(self, names: list[str], limit: int = 200) -> list[tuple[str, str]]:
        """The players of the last games of these programs, newest first."""
        query = (
            sa.select(csa_games.c.black, csa_games.c.white)
            .where(csa_games.c.black.in_(names) | csa_games.c.white.in_(names))
            .order_by(csa_games.c.started_ms.desc())
            .limit(limit)
        )
        async with self._engine.connect() as connection:
            return [(black, white) for black, white in await connection.execute(query)]

    async def days(self, limit: int = 366) -> list[tuple[str, int]]:
        """The days with games, newest first, and the number of games on each."""
        query = (
            sa.select(csa_games.c.day, sa.func.count())
            .group_by(csa_games.c.day)
            .order_by(csa_games.c.day.desc())
            .limit(limit)
        )
        async with self._engine.connect() as connection:
            return [(day, count) for day, count in await connection.execute(query)]

    async def games_of_day(self, day: str, limit: int = 1000) -> list[ListedGame]:
        """The games that began on this day, newest first."""
        return await self._games(csa_games.c.day == day, limit)

    async def running_games(self, limit: int = 100) -> list[ListedGame]:
        """The games that are being played, newest first."""
        return await self._games(~csa_games.c.ended, limit)

    async def game(self, game_id: str) -> CsaGameRow | None:
        """A game by its id on this server."""
        return await self._one_game(csa_games.c.game_id == game_id)

    async def _games(self, which: sa.ColumnElement[bool], limit: int) -> list[ListedGame]:
        query = (
            sa.select(csa_games, *_OF_GAME)
            .join(games, games.c.id == csa_games.c.game_id)
            .where(which)
            .order_by(csa_games.c.started_ms.desc())
            .limit(limit)
        )
        async with self._engine.connect() as connection:
            return [_finished(row) for row in (await connection.execute(query)).mappings()]

    async def _one_game(self, which: sa.ColumnElement[bool]) -> CsaGameRow | None:
        async with self._engine.connect() as connection:
            query = sa.select(csa_games).where(which)
            row = (await connection.execute(query)).mappings().one_or_none()
        return None if row is None else CsaGameRow(**row)

    # -- buoys

    async def add_buoy(self, row: BuoyRow) -> bool:
        """Stores a buoy; False if there is one of this name."""
        try:
            async with self._engine.begin() as connection:
                await connection.execute(buoys.insert().values(**msgspec.structs.asdict(row)))
        except IntegrityError:
            return False
        return True

    async def buoy(self, name: str) -> BuoyRow | None:
        """The buoy of this name."""
        query = sa.select(buoys).where(buoys.c.name == name)
        async with self._engine.connect() as connection:
            row = (await connection.execute(query)).mappings().one_or_none()
        return None if row is None else BuoyRow(**row)

    async def count_buoys(self, owner: str) -> int:
        """The number of buoys that a program has set."""
        query = sa.select(sa.func.count()).where(buoys.c.owner == owner)
        async with self._engine.connect() as connection:
            return int((await connection.execute(query)).scalar_one())

    async def use_buoy(self, name: str) -> BuoyRow | None:
        """Takes one game from a buoy, which is deleted with its last one. None if there is none."""
        async with self._engine.begin() as connection:
            query = sa.select(buoys).where(buoys.c.name == name)
            row = (await connection.execute(query)).mappings().one_or_none()
            if row is None:
                return None
            place = buoys.c.name == name
            if row["count"] <= 1:
                await connection.execute(buoys.delete().where(place))
            else:
                await connection.execute(buoys.update().where(place).values(count=row["count"] - 1))
        return BuoyRow(**row)

    async def delete_buoy(self, name: str) -> None:
        """Deletes a buoy."""
        async with self._engine.begin() as connection:
            await connection.execute(buoys.delete().where(buoys.c.name == name))


_OF_GAME: Final = (
    games.c.handicap,
    games.c.plies,
    games.c.winner,
    games.c.termination,
    games.c.infraction,
    games.c.interruption,
)


def _programs() -> sa.Select[Any]:
    return sa.select(programs)


async def _program(connection: AsyncConnection, name: str) -> ProgramRow | None:
    row = (await connection.execute(_programs().where(programs.c.name == name))).mappings().one_or_none()
    return None if row is None else ProgramRow(**row)


def _finished(row: sa.RowMapping) -> ListedGame:
    of_game = {column.name: row[column.name] for column in _OF_GAME}
    return ListedGame(
        csa=CsaGameRow(**{name: value for name, value in row.items() if name not in of_game}), **of_game
    )
