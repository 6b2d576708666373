"""Readings in texts: ``駒《こま》``; ``｜`` begins a word that has kana too, ``｜打ち歩《うちふ》``."""

from __future__ import annotations

import re
from typing import Final

READING: Final = re.compile(r"(?:｜([^《》｜]+)|([々一-鿿]+))《([^》]+)》")
"""A word, or kanji, and the reading."""


def without_readings(text: str) -> str:
    """The text with its kanji alone.

    >>> without_readings("駒《こま》を動《うご》かす")
    '駒を動かす'
    """
    return READING.sub(lambda found: found[1] or found[2], text)


def split_readings(text: str) -> list[tuple[str, str]]:
    """The text as parts with their reading, which is empty for what has none.

    >>> split_readings("駒《こま》を")
    [('駒', 'こま'), ('を', '')]
    """
    parts: list[tuple[str, str]] = []
    end = 0
    for found in READING.finditer(text):
        if found.start() > end:
            parts.append((text[end : found.start()], ""))
        parts.append((found[1] or found[2], found[3]))
        end = found.end()
    return [*parts, *([(text[end:], "")] if end < len(text) else [])]
