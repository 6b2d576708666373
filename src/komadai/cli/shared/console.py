"""Standard output and standard error for people and for pipes: colours, lines, JSON."""

from __future__ import annotations

import json
import os
import sys
from io import TextIOWrapper
from typing import Any, Final

from rich.console import Console
from rich.text import Text

from komadai.cli.shared.language import localized

PIPE_WIDTH: Final = 4096
"""Columns of a table that is not printed on a terminal, so that no line is broken for the next program."""

# Each colour has a contrast of at least 4.5 to black and to white, so it can be read on both.
ERROR: Final = "#e12b2b"
WARNING: Final = "#a96600"
SUCCESS: Final = "#07891c"
NAME: Final = "#008193"
MUTED: Final = "#757575"


def output_console() -> Console:
    """Standard output. Lines are as wide as the terminal; without a terminal they are not broken."""
    return _console(stderr=False)


def error_console() -> Console:
    """Standard error, for progress, warnings and errors."""
    return _console(stderr=True)


def write_line(console: Console, text: str, style: str = "") -> None:
    """Prints plain text. It is neither read as markup nor broken into lines."""
    console.print(Text(text, style), soft_wrap=True)


def note_waiting_for_input(what: str) -> None:
    """Prints a note that the command waits for input if standard input is a terminal."""
    if sys.stdin is not None and sys.stdin.isatty():
        text = localized(
            f"Reading {what} from the terminal; Ctrl-D on an empty line ends it.",
            f"{what}を端末から読み込みます。空の行で Ctrl-D を押すと終わります。",
        )
        print(text, file=sys.stderr)


def print_json(value: Any) -> None:
    """Prints one object in one line. Characters that the output's encoding lacks are escaped."""
    encoding = (sys.stdout.encoding or "ascii").lower().replace("-", "").replace("_", "")
    print(json.dumps(value, ensure_ascii=encoding != "utf8"), flush=True)


def can_print(text: str) -> bool:
    """Whether the encoding of standard output has these characters."""
    try:
        text.encode(sys.stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def replace_missing_characters() -> None:
    """Makes standard output print ``?`` for a character that its encoding lacks, instead of failing."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper) and stream.errors == "strict":
            stream.reconfigure(errors="replace")


def _console(*, stderr: bool) -> Console:
    console = Console(stderr=stderr, highlight=False)
    if not console.is_terminal and not os.environ.get("COLUMNS"):
        console.width = PIPE_WIDTH
    return console


def discard_output() -> None:
    """Redirects standard output to the null device, so that Python's flush at exit reports nothing more."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
