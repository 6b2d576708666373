"""A database with games."""

from __future__ import annotations

from pathlib import Path

from komadai.server.db.database import Database
from komadai.server.games.storage.store import GameStore
from tests.play.table import created
from tests.server.db.databases import GUEST, row, with_database


def filled(folder: Path, url: str | None = None, games: int = 3) -> None:
    async def fill(database: Database) -> None:
        for number in range(games):
            await GameStore(database).begin(row(f"game{number}"), [created()])

    with_database(folder, fill, url)


def games_in(folder: Path, url: str | None = None) -> list[str]:
    found: list[str] = []

    async def read(database: Database) -> None:
        found.extend(game.id for game in await GameStore(database).games_of(GUEST, [], None, 100))

    with_database(folder, read, url)
    return sorted(found)
