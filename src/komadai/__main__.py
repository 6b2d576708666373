"""The ``komadai`` command, also as ``python -m komadai``.

Only what is needed is imported: ``komadai usi`` must answer a GUI at once. Without the ``app`` extra
`komadai.cli.bare_commands` runs the commands that need none, and says of the others what they need.
"""

from __future__ import annotations

import importlib.util
import os
import sys

_INTERRUPTED = 130
"""The exit status that a shell reports for a program ended by Ctrl-C."""


def main() -> int:
    """Runs the command line and returns the exit status: 0, 1 (failed), 2 (bad input) or 130 (ended by Ctrl-C
    or SIGTERM)."""
    arguments = sys.argv[1:]
    _replace_closed_streams()
    try:
        if arguments == ["usi"]:
            from komadai.engine.usi.server import main as usi

            if sys.stdin.isatty():
                print("Waiting for USI commands: usi, isready, position, go, quit.", file=sys.stderr)
            return usi()
        if any(importlib.util.find_spec(name) is None for name in ("typer", "rich", "litestar")):
            from komadai.cli import bare_commands

            status = bare_commands.run(arguments)
            sys.stdout.flush()
            return status
        from komadai.cli.shared.language import select_early

        select_early(arguments)  # before the commands are imported, because their help texts are made then
        from komadai.cli.main import run
        from komadai.cli.shared.console import replace_missing_characters
        from komadai.cli.shared.signals import sigterm_as_ctrl_c

        replace_missing_characters()
        with sigterm_as_ctrl_c():
            status = run(arguments)
        sys.stdout.flush()
        return status
    except KeyboardInterrupt:
        if sys.stderr.isatty():
            print(file=sys.stderr)  # so that the shell's prompt begins on a new line, not after ^C
        return _INTERRUPTED
    except BrokenPipeError:
        # The reader (head, less) has closed the pipe.
        from komadai.cli.shared.console import discard_output

        discard_output()
        return 1
    except OSError as error:
        # The commands handle errors of the files they open; this one is standard output's: a full disk.
        from komadai.cli.shared.console import discard_output
        from komadai.cli.shared.errors import error_text

        discard_output()
        print(f"komadai: {error_text(error)}", file=sys.stderr)
        return 1


def _replace_closed_streams() -> None:
    """A program may be started without standard input, output or error; the null device replaces them."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode))  # noqa: SIM115 (until the end)


if __name__ == "__main__":
    sys.exit(main())
