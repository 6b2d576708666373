"""The lock of the data folder: one server at a time.

Two servers would run separate clocks for the same games. The operating system holds the lock, so it
is released when the process ends.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from komadai.file_lock import Taken, lock
from komadai.messages import os_error_message
from komadai.server.errors import StartError


@contextmanager
def held(data_dir: Path, url: str) -> Iterator[int]:
    """Locks the folder for the server at this address. Yields the descriptor that holds the lock.

    A child process that inherits the descriptor holds the lock, too.
    Raises StartError with the address of the other server if it is locked already.
    """
    path = data_dir / "server.lock"
    try:
        data_dir.mkdir(parents=True, exist_ok=True, mode=0o700)
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise StartError.with_code(
            "data-folder-unusable", path=str(data_dir), reason=os_error_message(error)
        ) from error
    with os.fdopen(descriptor, "r+b", buffering=0) as file:
        try:
            lock(file.fileno())
        except Taken:
            other = file.read(200).decode("utf-8", "replace").strip()
            if other.startswith("http"):
                raise StartError.with_code("data-folder-taken-at", path=str(data_dir), url=other) from None
            raise StartError.with_code("data-folder-taken", path=str(data_dir)) from None
        file.truncate(0)
        file.write(url.encode())
        try:
            yield file.fileno()
        finally:
            with suppress(OSError):
                file.truncate(0)
