"""Text for users, in both languages."""

from __future__ import annotations

from typing import Any

import msgspec


class Text(msgspec.Struct, frozen=True):
    """One text in English and in Japanese."""

    en: str
    ja: str

    def filled(self, **values: Any) -> Text:
        """Replaces ``{names}``. A value that is itself a Text is filled in by language."""
        english = {key: value.en if isinstance(value, Text) else value for key, value in values.items()}
        japanese = {key: value.ja if isinstance(value, Text) else value for key, value in values.items()}
        return Text(self.en.format(**english), self.ja.format(**japanese))
