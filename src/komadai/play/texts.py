"""Text for users, in both languages."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, Protocol

from komadai.errors import BookError, KomadaiError, NotationError, RecordError
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
        """What is wrong, where, and the text that was read there.

        Both languages are the same for an error whose message has no code.
        """
        if not isinstance(error, KomadaiError):
            return cls(str(error), str(error))
        japanese = error.message.text("ja")
        if isinstance(error, (NotationError, RecordError, BookError)):
            if error.text:
                japanese = f"{japanese}「{error.text}」"
            column = getattr(error, "column", None)
            place = f"{error.line}行目" if error.line else ""
            place += f"{column}文字目" if column else ""
            if isinstance(error, BookError) and error.offset is not None:
                place = f"{error.offset}バイト目"
            if place:
                japanese = f"{place}：{japanese}"
        return cls(str(error), japanese)

    def filled(self, **values: Any) -> Text:
        """Replaces ``{names}``. A value that is itself a Text is filled in by language."""
        english = {key: value.en if isinstance(value, Text) else value for key, value in values.items()}
        japanese = {key: value.ja if isinstance(value, Text) else value for key, value in values.items()}
        return Text(self.en.format(**english), self.ja.format(**japanese))
