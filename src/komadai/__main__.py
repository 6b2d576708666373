"""The ``komadai`` command, also as ``python -m komadai``.

Only what is needed is imported: ``komadai usi`` must answer a GUI at once, and without the
``app`` extra the command says in one line how to get it.
"""

from __future__ import annotations

import importlib.util
import os
import sys

_INTERRUPTED = 130
"""What a shell reports for a program ended by Ctrl-C."""


def main() -> int:
    """Runs the command line and returns the exit status: 0, 1 (failed), 2 (bad input) or 130 (ended by Ctrl-C
    or SIGTERM)."""
    arguments = sys.argv[1:]
    _open_what_is_closed()
    try:
        if arguments == ["usi"]:
            from komadai.engine.usi.server import main as usi

            if sys.stdin.isatty():
                print("Waiting for USI commands: usi, isready, position, go, quit.", file=sys.stderr)
            return usi()
        if any(importlib.util.find_spec(name) is None for name in ("typer", "rich", "litestar")):
            print(
                "komadai: the command line is an extra of the library: pip install 'komadai[app]'",
                file=sys.stderr,
            )
            return 1
        from komadai.cli.shared.language import select_early

        select_early(arguments)
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
            print(file=sys.stderr)  # the shell's prompt begins on a line of its own, not behind ^C
        return _INTERRUPTED
    except BrokenPipeError:
        # The reader (head, less) has seen enough.
        _stop_printing()
        return 1
    except OSError as error:
        # Of files each command tells itself; this is standard output: a full disk.
        _stop_printing()
        print(f"komadai: {error.strerror or error}", file=sys.stderr)
        return 1


def _open_what_is_closed() -> None:
    """A program may be started without one of its three files; then that is empty and takes all."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode))  # noqa: SIM115 (until the end)


def _stop_printing() -> None:
    """Python would complain once more while it flushes at exit, so standard output goes nowhere now."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


if __name__ == "__main__":
    sys.exit(main())
