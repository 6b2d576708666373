"""Warnings and errors about records, each with its place."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from komadai.cli.shared.errors import error_text
from komadai.cli.shared.language import current_language, localized
from komadai.errors import RecordError
from komadai.messages import text_in

if TYPE_CHECKING:
    from komadai.kifu import Deviation


@dataclass(frozen=True, slots=True)
class Note:
    """A warning or an error with its place."""

    file: str
    game: int
    """From 1; 0 for the file as a whole."""
    line: int
    column: int
    text: str
    message: str

    @classmethod
    def of_error(cls, file: str, game: int, error: Exception) -> Note:
        """The error that stopped the reading of a file or of one of its games."""
        if isinstance(error, RecordError):
            return cls(file, game, error.line, error.column, error.text, in_language(error.reason))
        if isinstance(error, OSError):
            return cls(
                file,
                game,
                0,
                0,
                "",
                localized(f"cannot be read: {error_text(error)}", f"読み込めません：{error_text(error)}"),
            )
        return cls(file, game, 0, 0, "", error_text(error))

    @classmethod
    def of_deviation(cls, file: str, game: int, deviation: Deviation) -> Note:
        """The warning for a place where a record does not follow its format."""
        return cls(
            file, game, deviation.line, deviation.column, deviation.text, in_language(deviation.message)
        )

    def __str__(self) -> str:
        where = [self.file]
        if self.game > 1:
            where.append(localized(f"game {self.game}", f"{self.game}局目"))
        if self.line:
            line = localized(f"line {self.line}", f"{self.line}行")
            where.append(
                line + (localized(f", column {self.column}", f"{self.column}桁") if self.column else "")
            )
        return printable(
            localized(": ", "：").join([*where, self.message, *([repr(self.text)] if self.text else [])])
        )


def printable(text: str) -> str:
    """The text in one line, without control characters, so that a file cannot control the terminal."""
    return "".join(each if each.isprintable() else "\ufffd" for each in text)


def in_language(message: str) -> str:
    """A message of a record in the current language."""
    return text_in(message, current_language().value)


def counted(count: int, name: str) -> str:
    """``1 game``, ``2,130 games``; in Japanese ``2,130局``. ``name`` is the English singular."""
    return localized(f"{count:,} {name}{'' if count == 1 else 's'}", f"{count:,}{_COUNTERS.get(name, '件')}")


_COUNTERS: Final = {
    "game": "局", "position": "局面", "move": "手", "file": "ファイル", "problem": "題", "node": "局面",
    "opening": "開始局面", "pair": "組", "core": "コア",
}  # fmt: skip
"""Japanese counters."""
