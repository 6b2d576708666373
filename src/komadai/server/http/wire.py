"""The wire types of all HTTP calls: errors, and a body without fields."""

from __future__ import annotations

import msgspec

from komadai.messages.text import Text
from komadai.tournaments import Result


class EmptyRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An empty body."""


class ErrorBody(msgspec.Struct, frozen=True, omit_defaults=True):
    """An error: its code, its text for the user, and the invalid field of the request."""

    code: str
    message: Text
    field: str | None
    standing: Result | None = None
    """The result that stands, for ``other_result``; missing if there is none."""
    lines: list[int] | None = None
    """The numbers of the wrong lines in a list of players, from 1."""


class ErrorAnswer(msgspec.Struct, frozen=True):
    """The answer of a call that failed."""

    error: ErrorBody
