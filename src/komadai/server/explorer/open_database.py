"""A game database that several threads share."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from threading import Lock
from typing import TypeVar

from komadai.study import Database

T = TypeVar("T")


class OpenDatabase:
    """A database that is opened when it is first used. One thread at a time uses it."""

    def __init__(self, path: Path, *, create: bool) -> None:
        self._path = path
        self._create = create
        self._lock = Lock()
        self._database: Database | None = None

    @property
    def exists(self) -> bool:
        """Whether there is such a folder."""
        return self._path.is_dir()

    def call(self, work: Callable[[Database], T]) -> T:
        """Calls ``work`` with the database. Raises DatabaseError."""
        with self._lock:
            if self._database is None:
                self._database = Database(self._path, create=self._create)
            return work(self._database)

    def close(self) -> None:
        """Closes the files."""
        with self._lock:
            if self._database is not None:
                self._database.close()
                self._database = None
