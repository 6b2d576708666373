"""The commands of ``komadai``. Every error is one line on stderr, with exit status 2 for bad input."""

from __future__ import annotations

import os
import platform
import sys
from typing import Any, Final

import typer

from komadai.cli import backup, board, bridge, completion, csa_client, perft, serve
from komadai.cli.arena import match, tournament
from komadai.cli.book import command as book_command
from komadai.cli.db import command as db_command
from komadai.cli.engine import command as engine_command
from komadai.cli.event import command as event_command
from komadai.cli.lessons import command as lessons_command
from komadai.cli.play import command as play_command
from komadai.cli.records import analyse, convert, names, review, show, stats
from komadai.cli.shared.console import print_json
from komadai.cli.shared.errors import Failure, error_text
from komadai.cli.shared.help import Command, typer_app, usage_error_text
from komadai.cli.shared.language import japanese_help, localized, selected
from komadai.cli.shared.messages import printable
from komadai.cli.shared.options import AsJson
from komadai.cli.train import command as train_command
from komadai.cli.tsume import command as tsume_command
from komadai.cli.user import command as user_command
from komadai.cli.variants import command as variants_command
from komadai.errors import EngineError, EngineUsageError, KomadaiError, MissingPackageError

BAD_INPUT: Final = 2
FAILED: Final = 1
INTERRUPTED: Final = 130
USAGE_ERROR: Any = next(each for each in typer.BadParameter.__mro__ if each.__name__ == "ClickException")
"""The error of Typer for a command line that it cannot read. Newer versions of Typer contain a copy of
Click."""

app = typer_app(
    localized(
        "Shogi, Japanese chess: play in the browser or here in the terminal, or use the engine.\n\n"
        "Without a command the game opens in your browser.",
        "将棋：ブラウザやこの端末で対局し、棋譜・詰将棋・定跡・エンジンを扱います。\n\n"
        "コマンドを省略すると、ブラウザで対局画面が開きます。",
    )
)


def _add(name: str, function: Any) -> None:
    app.command(name, cls=Command)(function)


_add("serve", serve.serve)
_add("backup", backup.backup)
_add("restore", backup.restore)
_add("play", play_command.play)
_add("board", board.board)
_add("show", show.show)
_add("convert", convert.convert)
_add("analyse", analyse.analyse)
_add("names", names.names)
_add("review", review.review)
_add("stats", stats.stats)
app.add_typer(tsume_command.app, name="tsume")
app.add_typer(lessons_command.app, name="lessons")
app.add_typer(book_command.app, name="book")
app.add_typer(db_command.app, name="db")
_add("match", match.match)
_add("tournament", tournament.tournament)
app.add_typer(event_command.app, name="event")
_add("csa-client", csa_client.csa_client)
_add("bridge", bridge.bridge)
_add("usi", engine_command.usi)
app.add_typer(engine_command.app, name="engine")
app.add_typer(train_command.app, name="train")
app.add_typer(variants_command.app, name="variants")
app.add_typer(user_command.app, name="user")
_add("perft", perft.perft)
_add("completion", completion.completion)


@app.command("version", cls=Command)
@japanese_help("Komadai と Python の版を表示する。")
def version(as_json: AsJson = False) -> None:
    """Print the versions of Komadai and Python."""
    import komadai

    facts = {
        "komadai": komadai.__version__,
        "python": platform.python_version(),
        "platform": platform.platform(),
    }
    if as_json:
        print_json(facts)
    else:
        print(f"Komadai {facts['komadai']} (Python {facts['python']}, {facts['platform']})")


def run(arguments: list[str]) -> int:
    """Runs one command line and returns its exit status. Ctrl-C raises KeyboardInterrupt."""
    try:
        with selected(arguments) as rest:
            return _run(rest)
    except KomadaiError as error:  # of --lang itself
        return _fail(error_text(error), BAD_INPUT)


def _run(arguments: list[str]) -> int:
    if arguments[:1] == ["--version"]:
        arguments = ["version", *arguments[1:]]
    completes = os.environ.get(completion.VARIABLE) is not None
    if completes:
        completion.prepare()
    elif not arguments or (arguments[0].startswith("-") and arguments[0] not in ("-h", "--help")):
        arguments = ["serve", *arguments]
    try:
        status = app(args=arguments, prog_name="komadai", standalone_mode=False)
    except typer.Abort as abort:
        raise KeyboardInterrupt from abort
    except (Failure, EngineError, MissingPackageError) as error:
        return _fail(error_text(error), BAD_INPUT if isinstance(error, EngineUsageError) else FAILED)
    except KomadaiError as error:
        return _fail(error_text(error), BAD_INPUT)
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
