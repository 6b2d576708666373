"""Reads and writes JSON with forks nested to any depth.

Python's json module reaches a depth of about a thousand levels, or less if the caller has used part of the
stack.
"""

from __future__ import annotations

import json
import re
from typing import Any, Final

_SPACE: Final = re.compile(r"[ \t\n\r]*")
_DECODE: Final = json.JSONDecoder().raw_decode
_ENCODE: Final = json.JSONEncoder(ensure_ascii=False).encode

_INSIDE: Final = {"records": "record", "line": "entry", "forks": "line"}
"""The kind of the elements of a list, by the kind of the list."""
_UNDER: Final = {("record", "moves"): "line", ("entry", "forks"): "forks"}
"""The kind of a value in an object, by the kind of the object and the name of the value."""


def loads(text: str) -> Any:
    """The value of a JSON text. Raises ValueError (JSONDecodeError) for invalid JSON, and RecursionError if
    anything but forks is nested too deeply."""
    try:
        return json.loads(text)
    except RecursionError:
        return _loads_deep(text)


def _loads_deep(text: str) -> Any:
    """As :func:`json.loads`, without recursion along moves and forks."""
    at = _skip(text, 0)
    kind = "records" if text.startswith("[", at) else "record"
    whole: list[Any] = []
    container: Any = whole
    key: str | None = None
    open_values: list[tuple[Any, str]] = []
    while True:
        # A value begins here: of the expected kind, or any other.
        value: Any
        opened = text.startswith("[" if kind in _INSIDE else "{", at) and kind != ""
        if opened:
            value = [] if kind in _INSIDE else {}
            at += 1
            open_values.append((value, kind))
        else:
            value, at = _DECODE(text, at)
        if key is None:
            container.append(value)
        else:
            container[key] = value
        at = _skip(text, at)
        # After it: the end of the list or object that it is in, or the next value.
        while open_values and text.startswith("]" if open_values[-1][1] in _INSIDE else "}", at):
            open_values.pop()
            at = _skip(text, at + 1)
            opened = False
        if not open_values:
            if at < len(text):
                raise json.JSONDecodeError("Extra data", text, at)
            return whole[0]
        container, container_kind = open_values[-1]
        if not opened:
            at = _expect(text, at, ",")
        if container_kind in _INSIDE:
            key, kind = None, _INSIDE[container_kind]
            continue
        name, end = _DECODE(text, at)
        if not isinstance(name, str):
            raise json.JSONDecodeError("Expecting property name", text, at)
        at = _expect(text, _skip(text, end), ":")
        key, kind = name, _UNDER.get((container_kind, name), "")


def _skip(text: str, at: int) -> int:
    """The index after blanks."""
    match = _SPACE.match(text, at)
    return match.end() if match else at


def _expect(text: str, at: int, sign: str) -> int:
    if not text.startswith(sign, at):
        raise json.JSONDecodeError(f"Expecting '{sign}'", text, at)
    return _skip(text, at + 1)


def dumps(header: dict[str, str], initial: dict[str, Any], moves: list[dict[str, Any]]) -> str:
    """A record as JSON in one line."""
    return f'{{"header": {_ENCODE(header)}, "initial": {_ENCODE(initial)}, "moves": {_line(moves)}}}'


def _line(entries: list[dict[str, Any]]) -> str:
    """A list of moves, without recursion along their forks."""
    parts: list[str] = []
    waiting: list[str | list[dict[str, Any]]] = [entries]
    while waiting:
        item = waiting.pop()
        if isinstance(item, str):
            parts.append(item)
            continue
        pieces: list[str | list[dict[str, Any]]] = ["["]
        for entry in item:
            pieces.append(", " if len(pieces) > 1 else "")
            if "forks" not in entry:
                pieces.append(_ENCODE(entry))
                continue
            rest = _ENCODE({name: value for name, value in entry.items() if name != "forks"})
            pieces.append(f'{rest[:-1]}{", " if len(entry) > 1 else ""}"forks": [')
            for number, fork in enumerate(entry["forks"]):
                pieces += [", " if number else "", fork]
            pieces.append("]}")
        pieces.append("]")
        waiting += reversed(pieces)
    return "".join(parts)
