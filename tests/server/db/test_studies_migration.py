"""The migration to studies adds empty tables, as the server describes them, and keeps what was stored."""

from __future__ import annotations

from pathlib import Path

import sqlalchemy as sa

from komadai.server.studies.store import studies
from tests.server.db.test_migrations import on_an_empty_database, upgrade

NEW = {"studies", "study_people", "study_chapters", "study_operations"}


def test_the_tables_of_studies_are_added(tmp_path: Path, database_url: str | None) -> None:
    def check(connection: sa.Connection) -> None:
        upgrade(connection, "0010")
        connection.execute(sa.text("INSERT INTO guests (id, created_ms) VALUES ('g', 1)"))
        assert not NEW & set(sa.inspect(connection).get_table_names())
        upgrade(connection, "0011")
        assert set(sa.inspect(connection).get_table_names()) >= NEW
        assert connection.execute(sa.text("SELECT id FROM guests")).scalars().all() == ["g"]
        assert connection.execute(sa.select(sa.func.count()).select_from(studies)).scalar_one() == 0

    on_an_empty_database(database_url, tmp_path, check)
