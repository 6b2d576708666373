"""Values of the wire's types: the smallest one, and those with something else at one place."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from msgspec import inspect

from komadai import Board
from komadai.server.positions.position import Position
from komadai.server.wire_text import WireText

SFEN = Board().sfen()
TEXTS = {"name": "x", "database": "here", "format": "kif", "engine": "slow"}
"""What a text field has that a call reads before its other fields."""
MAX_DEPTH = 8

Insert = Callable[[Any], Any]
"""Makes a whole value of the one at the place."""
Fits = Callable[[inspect.Type, str], bool]
"""Whether a value of this type, in a field of this name, is meant."""


def is_whole_number(kind: inspect.Type, _: str) -> bool:
    return isinstance(kind, inspect.IntType)


def is_sfen(kind: inspect.Type, _: str) -> bool:
    return isinstance(kind, inspect.CustomType) and kind.cls is Position


def plain(kind: inspect.Type, field: str = "") -> Any:
    """The smallest value of a type: without optional fields, with null where it may stand."""
    match kind:
        case inspect.Metadata(type=inner):
            return plain(inner, field)
        case inspect.UnionType(types=types):
            nullable = any(isinstance(each, inspect.NoneType) for each in types)
            return None if nullable else plain(types[0], field)
        case inspect.StructType(tag=tag, tag_field=tag_field, fields=fields):
            values = {
                each.encode_name: plain(each.type, each.encode_name) for each in fields if each.required
            }
            return values if tag_field is None else values | {tag_field: tag}
        case inspect.LiteralType(values=values):
            return values[0]
        case inspect.IntType(ge=least):
            return max(1, least or 0)
        case inspect.FloatType():
            return 1.0
        case inspect.BoolType():
            return False
        case inspect.StrType(min_length=least):
            return TEXTS.get(field, "a" * (least or 1))
        case inspect.ListType(item_type=item, min_length=least):
            return [plain(item)] * (least or 0)
        case inspect.DictType():
            return {}
        case inspect.CustomType(cls=cls) if issubclass(cls, WireText):
            return SFEN
    raise AssertionError(f"no value of {kind} is known")


def places(
    kind: inspect.Type, fits: Fits, field: str = "", depth: int = MAX_DEPTH
) -> Iterator[tuple[str, Insert]]:
    """Each place of a type where such a value may stand, such as ``.clock.main_ms``; what puts one there."""
    if depth == 0:
        return
    match kind:
        case inspect.Metadata(type=inner):
            yield from places(inner, fits, field, depth)
        case inspect.UnionType(types=types):
            for each in types:
                yield from places(each, fits, field, depth)
        case inspect.ListType(item_type=item):
            for where, insert in places(item, fits, field, depth - 1):
                yield f"[0]{where}", _in_list(insert)
        case inspect.DictType(value_type=inner):
            for where, insert in places(inner, fits, field, depth - 1):
                yield f"[a]{where}", _in_struct({}, "a", insert)
        case inspect.StructType(fields=fields):
            rest = plain(kind)
            for own in fields:
                for where, insert in places(own.type, fits, own.encode_name, depth - 1):
                    yield f".{own.encode_name}{where}", _in_struct(rest, own.encode_name, insert)
        case _ if fits(kind, field):
            yield "", _itself


def _itself(value: Any) -> Any:
    return value


def _in_list(insert: Insert) -> Insert:
    return lambda value: [insert(value)]


def _in_struct(rest: dict[str, Any], field: str, insert: Insert) -> Insert:
    return lambda value: rest | {field: insert(value)}
