"""The texts of events that people type, as they are stored."""

from __future__ import annotations

from typing import Final, TypeVar

import msgspec

from komadai.messages.text import Text
from komadai.server.errors import ApiError
from komadai.server.people.visible_text import visible_line

FIELDS: Final = ("name", "club", "place", "date", "title", "reason", "text")

Typed = TypeVar("Typed", bound=msgspec.Struct)


def visible(value: Typed) -> Typed:
    """A new event or a command with its texts as one line each, without anything invisible.

    Raises ApiError for a text that is longer than allowed afterwards, since one character may become several.
    """
    texts = {field: visible_line(getattr(value, field)) for field in FIELDS if hasattr(value, field)}
    if all(getattr(value, field) == text for field, text in texts.items()):
        return value
    changed = msgspec.structs.replace(value, **texts)
    for field, text in texts.items():
        if getattr(value, field).strip() and not text:
            raise _unfit(field)
    try:
        msgspec.convert(msgspec.to_builtins(changed), type(value))
    except msgspec.ValidationError as error:
        raise _unfit(str(error).rpartition("$.")[2].rstrip("`")) from error
    return changed


def _unfit(field: str) -> ApiError:
    why = Text(
        f"{field}: expected visible characters, not more than the field holds",
        f"{field}：長すぎるか、見えない文字が含まれています",
    )
    return ApiError("invalid", field, why=why)
