"""The fields of settings as options, made when a command is called or its help is shown: the settings need
packages whose import would slow every command."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Sequence
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, get_args

import typer

from komadai.cli.shared.language import localized

if TYPE_CHECKING:
    from komadai.tournaments.core.settings import Field


def with_options(
    function: Callable[..., None], file: str, options: Sequence[inspect.Parameter]
) -> Callable[..., None]:
    """The function as a command with the argument FILE, whose help is ``file``, and these options."""
    kind = Annotated[Path, typer.Argument(metavar="FILE", help=file)]
    first = inspect.Parameter("file", inspect.Parameter.POSITIONAL_OR_KEYWORD, annotation=kind)
    parameters = [first, *options]
    function.__annotations__ = {each.name: each.annotation for each in parameters}
    # Typer reads the options from the signature; typeshed has no such attribute for functions.
    function.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    return function


def parameter(field: Field) -> inspect.Parameter:
    """The option of a field, as a parameter that Typer reads."""
    option = field.option
    kind, default = field.type, field.default
    if option.sets is not None:
        kind, default = bool, False
    elif kind not in (int, str):
        kind = choice(field.name, get_args(kind))
    declared = typer.Option(
        option.name,
        help=localized(option.english, option.japanese),
        metavar=option.metavar or None,
        min=field.minimum if kind is int else None,
        max=field.maximum if kind is int else None,
    )
    return keyword(field.name, Annotated[kind, declared], default)


def keyword(name: str, annotation: Any, default: Any) -> inspect.Parameter:
    """A parameter that is an option."""
    from msgspec import NODEFAULT

    if default is NODEFAULT:
        default = inspect.Parameter.empty
    return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=annotation)


def choice(name: str, words: Iterable[str]) -> Any:
    """An enumeration of words, as Typer reads it."""
    return StrEnum(name, {word: word for word in words})


def checked_variant(key: str) -> str:
    """The key of a variant. Raises VariantError for one that there is not."""
    if key != "shogi":
        from komadai.play.boards import variant_of

        variant_of(key)
    return key
