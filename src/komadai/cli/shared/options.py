"""Declares options and arguments with help in both languages, and those that many commands share."""

from __future__ import annotations

from typing import Annotated, Any

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


AsJson = Annotated[bool, option("Print JSON for programs.", "プログラム用に JSON で出力する。", "--json")]
"""``--json`` of a command that prints one object."""
