"""Applies the migrations that a database lacks, with Alembic."""

from __future__ import annotations

from pathlib import Path

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.script.revision import RevisionError
from alembic.util import CommandError

from komadai.messages import Message
from komadai.server.db import revisions
from komadai.server.errors import StartError


def migrate(connection: sa.Connection, revision: str | None, shown: str) -> None:
    """Migrates the tables of this revision (None: there are no tables) to the newest.

    ``shown`` is the database in messages. Raises StartError.
    """
    if revision is not None and (unknown := revisions.unknown(revision)):
        older, known = unknown
        code = "database-older" if older else "database-newer"
        raise StartError.with_code(code, database=shown, schema=revision, known=known)
    config = Config()
    config.attributes["connection"] = connection
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations").replace("%", "%%"))
    is_sqlite = connection.dialect.name == "sqlite"
    if is_sqlite:
        # A migration may replace a table that others refer to. The setting has no effect within a
        # transaction.
        connection.exec_driver_sql("PRAGMA foreign_keys=OFF")
        connection.exec_driver_sql("BEGIN IMMEDIATE")
    try:
        command.upgrade(config, "head")
    except (CommandError, RevisionError) as error:
        reason = Message("other", {"text": str(error)})
        raise StartError.with_code("database-unopened", database=shown, reason=reason) from error
    orphans = connection.exec_driver_sql("PRAGMA foreign_key_check").first() if is_sqlite else None
    if orphans is not None:
        raise StartError.with_code("database-damaged", database=shown, problem=f"foreign key of {orphans[0]}")
