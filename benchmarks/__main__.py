"""``python -m benchmarks``: measures, prints the tables, and writes them where it is asked to.

Mate problems come last, where their files are there and no single row is asked for.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from benchmarks import report
from benchmarks.libraries import LIBRARIES
from benchmarks.measure import measure
from benchmarks.programs import Program
from benchmarks.rows import ROWS
from benchmarks.tsume import problems
from benchmarks.tsume.measure import USUAL, Asked
from benchmarks.tsume.measure import measure as measure_tsume

PAGE = Path(__file__).resolve().parent.parent / "docs" / "benchmarks.md"


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument(
        "--write",
        action="store_true",
        help="write the pages docs/benchmarks.md and docs/measurements/tsume.md",
    )
    parser.add_argument("--json", action="store_true", help="print JSON instead of the table")
    parser.add_argument("--rounds", type=int, default=31, help="rounds for each row (default: 31)")
    parser.add_argument(
        "--seconds", type=float, default=0.02, help="of each library in a round (default: 0.02)"
    )
    parser.add_argument("--row", default="", help="only rows whose name contains this")
    Program.add_option(
        parser,
        "a native program for the perft rows: a USI engine with `go perft`, "
        "or a command with {sfen} and {depth}",
    )
    asked = parser.parse_args()
    load = report.load()
    if asked.write and asked.row:
        parser.error("--write needs every row")

    libraries = [library for library in LIBRARIES if library.version]
    missing = [library.package for library in LIBRARIES if not library.version]
    if missing:
        print(f"not installed, so not compared: {', '.join(missing)}", file=sys.stderr)
    parties = [*libraries, *asked.program]
    rows = [row for row in ROWS if asked.row in row.name]
    results = []
    for number, row in enumerate(rows, 1):

        def show_progress(done: int, head: str = f"[{number}/{len(rows)}] {row.name}") -> None:
            if sys.stderr.isatty():
                print(f"\r\033[K{head}: {done}/{asked.rounds}", end="", file=sys.stderr, flush=True)

        results.append(measure(row, libraries, asked.rounds, asked.seconds, show_progress, asked.program))
    if sys.stderr.isatty():
        print("\r\033[K", end="", file=sys.stderr)

    if not asked.json:
        print(report.table(results, parties), report.verdict(results), sep="\n\n", flush=True)
    if asked.write:
        PAGE.write_text(report.page(results, parties), encoding="utf-8")
    results_json = report.as_json(results, parties)
    if not asked.row:
        if problems.FOLDER.is_dir():
            results_json["tsume"] = measure_tsume(
                USUAL, Asked(), write=asked.write, show=not asked.json, load=load
            )
        else:
            print(f"no mate problems at {problems.FOLDER}, so none measured", file=sys.stderr)
    if asked.json:
        print(json.dumps(results_json, indent=2))
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
