"""The part of the protocol buffer wire format that SBK files use: numbered fields, varints, bytes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from komadai.errors import BookError

if TYPE_CHECKING:
    from collections.abc import Iterator

VARINT: Final = 0
FIXED_64: Final = 1
BYTES: Final = 2
FIXED_32: Final = 5
_MAX_BYTES: Final = 10
"""The maximal length of a varint in bytes."""
_64: Final = (1 << 64) - 1


class Field(NamedTuple):
    """A field of a message: its number and, by its type, a number or the position of its bytes."""

    number: int
    type: int
    value: int
    """The unsigned value of a varint; otherwise the length."""
    start: int
    """The offset of the field, tag included."""
    at: int
    """The offset of its contents."""
    end: int


def fields(data: bytes, start: int, end: int) -> Iterator[Field]:
    """The fields of the message in these bytes. Raises BookError with the offset."""
    at = start
    while at < end:
        begin = at
        tag, at = varint(data, at, end)
        number, kind = tag >> 3, tag & 7
        if not 0 < number < 1 << 29:
            raise BookError(f"expected a field number of 1 to {(1 << 29) - 1}, got {number}", offset=begin)
        value = 0
        inside = at
        if kind == VARINT:
            value, at = varint(data, at, end)
        elif kind == BYTES:
            value, inside = varint(data, at, end)
            at = inside + value
        elif kind in (FIXED_64, FIXED_32):
            value = 8 if kind == FIXED_64 else 4
            at += value
        else:
            raise BookError(f"expected a field of type 0, 1, 2 or 5, got {kind}", offset=begin)
        if at > end:
            raise BookError(f"field {number} is cut off: it needs {at - end} more bytes", offset=begin)
        yield Field(number, kind, value, begin, inside, at)


def numbers(data: bytes, at: int, end: int, count: int) -> list[int] | None:
    """The values of the fields 1 to ``count`` if the message has only these, all varints; otherwise None.

    This is faster than :func:`fields`, for the most frequent messages.
    """
    values = [0] * count
    while at < end:
        tag = data[at]
        at += 1
        number = tag >> 3
        if tag & 7 or tag > 127 or not 0 < number <= count:
            return None
        value = shift = 0
        while True:
            if at >= end or shift > 63:
                return None
            byte = data[at]
            at += 1
            value |= (byte & 127) << shift
            if byte < 128:
                break
            shift += 7
        values[number - 1] = value & _64
    return values


def varint(data: bytes, at: int, end: int) -> tuple[int, int]:
    """The unsigned number at this offset, and the offset of its end. Raises BookError."""
    value = 0
    for count in range(_MAX_BYTES):
        if at + count >= end:
            raise BookError("a number is cut off", offset=at)
        byte = data[at + count]
        value |= (byte & 127) << 7 * count
        if byte < 128:
            return value & _64, at + count + 1
    raise BookError(f"expected a number of at most {_MAX_BYTES} bytes", offset=at)


def signed(value: int) -> int:
    """64 bits as a signed number."""
    return value - (1 << 64) if value >> 63 else value


def put_number(number: int, value: int) -> bytes:
    """A field with a number; negative numbers take ten bytes, as the format has it."""
    return put_varint(number << 3 | VARINT) + put_varint(value & _64)


def put_bytes(number: int, data: bytes) -> bytes:
    """A field with bytes, a text or a message."""
    return put_varint(number << 3 | BYTES) + put_varint(len(data)) + data


def put_varint(value: int) -> bytes:
    """A varint of an unsigned number."""
    parts = bytearray()
    while value > 127:
        parts.append(value & 127 | 128)
        value >>= 7
    parts.append(value)
    return bytes(parts)
