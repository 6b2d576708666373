"""The migration to passkeys keeps every account."""

from __future__ import annotations

from pathlib import Path

import sqlalchemy as sa

from komadai.server.people.passkeys.store import passkeys
from komadai.server.people.store import accounts
from tests.server.db.test_migrations import on_an_empty_database, upgrade

OLD = (
    "INSERT INTO guests (id, created_ms) VALUES ('g', 1)",
    "INSERT INTO accounts (id, kind, name, name_key, display_name, about, role, created_ms, preferences)"
    " VALUES ('g', 'person', 'ann', 'ann', 'Ann', '', 'user', 1, '{}')",
)


def test_accounts_of_before_have_no_passkeys_yet(tmp_path: Path, database_url: str | None) -> None:
    def check(connection: sa.Connection) -> None:
        upgrade(connection, "0020")
        for statement in OLD:
            connection.execute(sa.text(statement))
        upgrade(connection, "0021")
        assert connection.execute(sa.select(accounts.c.name)).scalars().all() == ["ann"]
        assert connection.execute(sa.select(passkeys)).all() == []

    on_an_empty_database(database_url, tmp_path, check)
