"""The finished public games of this server, as a game database in the data folder."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Collection
from functools import partial
from typing import Final

import sqlalchemy as sa

from komadai import kifu
from komadai.play import game as play
from komadai.play.boards import SHOGI
from komadai.server.db.database import Database as ServerDatabase
from komadai.server.explorer.open_database import OpenDatabase
from komadai.server.games import export
from komadai.server.games.storage.store import GameStore
from komadai.server.games.storage.tables import GameRow, game_seats, games
from komadai.server.ratings.store import rated_games
from komadai.study import Database

FOLDER: Final = "games.kdb"
"""The database's folder in the data folder."""
_SYNC_EVERY_S: Final = 5.0
_AT_ONCE: Final = 500
"""Games that are added in one transaction."""


class OwnGames:
    """Adds games to the database some time after they end. Only public games of shogi are added."""

    def __init__(self, server_database: ServerDatabase, database: OpenDatabase) -> None:
        self._engine = server_database.engine
        self._store = GameStore(server_database)
        self._database = database
        self._lock = asyncio.Lock()
        self._known: set[str] | None = None
        """The ids of the games in the database; None before it was read."""
        self._synced_at = -_SYNC_EVERY_S

    async def sync(self) -> None:
        """Adds the games that have ended since the last call, but not more often than every five seconds.

        Raises DatabaseError.
        """
        async with self._lock:
            if time.monotonic() - self._synced_at < _SYNC_EVERY_S:
                return
            self._synced_at = time.monotonic()
            known, first = self._known, self._known is None
            if known is None:
                known = self._known = await asyncio.to_thread(self._database.call, Database.sources)
            missing = [game for game in await self._finished() if game not in known]
            for at in range(0, len(missing), _AT_ONCE):
                part = missing[at : at + _AT_ONCE]
                records = [await self._record(game) for game in part]
                await asyncio.to_thread(self._database.call, partial(_add, records))
                known.update(part)
            # The first time also those that a stopped server has added without their names.
            if missing or first:
                await asyncio.to_thread(self._database.call, Database.recognise_names)

    async def rows(self, sources: Collection[str]) -> dict[str, GameRow]:
        """The rows of games by the values of their headers ``site``."""
        return await self._store.games(sources)

    async def sides_of(self, person: str) -> list[tuple[int, int]]:
        """The games of a person against others: their ids in the database, and the side (0: Black)."""
        seat, other = game_seats.alias(), game_seats.alias()
        query = (
            sa.select(seat.c.game_id, seat.c.color)
            .join(other, (other.c.game_id == seat.c.game_id) & (other.c.number != seat.c.number))
            .where(
                seat.c.guest_id == person,
                sa.or_(other.c.guest_id.is_(None), other.c.guest_id != person),
                seat.c.color.is_not(None),
            )
        )
        async with self._engine.connect() as connection:
            rows = (await connection.execute(query)).all()
        ids = await asyncio.to_thread(self._database.call, Database.ids_by_source)
        return [(ids[game], 0 if color == "black" else 1) for game, color in rows if game in ids]

    async def _finished(self) -> list[str]:
        query = (
            sa.select(games.c.id)
            .where(
                games.c.visibility == "public",
                games.c.status == "finished",
                games.c.variant == SHOGI,
                games.c.plies > 0,
            )
            .order_by(games.c.created_ms, games.c.id)
        )
        async with self._engine.connect() as connection:
            return list((await connection.execute(query)).scalars())

    async def _record(self, game_id: str) -> kifu.Game:
        record = export.tree(play.replay(await self._store.events(game_id)))
        assert isinstance(record, kifu.Game), "only games of shogi are chosen"
        # The names of people stay in the server's own tables, where they can change.
        for name in ("black", "white"):
            record.headers.pop(name, None)
        record.headers["site"] = game_id
        query = sa.select(rated_games.c.color, rated_games.c.before).where(rated_games.c.game_id == game_id)
        async with self._engine.connect() as connection:
            for color, rating in await connection.execute(query):
                record.headers[f"{color}_rate"] = str(round(rating))
        return record


def _add(records: list[kifu.Game], database: Database) -> None:
    with database.importing() as session:
        for record in records:
            session.add(record)
