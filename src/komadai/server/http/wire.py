"""Wire types of errors that HTTP calls answer with."""

from __future__ import annotations

import msgspec

from komadai.play.texts import Text


class ErrorBody(msgspec.Struct, frozen=True):
    code: str
    message: Text
    field: str | None


class ErrorAnswer(msgspec.Struct, frozen=True):
    error: ErrorBody
