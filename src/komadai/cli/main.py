"""The command line of ``komadai``: the commands of `komadai.cli.shared.command_table`, run by Typer.

Every error is one line on stderr, with exit status 2 for bad input.
"""

from __future__ import annotations

import inspect
import os
import sys
from typing import Annotated, Any, Final

import typer

from komadai.cli import (
    backup,
    board,
    book,
    bridge,
    completion,
    csa_client,
    db,
    lessons,
    perft,
    serve,
    train,
    tsume,
    user,
    variants,
)
from komadai.cli.engine import command as engine_command
from komadai.cli.event import command as event_command
from komadai.cli.match import command as match_command
from komadai.cli.play import command as play_command
from komadai.cli.records import analyse, convert, names, review, show, stats
from komadai.cli.shared.command_table import ABOUT, ENTRIES
from komadai.cli.shared.console import print_json
from komadai.cli.shared.errors import BAD_INPUT, error_text, status_of
from komadai.cli.shared.help import Command, typer_app, usage_error_text
from komadai.cli.shared.language import localized, selected
from komadai.cli.shared.messages import printable
from komadai.cli.shared.options import AsJson, argument
from komadai.cli.shared.versions import version_line, versions
from komadai.errors import KomadaiError

INTERRUPTED: Final = 130
USAGE_ERROR: Any = next(each for each in typer.BadParameter.__mro__ if each.__name__ == "ClickException")
"""The error of Typer for a command line that it cannot read. Newer versions of Typer contain a copy of
Click."""

app: Final = typer_app(localized(*ABOUT))


def _version(as_json: AsJson = False) -> None:
    if as_json:
        print_json(versions())
    else:
        print(version_line())


def _help(
    words: Annotated[
        list[str] | None,
        argument(
            "The command; the list of commands if left out.",
            "コマンド。省略時は一覧。",
            metavar="COMMAND",
            show_default=False,
        ),
    ] = None,
) -> None:
    app(args=[*(words or []), "--help"], prog_name="komadai", standalone_mode=False)


_COMMANDS: Final[dict[str, Any]] = {
    "serve": serve.serve,
    "backup": backup.backup,
    "restore": backup.restore,
    "play": play_command.play,
    "board": board.board,
    "show": show.show,
    "convert": convert.convert,
    "analyse": analyse.analyse,
    "names": names.names,
    "review": review.review,
    "stats": stats.stats,
    "match": match_command.match,
    "tournament": match_command.tournament,
    "csa-client": csa_client.csa_client,
    "bridge": bridge.bridge,
    "usi": engine_command.usi,
    "perft": perft.perft,
    "completion": completion.completion,
    "version": _version,
    "help": _help,
    "tsume": tsume.app,
    "lessons": lessons.app,
    "book": book.app,
    "db": db.app,
    "event": event_command.app,
    "engine": engine_command.app,
    "train": train.app,
    "variants": variants.app,
    "user": user.app,
}
"""The function that runs each command of the table, or its group."""

for _entry in ENTRIES:
    _runs = _COMMANDS[_entry.name]
    if isinstance(_runs, typer.Typer):
        app.add_typer(_runs, name=_entry.name)
    else:
        _paragraphs = [_entry.help, inspect.getdoc(_runs)]
        app.command(
            _entry.name, cls=Command, help="\n\n".join(filter(None, _paragraphs)), hidden=_entry.hidden
        )(_runs)


def run(arguments: list[str]) -> int:
    """Runs one command line and returns its exit status. Ctrl-C raises KeyboardInterrupt."""
    try:
        with selected(arguments) as rest:
            return _run(rest)
    except KomadaiError as error:  # of --lang itself
        return _fail(error_text(error), BAD_INPUT)


def _run(arguments: list[str]) -> int:
    if arguments[:1] in (["--version"], ["-V"]):
        arguments = ["version", *arguments[1:]]
    completes = bool(os.environ.get(completion.VARIABLE))  # PowerShell leaves it empty
    # Options without a command belong to serve. Errors in them name komadai, since serve was not typed.
    serves = not arguments or (arguments[0].startswith("-") and arguments[0] not in ("-h", "--help"))
    try:
        runs: Any = typer.main.get_command(app)
        if completes:
            completion.prepare(runs)
        elif serves:
            runs = runs.commands["serve"]
        status = runs.main(args=arguments, prog_name="komadai", standalone_mode=False)
    except typer.Abort as abort:
        raise KeyboardInterrupt from abort
    except KomadaiError as error:
        return _fail(error_text(error), status_of(error))
    except USAGE_ERROR as error:
        if type(error).__name__ == "NoArgsIsHelpError":  # a group alone: its message is the help page
            print(error.format_message(), end="")
            return 0
        return _fail(usage_error_text(error), BAD_INPUT)
    if status == INTERRUPTED:  # what recent versions of Typer return after Ctrl-C
        raise KeyboardInterrupt
    return status if isinstance(status, int) else 0


def _fail(sentence: str, status: int) -> int:
    print(f"komadai: {printable(' '.join(sentence.split()))}", file=sys.stderr)
    return status
