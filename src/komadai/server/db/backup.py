"""Backups of a server's database, and their restoration.

A backup of SQLite is an SQLite file, made with SQLite's backup API while the server runs; a backup of
PostgreSQL is an archive of ``pg_dump``. Both are read again and checked before they get their name, and have
a checksum beside them.
"""

from __future__ import annotations

import asyncio
import os
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from komadai.atomic_file import NewFile
from komadai.messages import os_error_message
from komadai.server import data_folder
from komadai.server.db import checksum, postgresql_backup, revisions, sqlite_backup
from komadai.server.db.backup_contents import Contents
from komadai.server.db.database import database_url
from komadai.server.errors import BackupError, BackupRefusedError, StartError

SQLITE: Final = "SQLite"
POSTGRESQL: Final = "PostgreSQL"
_TAKEN: Final = frozenset(
    {"data-folder-taken", "data-folder-taken-at", "database-taken", "database-taken-at"}
)


@dataclass(frozen=True, slots=True)
class Report:
    """The contents of a backup, and its size in bytes."""

    kind: str
    contents: Contents
    size: int
    sha256: str | None
    """The checksum beside the backup; None if there is none, so that the content is unchecked."""


def back_up(path: Path, database: str | None, data_dir: Path) -> Report:
    """Writes a verified backup of the database to ``path``; the server may run meanwhile.

    A file that exists is replaced only if it is empty or a backup itself. Raises BackupError, and StartError
    for a database that cannot be used.
    """
    url = database_url(database, data_dir)
    if path.exists() and path.is_file() and path.stat().st_size > 0 and kind_of(path) is None:
        raise BackupRefusedError.with_code("backup-not-replaced", path=str(path))
    is_sqlite = url.get_backend_name() == "sqlite"
    source = Path(str(url.database)).expanduser()
    if is_sqlite and path.exists() and source.exists() and path.samefile(source):
        raise BackupRefusedError.with_code("backup-onto-itself", path=str(path))
    checksum.stored(path)  # another file of its name is not replaced
    try:
        new = NewFile(path, durable=True)
        try:
            # Only the owner can read it: it has all that the database has.
            os.close(os.open(new.hidden, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
            if is_sqlite:
                sqlite_backup.copy(source, new.hidden, path)
            else:
                postgresql_backup.dump(url, new.hidden)
            checked = _checked_copy(new.hidden, str(source) if is_sqlite else postgresql_backup.shown(url))
            sha256 = checksum.computed(new.hidden)
            checksum.remove(path)  # so that there is never one of another content
            new.show()
            checksum.store(path, sha256)
        finally:
            new.discard()
    except OSError as error:
        raise BackupError.with_code(
            "backup-not-written", path=str(path), reason=os_error_message(error)
        ) from error
    return replace(checked, sha256=sha256)


def _checked_copy(path: Path, database: str) -> Report:
    """Inspects the copy of a database. Raises BackupError, which names the database."""
    try:
        return inspect(path)
    except BackupError as error:
        if error.message.code == "backup-damaged":
            problem = error.message.params["problem"]
            raise BackupError.with_code("backup-of-damaged", database=database, problem=problem) from error
        if error.message.code == "backup-no-backup":
            raise BackupError.with_code("backup-of-another", database=database) from error
        raise


def restore(path: Path, database: str | None, data_dir: Path, *, force: bool = False) -> Report:
    """Replaces the database by a backup.

    Raises BackupError if the file is no valid backup, a server uses the database, or the database has
    games or guests and ``force`` is not given. Then nothing has changed.
    """
    url = database_url(database, data_dir)
    report = inspect(path)
    revision = report.contents.revision
    if unknown := revisions.unknown(revision):
        older, known = unknown
        code = "backup-older" if older else "backup-newer"
        raise BackupError.with_code(code, path=str(path), schema=revision, known=known)
    target = POSTGRESQL if url.get_backend_name() == "postgresql" else SQLITE
    if report.kind != target:
        raise BackupRefusedError.with_code(
            "backup-other-kind", path=str(path), kind=report.kind, target=target
        )
    try:
        with data_folder.held(data_dir, ""):
            if target == SQLITE:
                file = Path(str(url.database)).expanduser()
                with data_folder.database_held(file, ""):
                    sqlite_backup.replace(file, path, force=force)
            else:
                asyncio.run(postgresql_backup.check_target(url, force=force))
                postgresql_backup.load(url, path)
    except StartError as error:
        if error.message.code in _TAKEN:
            taken = error.message.params["path"]
            raise BackupError.with_code("restore-server-runs", database=taken) from error
        raise
    return report


def inspect(path: Path) -> Report:
    """Reads a whole backup and checks it. Raises BackupError if it is damaged or no backup."""
    sha256 = checksum.check(path)
    try:
        kind, size = kind_of(path), path.stat().st_size
    except OSError as error:
        raise BackupError.with_code(
            "backup-not-read", path=str(path), reason=os_error_message(error)
        ) from error
    if kind == SQLITE:
        return Report(kind, sqlite_backup.contents(path), size, sha256)
    if kind == POSTGRESQL:
        return Report(kind, postgresql_backup.contents(path), size, sha256)
    raise BackupError.with_code("backup-no-backup", path=str(path))


def kind_of(path: Path) -> str | None:
    """The kind of a backup by its first bytes; None for any other file. Raises OSError."""
    with path.open("rb") as file:
        start = file.read(16)
    if start == b"SQLite format 3\0":
        return SQLITE
    return POSTGRESQL if start.startswith(b"PGDMP") else None


__all__ = ["Report", "back_up", "inspect", "restore"]
