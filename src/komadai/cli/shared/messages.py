"""What a command tells about records: warnings and errors, each with its place."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from komadai.errors import RecordError

if TYPE_CHECKING:
    from komadai.kifu import Deviation


@dataclass(frozen=True, slots=True)
class Note:
    """A warning or an error, and where it belongs."""

    file: str
    game: int
    """From 1; 0 if the file as a whole is meant."""
    line: int
    column: int
    text: str
    message: str

    @classmethod
    def of_error(cls, file: str, game: int, error: Exception) -> Note:
        """What came in the way of reading a file, or one of its games."""
        if isinstance(error, RecordError):
            return cls(file, game, error.line, error.column, error.text, error.reason)
        if isinstance(error, OSError):
            return cls(file, game, 0, 0, "", f"cannot be read: {error.strerror or error}")
        return cls(file, game, 0, 0, "", str(error))

    @classmethod
    def of_deviation(cls, file: str, game: int, deviation: Deviation) -> Note:
        """Where a record is not as its format has it."""
        return cls(file, game, deviation.line, deviation.column, deviation.text, deviation.message)

    def __str__(self) -> str:
        where = [self.file]
        if self.game > 1:
            where.append(f"game {self.game}")
        if self.line:
            where.append(f"line {self.line}, column {self.column}" if self.column else f"line {self.line}")
        return printable(": ".join([*where, self.message, *([repr(self.text)] if self.text else [])]))


def printable(text: str) -> str:
    """The text in one line: what stands in a file or its name must not steer the terminal."""
    return "".join(each if each.isprintable() else "\ufffd" for each in text)


def counted(count: int, name: str) -> str:
    """``1 game``, ``2,130 games``."""
    return f"{count:,} {name}{'' if count == 1 else 's'}"
