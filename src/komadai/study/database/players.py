"""Names of players."""

from __future__ import annotations

import unicodedata


def folded(name: str) -> str:
    """The name for comparison: width, case and spaces at the ends do not matter.

    >>> folded("ＨＡＢＵ ") == folded("Habu")
    True
    """
    return unicodedata.normalize("NFKC", name).casefold().strip()
