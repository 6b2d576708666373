"""The migration to looks of names knows what the names of before look like."""

from __future__ import annotations

from pathlib import Path

import sqlalchemy as sa

from komadai.server.people.store import name_looks
from tests.server.db.migrations import on_an_empty_database, upgrade

ACCOUNT = (
    "INSERT INTO accounts (id, kind, name, name_key, display_name, about, role, created_ms, preferences)"
    " VALUES ('{id}', 'person', '{name}', '{key}', '{name}', '', 'user', 1, '{{}}')"
)
OLD = (
    "INSERT INTO guests (id, created_ms) VALUES ('a', 1), ('b', 1), ('c', 1)",
    ACCOUNT.format(id="a", name="Ito_1", key="ito_1"),
    ACCOUNT.format(id="b", name="ito1", key="ito1"),
    ACCOUNT.format(id="c", name="", key="deleted 0"),
    "UPDATE accounts SET deleted_ms = 1 WHERE id = 'c'",
    "INSERT INTO former_names (kind, name_key, account_id)"
    " VALUES ('person', 'ken-ji', 'a'), ('person', 'deleted 1', 'c')",
)


def test_names_of_before_stay_and_their_looks_are_known(tmp_path: Path, database_url: str | None) -> None:
    def check(connection: sa.Connection) -> None:
        upgrade(connection, "0032")
        for statement in OLD:
            connection.execute(sa.text(statement))
        upgrade(connection, "head")
        kept = {tuple(row) for row in connection.execute(sa.select(name_looks)).all()}
        assert kept == {
            ("person", "itol", "a"),
            ("person", "ltol", "a"),
            ("person", "kenji", "a"),
            ("person", "itol", "b"),
        }

    on_an_empty_database(database_url, tmp_path, check)
