"""The revisions of the tables: one for each file in ``migrations/versions``, by its first four digits."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import sqlalchemy as sa

KNOWN: Final = sorted(
    path.name[:4] for path in (Path(__file__).parent / "migrations" / "versions").glob("[0-9]*.py")
)
NEWEST: Final = KNOWN[-1]


def current(connection: sa.Connection) -> str | None:
    """The revision of a database's tables; None if it has none yet."""
    if not sa.inspect(connection).has_table("alembic_version"):
        return None
    found: str | None = connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar()
    return found


def unknown(revision: str) -> tuple[bool, str] | None:
    """Returns None if this version can read and migrate tables of a revision.

    Otherwise whether the revision is too old, with the oldest that is known, or with the newest.
    """
    if revision in KNOWN:
        return None
    return (True, KNOWN[0]) if revision < KNOWN[0] else (False, NEWEST)
