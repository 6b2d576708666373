"""The migration to arenas keeps every event; the server looks after none of them."""

from __future__ import annotations

from pathlib import Path

import sqlalchemy as sa

from tests.server.db.test_migrations import on_an_empty_database, upgrade

OLD = (
    "INSERT INTO guests (id, created_ms) VALUES ('owner', 0)",
    "INSERT INTO tournaments"
    " (id, created_ms, owner_id, settings, acts, status, players, rounds, total_rounds)"
    """ VALUES ('old', 0, 'owner', '{"name": "Cup"}', 1, 'running', 8, 1, 5)""",
)


def test_events_of_before_are_left_to_their_arbiters(tmp_path: Path, database_url: str | None) -> None:
    def check(connection: sa.Connection) -> None:
        upgrade(connection, "0023")
        for statement in OLD:
            connection.execute(sa.text(statement))
        upgrade(connection, "0025")
        rows = connection.execute(
            sa.text("SELECT id, status, due_ms, keeper, kept_until_ms FROM tournaments")
        ).all()
        assert [tuple(row) for row in rows] == [("old", "running", None, None, None)]

    on_an_empty_database(database_url, tmp_path, check)
