"""The migration to tokens adds an empty table, and an account stored before it is no bot's."""

from __future__ import annotations

import asyncio
from pathlib import Path

import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from komadai.server.db.database import _engine, metadata
from komadai.server.people.tokens.tokens import api_tokens
from tests.server.db.test_migrations import upgrade


def test_tokens_are_added_and_no_stored_account_is_a_bots(tmp_path: Path, database_url: str | None) -> None:
    def check(connection: sa.Connection) -> None:
        upgrade(connection, "0021")
        connection.execute(sa.text("INSERT INTO guests (id, created_ms) VALUES ('a', 1)"))
        connection.execute(
            sa.text(
                "INSERT INTO accounts (id, name, name_key, kind, password, display_name, about, role,"
                " created_ms, preferences) VALUES ('a', 'one', 'one', 'person', '', '', '', 'user', 1, '{}')"
            )
        )
        assert "api_tokens" not in sa.inspect(connection).get_table_names()
        upgrade(connection, "0023")
        assert connection.execute(sa.text("SELECT bot FROM accounts")).scalars().all() in ([False], [0])
        assert connection.execute(sa.select(sa.func.count()).select_from(api_tokens)).scalar_one() == 0
        changes = compare_metadata(MigrationContext.configure(connection), metadata)
        assert [change for change in changes if "api_tokens" in repr(change) or "bot" in repr(change)] == []

    async def run() -> None:
        engine = _engine(database_url, tmp_path)
        async with engine.connect() as connection:
            await connection.run_sync(check)
        await engine.dispose()

    asyncio.run(run())
