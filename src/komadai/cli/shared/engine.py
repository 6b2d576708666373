"""Options of commands that run an engine: its command line and its USI options."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Annotated

import typer

from komadai.cli.shared.errors import Failure
from komadai.cli.shared.language import localized
from komadai.cli.shared.options import option

Engine = Annotated[
    str | None,
    option(
        "The command of a USI engine; Komadai's own engine if left out.",
        "USI エンジンのコマンド。省略時は Komadai 自身。",
        "--engine",
        metavar="COMMAND",
    ),
]
EngineOptions = Annotated[
    list[str] | None,
    option(
        "Set an option of the engine. Can be repeated.",
        "エンジンのオプション。繰り返し指定できる。",
        "--option",
        metavar="NAME=VALUE",
    ),
]


def command_words(command: str | None) -> list[str] | None:
    """A command line as a list of words. The path of an existing program may contain spaces.

    Raises Failure for a quote that is not closed.
    """
    if command is None:
        return None
    if Path(command).exists():
        return [command]
    try:
        return shlex.split(command)
    except ValueError as error:
        raise Failure(f"--engine: {error}: {command}") from error


def option_values(texts: list[str] | None) -> dict[str, str]:
    """``["Threads=4"]`` as a dictionary. Raises BadParameter."""
    values: dict[str, str] = {}
    for text in texts or ():
        name, equals, value = text.partition("=")
        if not equals or not name:
            raise typer.BadParameter(
                localized(
                    f"expected NAME=VALUE, got {text!r}", f"名前=値 の形で指定してください（入力：{text!r}）"
                ),
                param_hint="--option",
            )
        values[name] = value
    return values
