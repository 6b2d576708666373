"""The migration to free text keeps what was said and every account."""

from __future__ import annotations

from pathlib import Path

import sqlalchemy as sa

from komadai.server.chat.store import chat_lines
from komadai.server.people.store import accounts
from tests.server.db.test_migrations import on_an_empty_database, upgrade

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
        upgrade(connection, "head")
        (line,) = connection.execute(sa.select(chat_lines)).mappings()
        assert (line["phrase"], line["text"]) == ("hello", "")
        (account,) = connection.execute(sa.select(accounts)).mappings()
        assert (account["muted_until_ms"], account["barred_until_ms"], account["warning"]) == (None, None, "")

    on_an_empty_database(database_url, tmp_path, check)
