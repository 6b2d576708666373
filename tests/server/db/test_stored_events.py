"""Events that an earlier version stored can still be read."""

from __future__ import annotations

import asyncio
from pathlib import Path

import sqlalchemy as sa

from komadai.server.db.database import Database
from komadai.server.tournaments.store import EventStore


def test_an_event_stored_before_there_were_titles_belongs_to_none(
    tmp_path: Path, database_url: str | None
) -> None:
    async def main() -> None:
        database = await Database.open(database_url, tmp_path)
        async with database.engine.begin() as connection:
            await connection.execute(sa.text("INSERT INTO guests (id, created_ms) VALUES ('owner', 0)"))
            await connection.execute(
                sa.text(
                    "INSERT INTO tournaments (id, created_ms, owner_id, settings, acts, status, players,"
                    " rounds, total_rounds)"
                    """ VALUES ('old', 0, 'owner', '{"name": "Cup"}', 1, 'open', 0, 0, 5)"""
                )
            )
        row = await EventStore(database).event("old")
        await database.close()
        assert row is not None
        assert (row.title_id, row.settings.title, row.settings.vacant) == (None, "", False)

    asyncio.run(main())
