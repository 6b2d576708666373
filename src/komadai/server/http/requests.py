"""Reads the body and the query parameters of a request for handlers."""

from __future__ import annotations

from typing import Any, Final, TypeVar

import msgspec
from litestar import Request

from komadai.server import wire_text
from komadai.server.errors import ApiError
from komadai.server.http import objections

T = TypeVar("T")
AnyRequest = Request[Any, Any, Any]

MAX_ROW_ID: Final = 2**31 - 1
"""The largest number of a row: an ``INTEGER`` of PostgreSQL has 32 bits."""
_MAX_DIGITS: Final = 19


def decoded(body: bytes, kind: type[T]) -> T:
    """Decodes JSON as this type. Raises ApiError with the invalid field."""
    try:
        return wire_text.decode(body, kind)
    except msgspec.ValidationError as error:
        field, why = objections.invalid_value(error, kind)
        raise ApiError("invalid", field, why=why) from error
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise ApiError("bad_json", why=objections.bad_json(error)) from error


def number(name: str, text: str, min_value: int, max_value: int) -> int:
    """A number of a query parameter. Raises ApiError with the parameter's name."""
    is_number = text.isascii() and text.isdecimal() and len(text) <= _MAX_DIGITS
    if is_number and min_value <= int(text) <= max_value:
        return int(text)
    raise ApiError("invalid", name, why=objections.whole_number(name, min_value, max_value))


def row_id(text: str) -> int:
    """The number of a row in a path. Raises ApiError ``not_found`` for a text that is the number of none."""
    try:
        return number("id", text, 1, MAX_ROW_ID)
    except ApiError as error:
        raise ApiError("not_found") from error
