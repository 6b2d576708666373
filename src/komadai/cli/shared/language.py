"""The language of the command line: ``--lang``, else ``KOMADAI_LANG``, else the system's locale."""

from __future__ import annotations

import os
from contextlib import contextmanager
from enum import StrEnum
from typing import TYPE_CHECKING, Final, TypeVar

from komadai.errors import KomadaiError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_Function = TypeVar("_Function", bound="Callable[..., object]")


class Language(StrEnum):
    """The languages of the command line."""

    EN = "en"
    JA = "ja"


OPTION: Final = "--lang"
VARIABLE: Final = "KOMADAI_LANG"
_selected: Language | None = None
"""The value of ``--lang``; None if it was not given."""


def current_language() -> Language:
    """The language in which a command writes.

    The environment is read as gettext reads it: ``ja…`` is Japanese, everything else English.
    """
    if _selected is not None:
        return _selected
    for name in (VARIABLE, "LC_ALL", "LC_MESSAGES", "LANG"):
        if value := os.environ.get(name):
            return Language.JA if value.startswith("ja") else Language.EN
    return Language.EN


def localized(english: str, japanese: str) -> str:
    """The text in the current language."""
    return japanese if current_language() is Language.JA else english


def japanese_help(text: str) -> Callable[[_Function], _Function]:
    """Decorator of a command: its help in Japanese. The docstring is the help in English."""

    def decorate(function: _Function) -> _Function:
        if current_language() is Language.JA:
            function.__doc__ = text
        return function

    return decorate


def select_early(arguments: list[str]) -> None:
    """Selects the language of ``--lang`` for the rest of the process, if it is given and valid.

    To be called before the commands are imported, because their help texts are made then.
    """
    global _selected
    try:
        _selected = _take_option(arguments)[0]
    except KomadaiError:  # reported by ``selected``
        return


@contextmanager
def selected(arguments: list[str]) -> Iterator[list[str]]:
    """Applies ``--lang`` and gives the other arguments. Raises KomadaiError for an unknown language."""
    global _selected
    before = _selected
    language, rest = _take_option(arguments)
    _selected = language or before
    try:
        yield rest
    finally:
        _selected = before


def _take_option(arguments: list[str]) -> tuple[Language | None, list[str]]:
    """The last ``--lang X`` or ``--lang=X`` before ``--``, and the arguments without it."""
    language: Language | None = None
    rest: list[str] = []
    words = iter(arguments)
    for word in words:
        if word == "--":
            return language, [*rest, word, *words]
        name, equals, value = word.partition("=")
        if name != OPTION:
            rest.append(word)
            continue
        if not equals:
            value = next(words, "")
        if value not in list(Language):
            message = (
                f"{OPTION}: expected en or ja, got {value!r}" if value else f"{OPTION}: expected en or ja"
            )
            raise KomadaiError(message)
        language = Language(value)
    return language, rest
