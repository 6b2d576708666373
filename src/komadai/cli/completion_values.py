"""The values that the completion of a shell offers, where the words of a parameter are known.

Choices that are enumerations in the declaration of a command are not listed: Typer offers them by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Annotated, Any, Final

import typer

from komadai.cli.shared.language import OPTION as LANGUAGE_OPTION
from komadai.cli.shared.language import Language


def _formats() -> Iterable[str]:
    from komadai.kifu import FORMATS

    return (format.key for format in FORMATS.values() if format.write is not None)


def _variants() -> Iterable[str]:
    from komadai.variants import NAMES

    return NAMES


def _handicaps() -> Iterable[str]:
    from komadai.handicap import HANDICAPS

    return (handicap.key for handicap in HANDICAPS)


def _impasse_rules() -> Iterable[str]:
    from komadai.impasse import ImpasseRule

    return (rule.value for rule in ImpasseRule)


def _openings() -> Iterable[str]:
    from komadai.cli.db.name_ids import ids_of

    return ids_of("opening")


def _castles() -> Iterable[str]:
    from komadai.cli.db.name_ids import ids_of

    return ids_of("castle")


def _results() -> Iterable[str]:
    from komadai.cli.event.players import RESULTS

    return RESULTS


def _commands() -> Iterable[str]:
    from komadai.cli.shared.command_table import BY_NAME

    return [name for name, entry in BY_NAME.items() if not entry.hidden]


def _words(*words: str) -> Callable[[], Iterable[str]]:
    return lambda: words


VALUES: Final[dict[str, Callable[[], Iterable[str]]]] = {
    "--variant": _variants,
    "--handicap": _handicaps,
    "--impasse": _impasse_rules,
    "--opening": _openings,
    "--castle": _castles,
    "--cluster": _words("auto", "local"),
    "--device": _words("cpu", "cuda"),
    "convert --to": _formats,
    "convert --encoding": _words("utf-8", "cp932"),
    "train convert --from": _words("psv", "hcpe", "hcpe3"),
    "train convert --to": _words("psv", "hcpe"),
    "event result outcome": _results,
    "help words": _commands,
    "book show book": _words("own"),
    "variants show name": _variants,
    "variants check name": _variants,
    "variants perft name": _variants,
    "variants solve name": _variants,
}
"""By option, or by command and option or argument."""


def offer_values(command: Any, path: str = "") -> None:
    """Lets the parameters of a command, and of the commands in a group, offer their values."""
    for name, inner in getattr(command, "commands", {}).items():
        offer_values(inner, f"{path} {name}".strip())
    for parameter in command.params:
        option = max(parameter.opts, key=len)
        values = VALUES.get(f"{path} {option}", VALUES.get(option))
        if values is not None:
            parameter._custom_shell_complete = _starting(values)
    command.params.append(_language_option())


def _language_option() -> Any:
    """``--lang``, which is taken from the command line before Typer reads it."""
    only = typer.Typer(add_completion=False)

    @only.command()
    def command(language: Annotated[Language | None, typer.Option(LANGUAGE_OPTION)] = None) -> None:
        pass

    return typer.main.get_command(only).params[0]


def _starting(values: Callable[[], Iterable[str]]) -> Any:
    def complete(context: Any, parameter: Any, incomplete: str) -> list[str]:
        return [value for value in values() if value.startswith(incomplete)]

    return complete
