"""``python -m benchmarks.tsume``: measures what it is asked to, prints the tables, and writes them.

``all`` is long, edo and batch: about half an hour on a calm machine. ``judge`` is not in it.
"""

from __future__ import annotations

import argparse
import json
import sys

from benchmarks import report
from benchmarks.programs import Program
from benchmarks.tsume import problems
from benchmarks.tsume.measure import PARTS, USUAL, Asked, measure


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.tsume", description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    usual = Asked()
    parser.add_argument("what", choices=["all", *PARTS])
    parser.add_argument("--write", action="store_true", help="write the tables of docs/measurements/tsume.md")
    parser.add_argument("--json", action="store_true", help="print JSON instead of the tables")
    parser.add_argument("--problem", default="", help="long: only those whose name contains this")
    parser.add_argument(
        "--seconds",
        type=float,
        default=usual.seconds,
        help=f"long: for each problem (default: {usual.seconds:g})",
    )
    parser.add_argument(
        "--memory",
        type=int,
        default=usual.memory_mb,
        help=f"long: MB for each problem (default: {usual.memory_mb})",
    )
    parser.add_argument(
        "--threads",
        type=int,
        nargs="+",
        default=usual.threads,
        help="long: one or several numbers (default: 1)",
    )
    parser.add_argument("--exact", action="store_true", help="long: prove the lengths")
    Program.add_option(parser, "long: another solver, a USI engine that answers `go mate`")
    parser.add_argument(
        "--nodes",
        type=int,
        nargs="+",
        default=usual.nodes,
        help="edo: for each problem; what is open then gets the next number",
    )
    parser.add_argument("--judge-nodes", type=int, default=usual.judge_nodes, help="judge: for each problem")
    parser.add_argument(
        "--rounds", type=int, default=usual.rounds, help=f"batch: rounds (default: {usual.rounds})"
    )
    given = parser.parse_args()
    if not problems.FOLDER.is_dir():
        parser.error(f"no problems at {problems.FOLDER}")
    if given.write and given.problem:
        parser.error("--write needs every problem")
    asked = Asked(
        given.problem,
        given.seconds,
        given.memory,
        tuple(given.threads),
        given.exact,
        tuple(given.program),
        tuple(given.nodes),
        given.judge_nodes,
        given.rounds,
    )
    parts = USUAL if given.what == "all" else (given.what,)
    if not given.json:
        print(report.machine())
    results = measure(parts, asked, write=given.write, show=not given.json, load=report.load())
    if given.json:
        print(json.dumps({"machine": report.machine(), **results}, indent=2))
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
