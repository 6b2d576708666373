"""What in a record is not as its format has it: told, never swallowed."""

from __future__ import annotations

from typing import Final, NamedTuple

from komadai.errors import RecordError

LONGEST_TEXT: Final = 200
"""Of what stands in the record, a deviation quotes so many characters at most."""


class Deviation(NamedTuple):
    """One place where a record is not as its format has it."""

    # A tuple, as it is made in a third of the time: a hostile megabyte has hundreds of thousands.

    line: int
    """From 1; 0 if the record as a whole is meant."""
    column: int
    """From 1; 0 if the line, or the record, as a whole is meant."""
    text: str
    """What stands there, cut to 200 characters."""
    message: str
    """What is wrong, what was expected, what was made of it."""

    def __str__(self) -> str:
        where = f"line {self.line}, column {self.column}: " if self.line else ""
        return f"{where}{self.message}{f': {self.text!r}' if self.text else ''}"


class Report:
    """Collects deviations; in strict mode the first one is an error."""

    def __init__(self, *, strict: bool = False, keeps: bool = True) -> None:
        """With ``keeps=False`` a deviation is forgotten when its game is over: a million games may have
        many. Their visitors are told of them."""
        self.strict = strict
        self._keeps = keeps
        self.deviations: list[Deviation] = []
        self._told = 0

    def add(self, message: str, *, line: int = 0, column: int = 0, text: str = "") -> None:
        """Notes a deviation. Raises RecordError in strict mode."""
        if len(text) > LONGEST_TEXT:
            text = text[: LONGEST_TEXT - 1] + "…"
        if self.strict:
            raise RecordError(message, line, column, text)
        self.deviations.append(Deviation(line, column, text, message))

    @property
    def has_news(self) -> bool:
        """Whether any deviation was noted since :meth:`since_last_game` was asked."""
        return len(self.deviations) > self._told

    def since_last_game(self) -> list[Deviation]:
        """The deviations noted since this was last asked."""
        new = self.deviations[self._told :]
        if self._keeps:
            self._told = len(self.deviations)
        else:
            self.deviations.clear()
        return new
