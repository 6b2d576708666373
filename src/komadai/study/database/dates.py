"""Dates of games: reads those of records, and the limits of queries."""

from __future__ import annotations

import re
from datetime import date
from typing import Final

from komadai.errors import DatabaseError
from komadai.messages import Message

_IN_RECORD: Final = re.compile(r"\s*(\d{4})(?:\D{1,2}(\d{1,2})(?:\D{1,2}(\d{1,2}))?|(\d{2})(\d{2}))?(?!\d)")
"""2024/05/31, 2024年5月31日, 2024-05, 20240531; the time after it is not read."""
_LIMIT: Final = re.compile(r"(\d{4})(?:-(\d\d)(?:-(\d\d))?)?", re.ASCII)


def read_date(text: str) -> str | None:
    """The date of a header as ``2024-05-31``, ``2024-05`` or ``2024``; None if it cannot be read."""
    match = _IN_RECORD.match(text)
    if match is None:
        return None
    year, month, day = int(match[1]), int(match[2] or match[4] or 0), int(match[3] or match[5] or 0)
    if not 1 <= month <= 12:
        return f"{year:04}"
    if not 1 <= day <= 31:
        return f"{year:04}-{month:02}"
    return f"{year:04}-{month:02}-{day:02}"


def read_limit(text: str) -> str:
    """A limit of a query, unchanged: ``2024``, ``2024-05`` or ``2024-05-31``. Raises DatabaseError."""
    match = _LIMIT.fullmatch(text)
    try:
        if match is None:
            raise ValueError(text)
        date(int(match[1]), int(match[2] or 1), int(match[3] or 1))
    except ValueError:
        raise DatabaseError(Message("database-date", {"text": repr(text)})) from None
    return text


def after(limit: str) -> str:
    """A text that is greater than all dates within the limit: those of a year begin with the year."""
    return limit + "~"
