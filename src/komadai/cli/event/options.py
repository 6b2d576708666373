"""The fields of settings as options, made when a command is called or its help is shown: the settings need
packages whose import would slow every command."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Sequence
from dataclasses import MISSING
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, get_args

import typer

from komadai.cli.shared.language import localized
from komadai.cli.shared.options import keyword, with_parameters

if TYPE_CHECKING:
    from komadai.tournaments.core.settings import Field


def with_options(
    function: Callable[..., None], file: str, options: Sequence[inspect.Parameter]
) -> Callable[..., None]:
    """The function as a command with the argument FILE, whose help is ``file``, and these options."""
    kind = Annotated[Path, typer.Argument(metavar="FILE", help=file)]
    first = inspect.Parameter("file", inspect.Parameter.POSITIONAL_OR_KEYWORD, annotation=kind)
    return with_parameters(function, [first, *options])


def parameter(field: Field) -> inspect.Parameter:
    """The option of a field, as a parameter that Typer reads."""
    from msgspec import NODEFAULT

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
    return keyword(field.name, Annotated[kind, declared], MISSING if default is NODEFAULT else default)


def choice(name: str, words: Iterable[str]) -> Any:
    """An enumeration of words, as Typer reads it."""
    return StrEnum(name, {word: word for word in words})


def checked_variant(key: str) -> str:
    """The key of a variant. Raises VariantError for one that there is not."""
    if key != "shogi":
        from komadai.play.boards import variant_of

        variant_of(key)
    return key
