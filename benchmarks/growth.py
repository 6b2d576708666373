"""``python -m benchmarks.growth``: how the server grows from one process to four, in about ten minutes.

PostgreSQL is started for each row in a folder of its own, as the tests start it; in one row it waits for the
disk at each commit. Each row is a run of ``python -m benchmarks.live``, printed as a line of the table in
docs/measurements/load.md as soon as it is there. The machine must do nothing else meanwhile.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from tests.server.postgresql import Cluster, cluster


class Row(NamedTuple):
    """A run: the options of ``benchmarks.live``, and where the games are stored."""

    name: str
    options: tuple[str, ...]
    workers: int = 1
    postgresql: bool = True
    settings: tuple[str, ...] = ()
    """Settings of PostgreSQL that differ from those of the tests."""


def rows(games: int, seconds: int) -> list[Row]:
    """All runs: the games on SQLite, the curve, a PostgreSQL that waits for its disk, idle connections."""
    live = ("--games", str(games), "--seconds", str(seconds))
    idle = ("--idle", str(2 * games), "--seconds", "10")
    return [
        Row("SQLite", live, postgresql=False),
        *(Row(f"PostgreSQL, {count} processes", live, workers=count) for count in (1, 2, 3, 4)),
        Row("PostgreSQL with fsync, 2 processes", live, workers=2, settings=("fsync=on",)),
        Row("SQLite, idle", idle, postgresql=False),
        Row("PostgreSQL, idle", idle),
    ]


FIELDS: Final = {
    "games": "games",
    "moves_per_s": "moves/s",
    "p50_ms": "median ms",
    "p99_ms": "99 % ms",
    "lost": "lost",
    "refused": "refused",
    "server_cpu_s": "server CPU s",
    "cpu_ms": "CPU ms a move",
    "generator_cpu_s": "generator CPU s",
    "rss_mb": "memory MB",
    "kb_per_connection": "kB a connection",
}


def measured(row: Row) -> dict[str, Any]:
    """The result of a run; raises OSError if there is none."""
    if not row.postgresql:
        return _run(row, None)
    with cluster(row.settings) as running:
        return _run(row, running)


def _run(row: Row, running: Cluster | None) -> dict[str, Any]:
    command = [sys.executable, "-m", "benchmarks.live", "--json", *row.options]
    if running is not None:
        command += ["--database", running.create(), "--workers", str(row.workers)]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False)
    if not done.stdout:
        raise OSError(f"{row.name}: no result")
    result: dict[str, Any] = json.loads(done.stdout)
    if result.get("moves"):
        result["cpu_ms"] = round(1000 * result["server_cpu_s"] / result["moves"], 2)
    return result


def line(cells: Sequence[object]) -> str:
    """A line of a table in Markdown."""
    return "| " + " | ".join(map(str, cells)) + " |"


def main() -> int:
    """Measures all rows. Returns 1 if moves were lost."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.growth", description=__doc__)
    parser.add_argument("--games", type=int, default=2000, help="games at once (default: 2000)")
    parser.add_argument("--seconds", type=int, default=20, help="of each measurement (default: 20)")
    asked = parser.parse_args()
    print(line(["server", *FIELDS.values()]))
    print(line(["---", *(["---:"] * len(FIELDS))]), flush=True)
    lost = 0
    for row in rows(asked.games, asked.seconds):
        result = measured(row)
        lost += result.get("lost", 0)
        print(line([row.name, *(result.get(field, "") for field in FIELDS)]), flush=True)
    return 1 if lost else 0


if __name__ == "__main__":
    sys.exit(main())
