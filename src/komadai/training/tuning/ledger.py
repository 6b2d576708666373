"""A file of JSON lines that only grows: the settings, then a line for each result.

Each line is flushed to the disk before it counts. A line that a kill cut off is removed when the file is
opened. Only one process may have the file open.
"""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any

from komadai.errors import FileError
from komadai.file_lock import Taken, lock

if TYPE_CHECKING:
    from pathlib import Path
    from types import TracebackType
    from typing import BinaryIO, Self


class LedgerError(FileError):
    """A ledger that is damaged, in use, or has results of other settings."""


class Ledger:
    """``entries`` are the lines after the settings, each a JSON object."""

    def __init__(self, path: Path, identity: dict[str, Any]) -> None:
        """Opens or makes the file. ``identity``: the settings, as values for JSON. Raises LedgerError,
        OSError."""
        self.path = path
        self.entries: list[dict[str, Any]] = []
        path.parent.mkdir(parents=True, exist_ok=True)
        self._file: BinaryIO = path.open("ab")
        try:
            lock(self._file.fileno())
            self._read(json.loads(json.dumps(identity)))
        except Taken:
            self._file.close()
            raise LedgerError(f"{path} is in use by another process") from None
        except BaseException:
            self._file.close()
            raise

    def add(self, entry: dict[str, Any]) -> None:
        """Stores a result. Raises OSError."""
        self._write(entry)
        self.entries.append(entry)

    def close(self) -> None:
        """Closes the file, which another process may open then."""
        self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _write(self, value: dict[str, Any]) -> None:
        self._file.write(json.dumps(value, separators=(",", ":")).encode() + b"\n")
        self._file.flush()
        os.fsync(self._file.fileno())

    def _read(self, identity: dict[str, Any]) -> None:
        data = self.path.read_bytes()
        whole = data.rfind(b"\n") + 1
        self._file.truncate(whole)
        lines = data[:whole].splitlines()
        if not lines:
            self._write(identity)
            return
        values = []
        for number, line in enumerate(lines, 1):
            try:
                value = json.loads(line)
            except ValueError:
                value = None
            if not isinstance(value, dict):
                raise LedgerError(f"{self.path}, line {number}: expected a JSON object")
            values.append(value)
        found = values[0]
        for key in {**found, **identity}:
            if found.get(key) != identity.get(key):
                raise LedgerError(
                    f"{self.path} has results of other settings: {key} was {found.get(key)!r} and is "
                    f"{identity.get(key)!r} now"
                )
        self.entries = values[1:]
