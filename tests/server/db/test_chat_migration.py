"""The migration to free text keeps what was said and every account."""

from __future__ import annotations

import asyncio
from pathlib import Path

import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from komadai.server.chat.store import chat_lines
from komadai.server.db.database import _engine, metadata
from komadai.server.people.store import accounts
from tests.server.db.test_migrations import upgrade

OLD = (
    "INSERT INTO guests (id, created_ms) VALUES ('g', 1)",
    "INSERT INTO games (id, created_ms, handicap, events, plies, sfen, status, clock_runs, search)"
    " VALUES ('game', 1, 'even', 0, 0, '', 'playing', false, '')",
    "INSERT INTO chat_lines VALUES ('game', 1, 1, 'players', 'g', 'black', 'hello')",
    "INSERT INTO accounts (id, kind, name, name_key, display_name, about, role, created_ms, preferences)"
    " VALUES ('g', 'person', 'ann', 'ann', 'Ann', '', 'user', 1, '{}')",
)


def test_lines_and_accounts_of_before_are_kept(tmp_path: Path, database_url: str | None) -> None:
    def check(connection: sa.Connection) -> None:
        upgrade(connection, "0014")
        for statement in OLD:
            connection.execute(sa.text(statement))
        upgrade(connection, "0017")
        (line,) = connection.execute(sa.select(chat_lines)).mappings()
        assert (line["phrase"], line["text"]) == ("hello", "")
        (account,) = connection.execute(sa.select(accounts)).mappings()
        assert (account["muted_until_ms"], account["barred_until_ms"], account["warning"]) == (None, None, "")
        changes = compare_metadata(MigrationContext.configure(connection), metadata)
        named = {"chat_lines", "accounts"}
        assert [change for change in changes if any(name in repr(change) for name in named)] == []

    async def run() -> None:
        engine = _engine(database_url, tmp_path)
        async with engine.connect() as connection:
            await connection.run_sync(check)
        await engine.dispose()

    asyncio.run(run())
