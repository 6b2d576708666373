"""Copies of an SQLite database."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Final

from komadai.atomic_file import NewFile
from komadai.messages import Message, os_error_message
from komadai.server.db.backup_contents import COUNTED, Contents
from komadai.server.errors import BackupError, BackupRefusedError

BUSY_TIMEOUT_S: Final = 10.0


def copy(source: Path, target: Path, path: Path) -> None:
    """Copies a database that may be in use to an empty file. The copy has one moment of it, as a single file.

    Raises BackupError, which names ``path`` where the target cannot be written: its later name.
    """
    if not source.is_file():
        raise BackupError.with_code("backup-no-database", database=str(source))
    try:
        _copy(source, target)
    except sqlite3.Error as error:
        if error.sqlite_errorname in _WRITE_ERRORS:  # the source is only read
            raise BackupError.with_code(
                "backup-not-written", path=str(path), reason=_reason(error)
            ) from error
        raise BackupError.with_code("backup-failed", path=str(source), problem=str(error)) from error


def _copy(source: Path, target: Path, *, read_only: bool = False) -> None:
    with _opened(source, read_only=read_only) as old, _opened(target) as new:
        # In one step, under one read transaction: a writer neither waits nor changes the copy.
        old.backup(new, pages=-1)
        new.execute("PRAGMA journal_mode=DELETE")


def _reason(error: sqlite3.Error) -> Message:
    code = _WRITE_ERRORS.get(getattr(error, "sqlite_errorname", ""))
    return Message("other", {"text": str(error)}) if code is None else Message(code)


_WRITE_ERRORS: Final = {
    "SQLITE_FULL": "os-disk-full",
    "SQLITE_IOERR_WRITE": "os-io",
    "SQLITE_IOERR_FSYNC": "os-io",
    "SQLITE_IOERR_TRUNCATE": "os-io",
}


def contents(path: Path) -> Contents:
    """Checks a whole backup, and counts what it has. Raises BackupError if it is damaged or no backup."""
    try:
        return _contents(path)
    except sqlite3.Error as error:
        raise BackupError.with_code("backup-damaged", path=str(path), problem=str(error)) from error


def _contents(path: Path) -> Contents:
    with _opened(path, read_only=True) as connection:
        problem = connection.execute("PRAGMA integrity_check(1)").fetchone()[0]
        if problem == "ok":
            orphan = connection.execute("PRAGMA foreign_key_check").fetchone()
            problem = problem if orphan is None else f"foreign key of {orphan[0]}"
        if problem != "ok":
            raise BackupError.with_code("backup-damaged", path=str(path), problem=" ".join(problem.split()))
        tables = {row[0] for row in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")}
        if not {"alembic_version", *COUNTED} <= tables:
            raise BackupError.with_code("backup-no-backup", path=str(path))
        (revision,) = connection.execute("SELECT version_num FROM alembic_version").fetchone() or ("",)
        counts = [connection.execute(f"SELECT count(*) FROM {name}").fetchone()[0] for name in COUNTED]
        return Contents(revision, *counts)


def replace(target: Path, backup: Path, *, force: bool) -> None:
    """Puts a copy of a checked backup in the place of the database. Raises BackupError."""
    try:
        if target.exists():
            _release(target, force=force)
        target.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        new = NewFile(target, durable=True)
        try:
            os.close(os.open(new.hidden, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
            _copy(backup, new.hidden, read_only=True)
            _check_copy(new.hidden, target)
            # The log of the old database must not be applied to the new one.
            for suffix in ("-wal", "-shm", "-journal"):
                Path(f"{target}{suffix}").unlink(missing_ok=True)
            new.show()
        finally:
            new.discard()
    except (OSError, sqlite3.Error) as error:
        problem = os_error_message(error) if isinstance(error, OSError) else _reason(error)
        raise BackupError.with_code("restore-failed", database=str(target), problem=problem) from error


def _check_copy(copied: Path, target: Path) -> None:
    """Checks the restored database. The backup was checked before it was copied."""
    try:
        contents(copied)
    except BackupError as error:
        problem = error.message.params.get("problem", error.message)
        raise BackupError.with_code("restore-failed", database=str(target), problem=problem) from error


def _release(target: Path, *, force: bool) -> None:
    """Checks that the database may be replaced, and moves its write-ahead log into it."""
    try:
        with _opened(target, timeout_s=0.5) as connection:
            if not force and _has_rows(connection):
                raise BackupRefusedError.with_code("restore-full", database=str(target))
            # Fails if another process has the database open.
            connection.execute("PRAGMA journal_mode=DELETE")
    except sqlite3.OperationalError as error:
        if error.sqlite_errorname.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
            raise BackupError.with_code("restore-server-runs", database=str(target)) from error
        _need_force(target, force, error)
    except sqlite3.DatabaseError as error:
        _need_force(target, force, error)


def _need_force(target: Path, force: bool, error: sqlite3.Error) -> None:
    """A database that cannot be read may have games."""
    if not force and os.path.getsize(target) > 0:
        raise BackupRefusedError.with_code("restore-full", database=str(target)) from error


def _has_rows(connection: sqlite3.Connection) -> bool:
    for name in COUNTED:
        with suppress(sqlite3.OperationalError):  # the table does not exist
            if connection.execute(f"SELECT 1 FROM {name} LIMIT 1").fetchone() is not None:
                return True
    return False


@contextmanager
def _opened(
    path: Path, *, read_only: bool = False, timeout_s: float = BUSY_TIMEOUT_S
) -> Iterator[sqlite3.Connection]:
    mode = "rw"
    if read_only:
        # Immutable: SQLite makes no files beside a backup, whose folder may be read-only.
        mode = "ro" if Path(f"{path}-wal").exists() else "ro&immutable=1"
    uri = f"{path.absolute().as_uri()}?mode={mode}"
    with closing(sqlite3.connect(uri, uri=True, timeout=timeout_s)) as connection:
        yield connection
