"""Reads a TOML table as the settings of a dataclass, with errors that name the key."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from typing import TYPE_CHECKING, Any, TypeVar, get_args, get_origin, get_type_hints

from komadai.errors import FileError, KomadaiError

if TYPE_CHECKING:
    from collections.abc import Mapping

T = TypeVar("T")

_NAMES = {int: "a whole number", float: "a number", str: "a text", bool: "true or false", dict: "a table"}


class ConfigError(FileError):
    """A configuration with an unknown key, or with a value of the wrong type."""


def read_table(kind: type[T], table: Mapping[str, Any], where: str) -> T:
    """Makes an object of a dataclass from a table; keys that are missing have the default.

    Fields may be numbers, texts, booleans, tuples and dicts of these, or dataclasses, which are tables of
    their own. Raises ConfigError, and what the dataclass raises for values out of range.
    """
    types = get_type_hints(kind)
    names = [each.name for each in fields(kind)]  # type: ignore[arg-type]
    values = {}
    for key, value in table.items():
        if key not in names:
            raise ConfigError(f"{where}: unknown key {key!r}; expected one of {', '.join(names)}")
        values[key] = _value(types[key], value, f"{where}.{key}")
    try:
        return kind(**values)
    except TypeError as error:  # a key without a default is missing
        raise ConfigError(f"{where}: {str(error).partition(') ')[2] or error}") from None
    except KomadaiError as error:
        raise ConfigError(f"{where}: {error}") from None


def _value(kind: Any, value: Any, where: str) -> Any:
    options = [each for each in get_args(kind) if each is not type(None)] if _is_optional(kind) else [kind]
    kind = options[0]
    if is_dataclass(kind):
        if not isinstance(value, dict):
            raise ConfigError(f"{where}: expected a table, got {value!r}")
        return read_table(kind, value, where)  # type: ignore[arg-type]
    origin = get_origin(kind)
    if origin is tuple:
        if not isinstance(value, list):
            raise ConfigError(f"{where}: expected a list, got {value!r}")
        return tuple(_value(get_args(kind)[0], each, where) for each in value)
    if origin is dict:
        if not isinstance(value, dict):
            raise ConfigError(f"{where}: expected a table, got {value!r}")
        return {key: _value(get_args(kind)[1], each, f"{where}.{key}") for key, each in value.items()}
    if kind is float and isinstance(value, int) and not isinstance(value, bool):
        return float(value)
    if type(value) is not kind:
        raise ConfigError(f"{where}: expected {_NAMES.get(kind, kind.__name__)}, got {value!r}")
    return value


def _is_optional(kind: Any) -> bool:
    return type(None) in get_args(kind)
