"""The migration to former names reserves those that the log of moderators has."""

from __future__ import annotations

from pathlib import Path

import sqlalchemy as sa

from komadai.server.people.store import former_names
from tests.server.db.test_migrations import on_an_empty_database, upgrade

ACCOUNT = (
    "INSERT INTO accounts (id, kind, name, name_key, display_name, about, role, created_ms, preferences)"
    " VALUES ('{id}', 'person', '{name}', '{key}', '{name}', '', 'user', 1, '{{}}')"
)
RENAMED = (
    "INSERT INTO moderation_log (at_ms, account_id, act, reason)"
    " VALUES (1, 'a', 'renamed', '{before} (X) → Y')"
)
OLD = (
    "INSERT INTO guests (id, created_ms) VALUES ('a', 1), ('b', 1)",
    ACCOUNT.format(id="a", name="Third", key="third"),
    ACCOUNT.format(id="b", name="Second", key="second"),
    RENAMED.format(before="First"),
    RENAMED.format(before="Second"),
    RENAMED.format(before="Third"),
)


def test_names_of_before_are_kept_but_for_those_that_somebody_has(
    tmp_path: Path, database_url: str | None
) -> None:
    def check(connection: sa.Connection) -> None:
        upgrade(connection, "0031")
        for statement in OLD:
            connection.execute(sa.text(statement))
        upgrade(connection, "head")
        kept = connection.execute(sa.select(former_names)).all()
        assert [tuple(row) for row in kept] == [("person", "first", "a")]

    on_an_empty_database(database_url, tmp_path, check)
