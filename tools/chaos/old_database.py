"""A database as an earlier version wrote it, large enough that its migration takes a while."""

from __future__ import annotations

import hashlib
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Final

from alembic import command
from alembic.config import Config
from sqlalchemy import create_engine

import komadai.server.db as db

REVISION: Final = "0032"
"""The oldest revision that can be migrated; the next one computes what each account's name looks like."""
ACCOUNTS: Final = 3000


def make(path: Path) -> None:
    """Writes the database."""
    engine = create_engine(f"sqlite:///{path}")
    with engine.begin() as connection:
        config = Config()
        config.set_main_option("script_location", str(Path(db.__file__).parent / "migrations"))
        config.attributes["connection"] = connection
        command.upgrade(config, REVISION)
    engine.dispose()
    with closing(sqlite3.connect(path)) as raw:
        ids = [(f"{number:032}",) for number in range(ACCOUNTS)]
        raw.executemany("INSERT INTO guests (id, created_ms) VALUES (?, 1)", ids)
        raw.executemany(
            "INSERT INTO accounts (id, kind, name, name_key, display_name, about, role, created_ms,"
            " preferences) SELECT id, 'person', 'a' || id, 'a' || id, '', '', 'user', 1, '{}'"
            " FROM guests WHERE id = ?",
            ids,
        )
        raw.commit()


def wrong_with(path: Path) -> list[str]:
    """Lists the errors in the database after its migration; empty if every account is there."""
    with closing(sqlite3.connect(path)) as raw:
        wrong = [
            f"{what}: {found}, expected {expected}"
            for what, query, expected in (
                ("integrity", "PRAGMA integrity_check", "ok"),
                ("accounts", "SELECT count(*) FROM accounts", ACCOUNTS),
                ("looks", "SELECT count(DISTINCT account_id) FROM name_looks", ACCOUNTS),
            )
            if (found := raw.execute(query).fetchone()[0]) != expected
        ]
        if raw.execute("PRAGMA foreign_key_check").fetchone() is not None:
            wrong.append("a row refers to another that does not exist")
    return wrong


def digest_of_accounts(path: Path) -> str:
    """Computes a digest of what no migration may change."""
    with closing(sqlite3.connect(path)) as raw:
        rows = raw.execute("SELECT id, name, name_key, preferences FROM accounts ORDER BY id")
        return hashlib.sha256(repr(rows.fetchall()).encode()).hexdigest()
