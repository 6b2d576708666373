"""The SHA-256 of a backup, in a file beside it, as ``sha256sum`` writes and checks it.

SQLite notices damage of its structure, but not of a text or a number in it.
"""

from __future__ import annotations

import hashlib
import os
import re
from pathlib import Path

from komadai.atomic_file import NewFile
from komadai.messages import os_error_message
from komadai.server.errors import BackupError


def file_of(backup: Path) -> Path:
    """The file with the checksum of this backup."""
    return Path(f"{backup}.sha256")


def computed(path: Path) -> str:
    """The SHA-256 of a file, in hexadecimal digits. Raises OSError."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def stored(backup: Path) -> str | None:
    """The checksum beside a backup; None if there is no such file. Raises BackupError if it has none."""
    path = file_of(backup)
    try:
        with path.open("rb") as file:
            found = re.match(rb"([0-9a-f]{64})\b", file.read(65))
    except FileNotFoundError:
        return None
    except OSError as error:
        raise BackupError.with_code(
            "backup-not-read", path=str(path), reason=os_error_message(error)
        ) from error
    if found is None:
        raise BackupError.with_code("backup-no-checksum", path=str(path))
    return found[1].decode()


def check(backup: Path) -> str | None:
    """Compares a backup with the checksum beside it, and returns that; None if there is none.

    Raises BackupError if they differ.
    """
    expected = stored(backup)
    if expected is None:
        return None
    try:
        if computed(backup) == expected:
            return expected
    except OSError as error:
        raise BackupError.with_code(
            "backup-not-read", path=str(backup), reason=os_error_message(error)
        ) from error
    raise BackupError.with_code("backup-changed", path=str(backup), checksum=str(file_of(backup)))


def remove(backup: Path) -> None:
    """Removes the checksum of an earlier backup. Raises OSError, and BackupError for any other file."""
    if stored(backup) is not None:
        file_of(backup).unlink(missing_ok=True)


def store(backup: Path, checksum: str) -> None:
    """Writes the checksum beside the backup; only its owner can read it. Raises OSError."""
    new = NewFile(file_of(backup), durable=True)
    try:
        with open(os.open(new.hidden, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "wb") as file:
            file.write(f"{checksum}  ".encode() + os.fsencode(backup.name) + b"\n")
        new.show()
    finally:
        new.discard()
