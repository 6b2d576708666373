"""The file of a match: a line of JSON with the settings, then a line for each game.

A line that a crash cut off is removed when the file is opened again. The file stays empty until the first
game ends, so that a match that could not be played does not block the next one. Only one process may have the
file open.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from komadai.errors import FileError
from komadai.file_lock import Taken, lock
from komadai.match.task import Result

if TYPE_CHECKING:
    from types import TracebackType
    from typing import BinaryIO, Self

VERSION: Final = 1


class JournalError(FileError):
    """A journal that cannot be read, is in use, or belongs to another match."""


class OtherMatchError(JournalError):
    """A journal of a match with other settings."""

    exit_status = 2


class Journal:
    """The games of one match on disk. ``results`` are those that were there when it was opened."""

    def __init__(self, path: Path, settings: dict[str, Any], games: int | None = None) -> None:
        """Opens or makes the file.

        Raises JournalError if it has games of other settings, a game twice or a number above ``games``, or if
        another process writes to it; OSError.
        """
        self.path = path
        self.results: list[Result] = []
        self._games = games
        self._head = {"komadai_arena": VERSION, **settings}
        path.parent.mkdir(parents=True, exist_ok=True)
        # Truncate only after the lock: no other process writes then.
        self._file: BinaryIO = path.open("ab")
        try:
            lock(self._file.fileno())
            self._begun = path.stat().st_size > 0
            if self._begun:
                self._file.truncate(self._read(self._head))
        except Taken:
            self._file.close()
            raise JournalError(
                f"{path} is in use by another match; wait for its end, or take another folder"
            ) from None
        except BaseException:
            self._file.close()
            raise

    def add(self, result: Result) -> None:
        """Stores a game. Raises OSError."""
        if not self._begun:
            self._write(self._head)
            self._begun = True
        self._write(result.as_dict())

    def close(self) -> None:
        self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _write(self, facts: dict[str, Any]) -> None:
        self._file.write(json.dumps(facts, ensure_ascii=False, separators=(",", ":")).encode() + b"\n")
        self._file.flush()

    def _read(self, head: dict[str, Any]) -> int:
        """Reads the games in the file; returns the length of its complete lines."""
        data = self.path.read_bytes()
        whole = data.rfind(b"\n") + 1
        lines = data[:whole].splitlines()
        try:
            found = json.loads(lines[0])
        except (IndexError, ValueError):
            found = None
        if not isinstance(found, dict) or "komadai_arena" not in found:
            raise JournalError(f"{self.path} is not a journal of a match; nothing was changed")
        differing = _difference("", found, json.loads(json.dumps(head)))
        if differing is not None:
            key, was, now = differing
            raise OtherMatchError(
                f"{self.path} belongs to another match: {key} was {_short(was)} and is {_short(now)} now; "
                "take another folder, or remove it"
            )
        known: set[int] = set()
        for number, line in enumerate(lines[1:], 2):
            where = f"{self.path}, line {number}"
            try:
                result = Result.from_dict(json.loads(line))
            except (ValueError, KeyError, TypeError) as error:
                raise JournalError(f"{where}: expected a game: {error}") from None
            if result.number in known:
                raise JournalError(f"{where}: game {result.number} is there twice")
            if result.number < 1 or (self._games is not None and result.number > self._games):
                most = "" if self._games is None else f" to {self._games}"
                raise JournalError(f"{where}: expected a game from 1{most}, got {result.number}")
            known.add(result.number)
            self.results.append(result)
        return whole


def _difference(place: str, was: object, now: object) -> tuple[str, object, object] | None:
    """The first difference of two values of JSON: its place (``engines.2.options``), what was, what is."""
    if was == now:
        return None
    pairs: list[tuple[str, object, object]] = []
    if isinstance(was, dict) and isinstance(now, dict):
        pairs = [(str(key), was.get(key), now.get(key)) for key in {**was, **now}]
    elif isinstance(was, list) and isinstance(now, list) and len(was) == len(now):
        pairs = [(str(number), *both) for number, both in enumerate(zip(was, now, strict=True), 1)]
    for key, before, after in pairs:
        found = _difference(f"{place}.{key}" if place else key, before, after)
        if found is not None:
            return found
    return place, was, now


def _short(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 200 else text[:200] + "…"
