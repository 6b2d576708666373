"""The file of an SQLite database."""

from __future__ import annotations

from pathlib import Path

from komadai.server.db.database import database_url


def sqlite_file(database: str | None, data_dir: Path) -> Path | None:
    """The file that this URL names; None for PostgreSQL. Raises StartError for any other URL."""
    url = database_url(database, data_dir)
    return Path(str(url.database)).expanduser() if url.get_backend_name() == "sqlite" else None
