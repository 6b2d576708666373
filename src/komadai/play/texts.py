"""Text for people, in both languages of the page."""

from __future__ import annotations

from typing import Any

import msgspec


class Words(msgspec.Struct, frozen=True):
    """One text in English and in Japanese."""

    en: str
    ja: str

    def filled(self, **values: Any) -> Words:
        """The text with ``{names}`` replaced; a value that is itself Words goes in by language."""
        english = {key: value.en if isinstance(value, Words) else value for key, value in values.items()}
        japanese = {key: value.ja if isinstance(value, Words) else value for key, value in values.items()}
        return Words(self.en.format(**english), self.ja.format(**japanese))
