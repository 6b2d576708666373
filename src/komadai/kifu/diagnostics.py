"""Warnings: the places where a record does not follow its format."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from komadai.errors import RecordError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from komadai.messages import Message

MAX_TEXT: Final = 200
"""A warning quotes at most this many characters of the record."""


class Deviation(NamedTuple):
    """A warning: one place where a record does not follow its format."""

    # A NamedTuple is created three times as fast as a dataclass; a hostile megabyte has hundreds of thousands
    # of warnings.

    line: int
    """From 1; 0 if the warning is about the whole record."""
    column: int
    """From 1; 0 if the warning is about the whole line or record."""
    text: str
    """The place in the record, cut to 200 characters."""
    message: Message
    """The error, the expected text, and the action of the reader: English; ``message.text("ja")`` is
    Japanese."""

    @property
    def code(self) -> str:
        """The code of the message, such as ``"variation-before-moves"``, for programs. It stays the same if
        the texts are reworded."""
        return self.message.code

    @property
    def params(self) -> Mapping[str, object]:
        """The values in the message by name: ``{"number": 12}``."""
        return self.message.params

    @property
    def action(self) -> str:
        """The action of the reader, as a code such as ``"left-out"``; may be empty."""
        return self.message.action

    def __str__(self) -> str:
        where = f"line {self.line}, column {self.column}: " if self.line else ""
        return f"{where}{self.message}{f': {self.text!r}' if self.text else ''}"


class Report:
    """Collects the warnings of a reader; in strict mode the first one is an error."""

    def __init__(
        self, *, strict: bool = False, keeps: bool = True, on_add: Callable[[Deviation], object] | None = None
    ) -> None:
        """With ``keeps=False`` the warnings of a game are deleted when it ends, because a million games may
        have many; the visitor receives them in any case. ``on_add`` is called with each warning at once."""
        self.strict = strict
        self._on_add = on_add
        self._keeps = keeps
        self.deviations: list[Deviation] = []
        self._returned = 0

    def add(self, message: Message, *, line: int = 0, column: int = 0, text: str = "") -> None:
        """Adds a warning. Raises RecordError in strict mode."""
        if len(text) > MAX_TEXT:
            text = text[: MAX_TEXT - 1] + "…"
        if self.strict:
            raise RecordError(message, line, column, text)
        deviation = Deviation(line, column, text, message)
        self.deviations.append(deviation)
        if self._on_add is not None:
            self._on_add(deviation)

    @property
    def has_news(self) -> bool:
        """Whether any warning was added since the last call of :meth:`since_last_game`."""
        return len(self.deviations) > self._returned

    def since_last_game(self) -> list[Deviation]:
        """The warnings added since the last call."""
        new = self.deviations[self._returned :]
        if self._keeps:
            self._returned = len(self.deviations)
        else:
            self.deviations.clear()
        return new
