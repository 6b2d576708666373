"""The locks of the data folder and of an SQLite file: one server at a time.

Two servers would run separate clocks for the same games. The operating system holds a lock, so it is released
when the process ends.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final, NamedTuple

from komadai.file_lock import Taken, lock
from komadai.messages import os_error_message
from komadai.server.errors import StartError


class _Codes(NamedTuple):
    """The codes of what may be wrong with a lock."""

    unusable: str
    taken: str
    taken_at: str


_FOLDER: Final = _Codes("data-folder-unusable", "data-folder-taken", "data-folder-taken-at")
_DATABASE: Final = _Codes("database-unusable", "database-taken", "database-taken-at")


@contextmanager
def held(data_dir: Path, url: str) -> Iterator[int]:
    """Locks the folder for the server at this address. Yields the descriptor that holds the lock.

    A child process that inherits the descriptor holds the lock, too.
    Raises StartError with the address of the other server if it is locked already.
    """
    with _locked(data_dir / "server.lock", url, data_dir, _FOLDER) as descriptor:
        yield descriptor


@contextmanager
def database_held(file: Path, url: str) -> Iterator[int]:
    """Locks an SQLite database, which servers with different data folders may name. Otherwise as `held`.

    The lock is a file beside the database: SQLite replaces and locks its own files.
    """
    path = Path(os.path.realpath(file))  # one lock for all names of the file
    with _locked(path.with_name(f"{path.name}.lock"), url, path, _DATABASE) as descriptor:
        yield descriptor


@contextmanager
def _locked(path: Path, url: str, thing: Path, codes: _Codes) -> Iterator[int]:
    """Locks the file at ``path``. Errors have one of these codes, and name the ``thing``."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise _unusable(codes, thing, error) from error
    with os.fdopen(descriptor, "r+b", buffering=0) as file:
        try:
            lock(file.fileno())
        except Taken:
            other = file.read(200).decode("utf-8", "replace").strip()
            if other.startswith("http"):
                raise StartError.with_code(codes.taken_at, path=str(thing), url=other) from None
            raise StartError.with_code(codes.taken, path=str(thing)) from None
        try:
            file.truncate(0)
            file.write(url.encode())
        except OSError as error:
            raise _unusable(codes, thing, error) from error
        try:
            yield file.fileno()
        finally:
            with suppress(OSError):
                file.truncate(0)


def _unusable(codes: _Codes, thing: Path, error: OSError) -> StartError:
    return StartError.with_code(codes.unusable, path=str(thing), reason=os_error_message(error))
