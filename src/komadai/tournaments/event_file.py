"""An event in a file: one act on a line, as JSON. Written whole, so that a full disk destroys nothing."""

from __future__ import annotations

from pathlib import Path

from komadai.atomic_file import appearing
from komadai.extras import extra
from komadai.messages import os_error_message
from komadai.tournaments.acts import Act, Created, check_act, decode_act, encode_act
from komadai.tournaments.core.tournament import Tournament
from komadai.tournaments.errors import EventError, EventFileError
from komadai.tournaments.log import replay

with extra("events"):
    import msgspec

LARGEST = 16 * 2**20
"""Bytes that are read at most."""


class EventFile:
    """The file of an event, with its log and its state."""

    def __init__(self, path: Path, log: list[Act]) -> None:
        self.path = path
        self.log: list[Act] = log
        self.event: Tournament = replay(log)

    @classmethod
    def create(cls, path: Path, created: Created, *acts: Act) -> EventFile:
        """A new file, with further acts. Raises EventError if there is one already, EventFileError if it
        cannot be written."""
        if path.exists():
            raise EventError.with_code("event-file-exists", path=str(path))
        for act in (created, *acts):
            check_act(act)
        file = cls(path, [created, *acts])
        file._write()
        return file

    @classmethod
    def open(cls, path: Path) -> EventFile:
        """Reads a file. Raises EventFileError, with the line, if it is damaged."""
        try:
            with path.open("rb") as stream:
                data = stream.read(LARGEST + 1)
        except OSError as error:
            raise EventFileError.with_code(
                "event-file-not-read", path=str(path), reason=os_error_message(error)
            ) from error
        log: list[Act] = []
        event: Tournament | None = None
        for number, line in enumerate(data[:LARGEST].splitlines(), 1):
            if not line.strip():
                continue
            try:
                act = decode_act(line)
                if (event is None) != isinstance(act, Created):
                    raise ValueError("the first line, and no other, is the announcement")
                if isinstance(act, Created):
                    event = replay([act])
                elif event is not None:
                    event.apply(act)
            except (msgspec.MsgspecError, ValueError, LookupError, AssertionError) as error:
                problem = str(error) or type(error).__name__
                raise EventFileError.with_code(
                    "event-file-damaged", path=str(path), line=number, problem=problem
                ) from error
            log.append(act)
        if event is None:
            raise EventFileError.with_code("event-file-damaged", path=str(path), line=1, problem="empty")
        return cls(path, log)

    def add(self, *acts: Act) -> None:
        """Stores acts together, then applies them. Raises EventFileError if they cannot be stored; nothing
        has changed then."""
        for act in acts:
            check_act(act)
        before = len(self.log)
        self.log += acts
        try:
            self._write()
        except EventError:
            del self.log[before:]
            raise
        for act in acts:
            self.event.apply(act)

    def _write(self) -> None:
        text = "".join(f"{encode_act(act)}\n" for act in self.log)
        try:
            with appearing(self.path, durable=True) as hidden:
                hidden.write_text(text, encoding="utf-8")
        except OSError as error:
            raise EventFileError.with_code(
                "event-file-not-written", path=str(self.path), reason=os_error_message(error)
            ) from error
