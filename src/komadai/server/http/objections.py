"""Texts about wrong values in a request, in English and Japanese."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any, Final

import msgspec
from msgspec import inspect

from komadai.messages.text import Text

_KINDS: Final = {
    "int": "整数",
    "float": "数値",
    "str": "文字列",
    "bool": "trueかfalse",
    "array": "リスト",
    "object": "オブジェクト",
    "null": "null",
}
"""The kinds of values in msgspec's messages."""
_COMPARED: Final = {">=": "以上の", "<=": "以下の", ">": "より大きい", "<": "より小さい"}
_LENGTHS: Final = {">=": "以上", "<=": "以下", "==": "ちょうど"}


def one_of(field: str, choices: Iterable[object]) -> Text:
    """The value of a field is none of these."""
    names = [str(each) for each in choices]
    return Text(
        f"{field}: expected one of {', '.join(names)}",
        f"「{field}」は次のどれかにしてください：{'、'.join(names)}",
    )


def whole_number(field: str, minimum: int, maximum: int) -> Text:
    """A number is not between these."""
    return Text(
        f"{field}: expected a whole number from {minimum} to {maximum}",
        f"「{field}」は{minimum}から{maximum}までの整数にしてください",
    )


def at_most_characters(field: str, limit: int) -> Text:
    """A text is too long."""
    return Text(
        f"{field}: expected at most {limit} characters", f"「{field}」は{limit}文字以内にしてください"
    )


def invalid_value(error: msgspec.ValidationError, kind: Any) -> tuple[str | None, Text]:
    """The field that a decoder of the type ``kind`` refuses, and why."""
    why, _, where = str(error).partition(" - at `$")
    field = where.strip("`.") or _field_in(why)
    english = f"{field}: {why}" if field else why
    return field, Text(english, _japanese(why, where.strip("`."), kind))


def bad_json(error: Exception) -> Text:
    """Why a text is no JSON."""
    english = str(error) or "too deep"
    if found := re.search(r"\(byte (\d+)\)", english):
        return Text(english, f"{found[1]}バイト目に誤りがあります")
    if isinstance(error, RecursionError):
        return Text(english, "入れ子が深すぎます")
    if "truncated" in english:
        return Text(english, "途中で終わっています")
    if isinstance(error, UnicodeError):
        return Text(english, "文字コードが正しくありません")
    return Text(english, "形式に誤りがあります")


def _japanese(why: str, where: str, kind: Any) -> str:
    subject = f"「{where}」は" if where else ""
    for pattern, say in _SENTENCES:
        if found := pattern.fullmatch(why):
            return say(found, subject)
    if re.match("Invalid (enum )?value ", why):
        choices = _choices(kind, where)
        if choices:
            return f"{subject}次のどれかにしてください：{'、'.join(map(str, choices))}"
        return f"{subject}使えない値です"
    return f"{subject}形式が正しくありません"


def _kinds(names: str) -> str:
    """``int | null`` in Japanese."""
    return "か".join(_KINDS.get(each, each) for each in names.split(" | "))


def _of_length(found: re.Match[str], subject: str) -> str:
    kind, compared, number = found.groups()
    unit = {"str": "文字", "array": "個"}.get(kind, "項目")
    size = f"ちょうど{number}{unit}" if compared == "==" else f"{number}{unit}{_LENGTHS[compared]}"
    return f"{subject}{size}にしてください"


_SENTENCES: Final[tuple[tuple[re.Pattern[str], Callable[[re.Match[str], str], str]], ...]] = (
    (re.compile(r"Object missing required field `(.+)`"), lambda found, _: f"「{found[1]}」がありません"),
    (
        re.compile(r"Object contains unknown field `(.+)`"),
        lambda found, _: f"「{found[1]}」という項目は使えません",
    ),
    (re.compile(r"Expected `(\w+)` of length (>=|<=|==) (\d+)"), _of_length),
    (
        re.compile(r"Expected `(\w+)` (>=|<=|>|<) (-?[\d.e+]+)"),
        lambda found, subject: (
            f"{subject}{found[3].removesuffix('.0')}{_COMPARED[found[2]]}{_kinds(found[1])}にしてください"
        ),
    ),
    (
        re.compile(r"Expected `([\w |]+)`, got `.+`"),
        lambda found, subject: f"{subject}{_kinds(found[1])}にしてください",
    ),
)
"""The sentences of msgspec, and what they are in Japanese."""


def _choices(kind: Any, where: str) -> tuple[Any, ...]:
    """The values that may stand at a place such as ``clock.periods`` or ``moves[3]``; empty if any may."""
    found: list[inspect.Type] = [inspect.type_info(kind)]
    for step in re.findall(r"[^.\[\]]+|\[[^\]]*\]", where):
        found = [inner for each in found for inner in _inside(each, step)]
    return tuple(
        value
        for each in _parts(found)
        for value in (each.values if isinstance(each, inspect.LiteralType) else ())
    )


def _parts(types: Iterable[inspect.Type]) -> Iterable[inspect.Type]:
    """The types, unions and annotations taken apart."""
    for each in types:
        if isinstance(each, inspect.UnionType):
            yield from _parts(each.types)
        elif isinstance(each, inspect.Metadata):
            yield from _parts([each.type])
        else:
            yield each


def _inside(outer: inspect.Type, step: str) -> Iterable[inspect.Type]:
    """The types of the values at one step inside this type."""
    for each in _parts([outer]):
        if isinstance(each, inspect.StructType):
            if step == each.tag_field:
                yield inspect.LiteralType((each.tag,))
            yield from (field.type for field in each.fields if field.encode_name == step)
        elif isinstance(each, inspect.DictType):
            yield each.value_type
        elif isinstance(each, inspect.ListType | inspect.VarTupleType):
            yield each.item_type


def _field_in(why: str) -> str | None:
    """The field in a message of msgspec such as "Object contains unknown field `x`"."""
    parts = why.split("`")
    return parts[1] if len(parts) == 3 and why.startswith("Object ") else None
