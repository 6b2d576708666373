"""The commands that run without the ``app`` extra: ``komadai --version`` and ``komadai perft``.

With the extra, :mod:`komadai.cli` has the same commands, with colours and a progress bar.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import time

import komadai

HINT = "the other commands need the app extra: pip install 'komadai[app]', or '.[app]' in the repository"

_BAD_INPUT = 2


def run(arguments: list[str]) -> int | None:
    """Runs the command and returns its exit status; None if it is not one of these.

    Raises SystemExit for arguments that cannot be read, as argparse does.
    """
    if arguments[:1] in (["--version"], ["version"]):
        _version(as_json="--json" in arguments[1:])
        return 0
    if arguments[:1] == ["perft"]:
        return _perft(_perft_arguments(arguments[1:]))
    return None


def _version(*, as_json: bool) -> None:
    versions = {
        "komadai": komadai.__version__,
        "python": platform.python_version(),
        "platform": platform.platform(),
    }
    if as_json:
        print(json.dumps(versions))
    else:
        print(f"Komadai {versions['komadai']} (Python {versions['python']}, {versions['platform']})")


def _perft_arguments(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        "komadai perft",
        description="Count the leaves of the tree of legal moves, DEPTH moves deep.",
        epilog=HINT,
    )
    parser.add_argument("depth", metavar="DEPTH", type=int, help="0 to 32")
    parser.add_argument("sfen", metavar="SFEN", nargs="*", help="the position; the start if left out")
    parser.add_argument("--threads", metavar="NUMBER", type=int, default=1, help="0: one for each processor")
    parser.add_argument("--divide", action="store_true", help="also print the count of each first move")
    parser.add_argument("--json", action="store_true", help="for programs")
    return parser.parse_args(arguments)


def _perft(options: argparse.Namespace) -> int:
    try:
        board = komadai.Board(" ".join(options.sfen or ["startpos"]))
        threads = options.threads or os.cpu_count() or 1
        began = time.perf_counter()
        if options.divide and options.depth:
            divided = {str(move): count for move, count in board.perft_divide(options.depth, threads).items()}
            leaves = sum(divided.values())
        else:
            divided = {}
            leaves = board.perft(options.depth, threads)
    except komadai.KomadaiError as error:
        argparse.ArgumentParser("komadai perft").exit(_BAD_INPUT, f"komadai: {error}\n")
    seconds = time.perf_counter() - began
    if options.json:
        report: dict[str, object] = {"leaves": leaves, "seconds": round(seconds, 6)}
        print(json.dumps(report | {"divide": divided} if options.divide else report))
        return 0
    for move, count in sorted(divided.items()):
        print(f"{move:<6}{count:>20,}")
    print(f"{leaves:,} leaves in {seconds:.3f} s")
    return 0
