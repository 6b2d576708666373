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
    """Runs the command line and returns the exit status: 0, 1 (failed), 2 (bad input) or 130 (Ctrl-C)."""
    arguments = sys.argv[1:]
    try:
        if arguments == ["usi"]:
            from komadai.engine.usi_server import main as usi

            return usi()
        if any(importlib.util.find_spec(name) is None for name in ("typer", "rich", "litestar")):
            print(
                "komadai: the command line is an extra of the library: pip install 'komadai[app]'",
                file=sys.stderr,
            )
            return 1
        from komadai.cli.main import run

        return run(arguments)
    except KeyboardInterrupt:
        if sys.stderr.isatty():
            print(file=sys.stderr)  # the shell's prompt begins on a line of its own, not behind ^C
        return _INTERRUPTED
    except BrokenPipeError:
        # The reader (head, less) has seen enough. Python would complain once more while it
        # flushes at exit, so standard output goes nowhere from here on.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1


if __name__ == "__main__":
    sys.exit(main())
