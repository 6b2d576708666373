"""The error of a command that is refused: a code with its text in both languages, and values that fill it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from komadai.errors import KomadaiError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from komadai.messages.text import Text


class Refusal(KomadaiError):
    """A command is refused; nothing has changed.

    ``code`` is a key of ``texts``, ``values`` are filled into its text.
    """

    texts: ClassVar[Mapping[str, Text]]

    def __init__(self, code: str, **values: Any) -> None:
        super().__init__(code, values)
        self.code = code
        self.values = values

    @property
    def text(self) -> Text:
        """The sentence shown to whom it is refused."""
        return self.texts[self.code].filled(**self.values)

    def __str__(self) -> str:
        return f"{self.code}: {self.text.en}"
