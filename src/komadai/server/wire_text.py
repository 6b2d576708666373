"""Texts on the wire that are read where a message is decoded, and the JSON of messages with such texts.

A field whose type is a subclass of WireText is a text in JSON. It is parsed where the message is decoded, so
that all code that gets the message sees the same value. For other types the hooks raise NotImplementedError,
as msgspec asks of them.
"""

from __future__ import annotations

from typing import Any, ClassVar, Final, TypeVar

import msgspec

T = TypeVar("T")


class WireText:
    """A text in a message, parsed when it is decoded. Two are equal if their texts are equal."""

    __slots__ = ("text",)
    max_length: ClassVar[int]
    """The maximum number of characters."""
    format: ClassVar[str]
    """The format in JSON schemas."""

    def __init__(self, text: str) -> None:
        self.text: Final = text

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and isinstance(other, WireText) and other.text == self.text

    def __hash__(self) -> int:
        return hash(self.text)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.text!r})"


def decode(message: bytes | str, kind: type[T]) -> T:
    """Decodes JSON as this type. Raises msgspec's errors."""
    return msgspec.json.decode(message, type=kind, dec_hook=received)


def encode(value: object) -> bytes:
    """The JSON of a value."""
    return msgspec.json.encode(value, enc_hook=sent)


def received(kind: Any, value: object) -> Any:
    """Decodes a field of a type that msgspec does not know: the ``dec_hook`` of decoders."""
    if not issubclass(kind, WireText):
        raise NotImplementedError(f"{kind} is no type of the wire")
    if not isinstance(value, str):
        raise TypeError(f"Expected `str`, got `{_KINDS.get(type(value), 'null')}`")
    if len(value) > kind.max_length:
        raise ValueError(f"Expected `str` of length <= {kind.max_length}")
    return kind(value)


def sent(value: object) -> str:
    """Encodes a value of a type that msgspec does not know: the ``enc_hook`` of encoders."""
    if isinstance(value, WireText):
        return value.text
    raise NotImplementedError(f"{type(value)} is no type of the wire")


def schema(kind: Any) -> dict[str, object]:
    """The JSON schema of a type that msgspec does not know: the ``schema_hook`` of schemas."""
    if not issubclass(kind, WireText):
        raise NotImplementedError(f"{kind} is no type of the wire")
    return {"type": "string", "format": kind.format, "maxLength": kind.max_length}


_KINDS: Final = {int: "int", float: "float", bool: "bool", list: "array", dict: "object"}
"""The names of the kinds of values in msgspec's messages."""
