"""The command line without the ``app`` extra: ``perft``, ``usi``, ``version`` and ``help`` run.

It imports nothing but the standard library. Help and errors begin with the same line as those of
`komadai.cli.main`, which has the options of all commands from Typer.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping
from difflib import get_close_matches
from types import MappingProxyType
from typing import Final, NamedTuple

from komadai import Board
from komadai.cli.shared import usage_texts
from komadai.cli.shared.command_table import ABOUT, BY_NAME, ENTRIES, TableEntry
from komadai.cli.shared.errors import BAD_INPUT, FAILED, error_text
from komadai.cli.shared.language import localized, selected
from komadai.cli.shared.perft_count import perft_count
from komadai.cli.shared.versions import version_line, versions
from komadai.errors import KomadaiError

_HELP: Final = ("-h", "--help")


class _UsageError(KomadaiError):
    """A command line that cannot be read."""


class _Command(NamedTuple):
    run: Callable[[list[str], dict[str, str]], int]
    """Takes the arguments and the options, and returns the exit status."""
    options: Mapping[str, str] = MappingProxyType({})
    """By name: the metavar of its value; empty: it has none."""
    usage: str = ""
    """The arguments, in the line of usage."""


def run(arguments: list[str]) -> int:
    """Runs the command and returns its exit status: 0, 1 (it needs an extra), 2 (bad input)."""
    try:
        with selected(arguments) as words:
            try:
                return _run(words)
            except KomadaiError as error:
                return _fail(error_text(error), BAD_INPUT)
    except KomadaiError as error:  # of --lang itself
        return _fail(error_text(error), BAD_INPUT)


def _run(words: list[str]) -> int:
    if not words or words[0] in _HELP:
        print(_list_of_commands())
        return 0
    if words[0] in ("-V", "--version"):
        words = ["version", *words[1:]]
    elif words[0].startswith("-"):
        page = localized("The page in the browser", "ブラウザでの対局画面")
        return _fail(_needs(page, BY_NAME["serve"]), FAILED)
    name, *rest = words
    if name not in BY_NAME:
        raise _UsageError(usage_texts.unknown_command("komadai", name, list(BY_NAME)))
    command = _COMMANDS.get(name)
    if command is None:
        return _fail(_needs(f"komadai {name}", BY_NAME[name]), FAILED)
    values, options = _parsed(f"komadai {name}", rest, command)
    if "--help" in options:
        print(_page(BY_NAME[name], command))
        return 0
    return command.run(values, options)


def _parsed(path: str, words: list[str], command: _Command) -> tuple[list[str], dict[str, str]]:
    """The arguments, and the options with their values."""
    values: list[str] = []
    options: dict[str, str] = {}
    rest = iter(words)
    for word in rest:
        if word == "--":
            values += rest
            break
        if word in _HELP:
            return [], {"--help": ""}
        if not word.startswith("-") or word == "-":
            values.append(word)
            continue
        name, equals, value = word.partition("=")
        metavar = command.options.get(name)
        if metavar is None:
            if name[1:2].isdecimal() and "DEPTH" in command.usage:
                raise _UsageError(usage_texts.wrong_value("DEPTH", _expected("DEPTH")))
            close = get_close_matches(name, [*command.options, "--help"])
            raise _UsageError(usage_texts.unknown_option(path, name, close))
        if equals and not metavar:
            raise _UsageError(usage_texts.takes_no_value(name))
        if metavar and not equals:
            given = next(rest, None)
            if given is None:
                raise _UsageError(usage_texts.value_missing(name, metavar))
            value = given
        options[name] = value
    if values and not command.usage:
        raise _UsageError(usage_texts.superfluous(path, " ".join(values)))
    return values, options


def _expected(name: str) -> str:
    return usage_texts.whole_number(usage_texts.limits(*BY_NAME["perft"].limits[name]))


def _number(name: str, text: str) -> int:
    minimum, maximum = BY_NAME["perft"].limits[name]
    try:
        value = int(text)
    except ValueError:
        value = minimum - 1
    if not minimum <= value <= maximum:
        raise _UsageError(usage_texts.wrong_value(name, _expected(name), text))
    return value


def _perft(values: list[str], options: dict[str, str]) -> int:
    if not values:
        raise _UsageError(usage_texts.missing("komadai perft", "DEPTH"))
    depth = _number("DEPTH", values[0])
    threads = _number("--threads", options.get("--threads", "1"))
    found = perft_count(values[1:], depth, threads, divide="--divide" in options, count=Board.perft)
    print(json.dumps(found.as_json()) if "--json" in options else "\n".join(found.lines()))
    return 0


def _usi(values: list[str], options: dict[str, str]) -> int:
    from komadai.engine.usi.server import main

    return main()


def _version(values: list[str], options: dict[str, str]) -> int:
    print(json.dumps(versions()) if "--json" in options else version_line())
    return 0


def _help(values: list[str], options: dict[str, str]) -> int:
    return _run([*values, "--help"])


_COMMANDS: Final = {
    "usi": _Command(_usi),
    "perft": _Command(_perft, {"--threads": "NUMBER", "--divide": "", "--json": ""}, usage="DEPTH [SFEN]"),
    "version": _Command(_version, {"--json": ""}),
    "help": _Command(_help, usage="[COMMAND]"),
}


def _page(entry: TableEntry, command: _Command) -> str:
    options = [f"{name} {metavar}".rstrip() for name, metavar in command.options.items()]
    words = [f"komadai {entry.name} [{localized('OPTIONS', 'オプション')}]", command.usage]
    lines = [f"{localized('Usage:', '使い方：')} {' '.join(words)}".rstrip(), "", f"  {entry.help}", ""]
    lines += [f"  {name}: {_expected(name)}" for name in entry.limits]
    named = ", ".join([*options, "--lang LANGUAGE", "-h, --help"])
    return "\n".join([*lines, f"  {localized('Options', 'オプション')}: {named}"])


def _list_of_commands() -> str:
    about = [f"  {paragraph}" for paragraph in localized(*ABOUT).split("\n\n")]
    install = localized(
        "  A command with a name in brackets needs that extra, which is not installed:\n"
        "  pip install 'komadai[app]', or '.[app]' in the repository.",
        "  角括弧のあるコマンドには追加パッケージが必要です（インストールされていません）：\n"
        "  pip install 'komadai[app]'（リポジトリでは '.[app]'）",
    )
    wide = max(len(entry.name) for entry in ENTRIES) + 2
    rows = [
        f"  {entry.name:<{wide}}{f'[{entry.extras}] ' if entry.extras else ''}{_plain(entry.help)}"
        for entry in ENTRIES
        if not entry.hidden
    ]
    usage = localized("Usage: komadai COMMAND …", "使い方： komadai コマンド …")
    paragraphs = [usage, *about, install, "\n".join([localized("Commands", "コマンド"), *rows])]
    return "\n\n".join(paragraphs)


def _plain(markup: str) -> str:
    return markup.replace("[b]", "").replace("[/]", "")


def _needs(what: str, entry: TableEntry) -> str:
    return localized(
        f"{what} needs the {entry.extras} extra: pip install 'komadai[{entry.extras}]', "
        f"or '.[{entry.extras}]' in the repository",
        f"{what} には追加パッケージが必要です：pip install 'komadai[{entry.extras}]'"
        f"（リポジトリでは '.[{entry.extras}]'）",
    )


def _fail(sentence: str, status: int) -> int:
    print(f"komadai: {' '.join(sentence.split())}", file=sys.stderr)
    return status
