"""Databases of any revision, for the tests of migrations."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

import sqlalchemy as sa
from alembic import command
from alembic.config import Config

import komadai.server.db as db
from komadai.server.db.database import _engine


def upgrade(connection: sa.Connection, revision: str) -> None:
    """Applies the migrations up to this revision."""
    config = Config()
    config.set_main_option("script_location", str(Path(db.__file__).parent / "migrations"))
    config.attributes["connection"] = connection
    command.upgrade(config, revision)


def on_an_empty_database(
    database_url: str | None, folder: Path, check: Callable[[sa.Connection], None]
) -> None:
    """Calls the function with a connection to a database without tables."""

    async def run() -> None:
        engine = _engine(database_url, folder)
        try:
            async with engine.connect() as connection:
                await connection.run_sync(check)
        finally:
            await engine.dispose()

    asyncio.run(run())
