"""Text for users, in both languages."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, Protocol

from komadai.errors import error_in_japanese
from komadai.extras import extra

with extra("events"):
    import msgspec

if TYPE_CHECKING:
    from typing import Self


class Translated(Protocol):
    """A value with a text in each language: a Message, an Infraction, a Termination."""

    def text(self, language: Literal["en", "ja"], /) -> str:
        """The text in English or Japanese."""
        ...


class Text(msgspec.Struct, frozen=True):
    """One text in English and in Japanese."""

    en: str
    ja: str

    @classmethod
    def of(cls, source: Translated) -> Self:
        """The texts of a Message, an Infraction, a Termination."""
        return cls(source.text("en"), source.text("ja"))

    @classmethod
    def of_error(cls, error: Exception) -> Self:
        """Makes the text of an error, its place, and the text that was read there.

        Both languages are the same for an error whose message has no code.
        """
        return cls(str(error), error_in_japanese(error))

    def filled(self, **values: Any) -> Text:
        """Replaces ``{names}``. A value that is itself a Text is filled in by language."""
        english = {key: value.en if isinstance(value, Text) else value for key, value in values.items()}
        japanese = {key: value.ja if isinstance(value, Text) else value for key, value in values.items()}
        return Text(self.en.format(**english), self.ja.format(**japanese))
