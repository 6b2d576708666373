"""The commands of ``komadai`` and how all of them fail: one line on stderr, exit status 2 for bad input."""

from __future__ import annotations

import json
import platform
import sys
from typing import Annotated, Any

import typer

from komadai.cli import board, perft, serve
from komadai.cli.arena import match, tournament
from komadai.cli.book import command as book_command
from komadai.cli.engine import command as engine_command
from komadai.cli.play import command as play_command
from komadai.cli.records import convert, show, stats
from komadai.cli.shared.errors import Failure
from komadai.cli.shared.messages import printable
from komadai.cli.tsume import command as tsume_command
from komadai.errors import EngineError, EngineUsageError, KomadaiError

BAD_INPUT = 2
FAILED = 1
INTERRUPTED = 130
USAGE_FAULT: Any = next(each for each in typer.BadParameter.__mro__ if each.__name__ == "ClickException")
"""What Typer raises for a command line it cannot read: Click's, or that of the Click it carries."""

app = typer.Typer(
    help="Shogi, Japanese chess: play in the browser or here in the terminal, or use the engine.\n\n"
    "Without a command the game opens in your browser.",
    no_args_is_help=False,
    add_completion=False,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command("serve")(serve.serve)
app.command("play")(play_command.play)
app.command("board")(board.board)
app.command("convert")(convert.convert)
app.command("show")(show.show)
app.command("stats")(stats.stats)
app.add_typer(tsume_command.app, name="tsume")
app.add_typer(book_command.app, name="book")
app.command("match")(match.match)
app.command("tournament")(tournament.tournament)
app.command("perft")(perft.perft)
app.command("usi")(engine_command.usi)
app.add_typer(engine_command.app, name="engine")


@app.command("version")
def version(as_json: Annotated[bool, typer.Option("--json", help="For programs.")] = False) -> None:
    """Say which Komadai and which Python this is."""
    import komadai

    facts = {
        "komadai": komadai.__version__,
        "python": platform.python_version(),
        "platform": platform.platform(),
    }
    if as_json:
        print(json.dumps(facts))
    else:
        print(f"Komadai {facts['komadai']} (Python {facts['python']}, {facts['platform']})")


def run(arguments: list[str]) -> int:
    """Runs one command line and returns its exit status. Ctrl-C comes out as KeyboardInterrupt."""
    if arguments[:1] == ["--version"]:
        arguments = ["version", *arguments[1:]]
    if not arguments or (arguments[0].startswith("-") and arguments[0] not in ("-h", "--help")):
        arguments = ["serve", *arguments]
    try:
        status = app(args=arguments, prog_name="komadai", standalone_mode=False)
    except typer.Abort as abort:
        raise KeyboardInterrupt from abort
    except Failure as error:
        return _fail(str(error), FAILED)
    except EngineUsageError as error:
        return _fail(str(error), BAD_INPUT)
    except EngineError as error:
        return _fail(str(error), FAILED)
    except KomadaiError as error:
        return _fail(str(error), BAD_INPUT)
    except USAGE_FAULT as error:
        return _fail(str(error.format_message()), BAD_INPUT)
    if status == INTERRUPTED:  # what recent versions of Typer make of Ctrl-C
        raise KeyboardInterrupt
    return status if isinstance(status, int) else 0


def _fail(sentence: str, status: int) -> int:
    print(f"komadai: {printable(' '.join(sentence.split()))}", file=sys.stderr)
    return status
