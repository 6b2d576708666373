"""Declares options and arguments with help in both languages, and those that many commands share."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from dataclasses import MISSING, fields, is_dataclass
from typing import Annotated, Any, get_type_hints

import typer

from komadai.cli.shared.language import localized


def option(english: str, japanese: str, *names: str, **settings: Any) -> Any:
    """An option of Typer with its help, its names (by default from the parameter) and its settings.

    One with a smallest value is shown as NUMBER, unless ``metavar`` is given.
    """
    if "min" in settings:
        settings.setdefault("metavar", "NUMBER")
    return typer.Option(*names, help=localized(english, japanese), **settings)


def argument(english: str, japanese: str, **settings: Any) -> Any:
    """An argument of Typer with its help and its settings."""
    return typer.Argument(help=localized(english, japanese), **settings)


def with_groups(command: Callable[..., None]) -> Callable[..., None]:
    """The same command with an option for each field of its parameters that are dataclasses.

    These options come after its own; it gets those of a class as one value.
    """
    own = inspect.signature(command, eval_str=True).parameters
    groups: dict[str, Any] = {
        each.name: each.annotation for each in own.values() if is_dataclass(each.annotation)
    }
    parameters = [each for each in own.values() if each.name not in groups]
    for group in groups.values():
        types = get_type_hints(group, include_extras=True)
        parameters += [keyword(each.name, types[each.name], each.default) for each in fields(group)]

    def given(**values: Any) -> None:
        for name, group in groups.items():
            values[name] = group(**{each.name: values.pop(each.name) for each in fields(group)})
        command(**values)

    given.__doc__ = command.__doc__
    given.__name__ = command.__name__
    return with_parameters(given, parameters)


def keyword(name: str, annotation: Any, default: Any) -> inspect.Parameter:
    """A parameter that is an option; without a default (``MISSING``) it must be given."""
    if default is MISSING:
        default = inspect.Parameter.empty
    return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=annotation)


def with_parameters(
    function: Callable[..., None], parameters: Sequence[inspect.Parameter]
) -> Callable[..., None]:
    """The function, from whose signature Typer reads these arguments and options."""
    function.__annotations__ = {each.name: each.annotation for each in parameters}
    # typeshed has no such attribute for functions.
    function.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    return function


AsJson = Annotated[bool, option("Print JSON for programs.", "プログラム用に JSON で出力する。", "--json")]
"""``--json`` of a command that prints one object."""
