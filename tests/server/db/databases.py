"""A database, and a game in it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import msgspec

from komadai.play.game import replay
from komadai.server import app  # noqa: F401 - it imports the tables of all rooms
from komadai.server.cluster import tables  # noqa: F401 - those of several processes
from komadai.server.db.database import Database
from komadai.server.games import views as games_views
from komadai.server.games.storage.tables import GameRow
from tests.play.table import created

GUEST = "0" * 32


Test = Callable[[Database], Awaitable[None]]


def with_database(tmp_path: Path, test: Test, url: str | None = None) -> None:
    async def main() -> None:
        database = await Database.open(url, tmp_path)
        try:
            await test(database)
        finally:
            await database.close()

    asyncio.run(main())


def row(game_id: str = "game", guest: str = GUEST, **changes: object) -> GameRow:
    made = games_views.row_of(replay([created()]), game_id, (guest, guest), 1_000, None)
    return msgspec.structs.replace(made, **changes)
