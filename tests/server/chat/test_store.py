"""The table of chat lines: a person's lines in different games wait for each other."""

from __future__ import annotations

import asyncio
from pathlib import Path

import sqlalchemy as sa

from komadai.server.chat.store import ChatStore, LineRow
from komadai.server.db.database import Database, ensure_guest

GAME = (
    "INSERT INTO games (id, created_ms, handicap, events, plies, sfen, status, clock_runs, search)"
    " VALUES (:id, 1, 'even', 0, 0, '', 'playing', false, '')"
)


def line(game: str, at_ms: int, guest: str = "g") -> LineRow:
    return LineRow(
        game_id=game, number=at_ms, at_ms=at_ms, room="players", guest_id=guest, color=None, phrase="hello"
    )


async def outcomes(database: Database, *lines: LineRow) -> list[str]:
    """How each of these lines ends that are stored at once."""
    store = ChatStore(database)
    results = await asyncio.gather(*(store.add(each, 1000) for each in lines), return_exceptions=True)
    return sorted("stored" if each is None else getattr(each, "code", repr(each)) for each in results)


def test_of_two_lines_at_once_in_two_games_one_is_stored(tmp_path: Path, database_url: str | None) -> None:
    async def check() -> None:
        database = await Database.open(database_url, tmp_path)
        try:
            async with database.engine.begin() as connection:
                await ensure_guest(connection, "g", 1)
                for game in ("one", "two"):
                    await connection.execute(sa.text(GAME), {"id": game})
            assert await outcomes(database, line("one", 5), line("two", 6)) == ["slow_down", "stored"]
            assert await outcomes(database, line("one", 7, "other")) == ["stored"]
            assert await outcomes(database, line("two", 2000)) == ["stored"]
        finally:
            await database.close()

    asyncio.run(check())
