"""``python -m benchmarks.memory``: the memory that scanning one file of a million games takes.

The file is never on the disk: one process writes it into a pipe, another scans it and tells its peak.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
from itertools import cycle, islice
from pathlib import Path
from time import process_time
from typing import TYPE_CHECKING, Any

from benchmarks import records
from komadai import kifu

if TYPE_CHECKING:
    from collections.abc import Callable

    from komadai.kifu import Visitor

VISITORS: dict[str, Callable[[], Visitor[Any]]] = {"moves": kifu.MainLines, "games": kifu.GameBuilder}


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.memory", description=__doc__)
    parser.add_argument("--games", type=int, default=1_000_000)
    parser.add_argument("--format", choices=("csa", "usi", "kif"), default="csa")
    parser.add_argument("--visitor", choices=VISITORS, default="moves", help="main lines, or trees")
    parser.add_argument("--scan", type=Path, help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.scan:
        print(json.dumps(scan(asked.scan, asked.visitor)))
        return 0
    with tempfile.TemporaryDirectory() as folder:
        pipe = Path(folder, "games")
        os.mkfifo(pipe)
        command = [sys.executable, "-m", "benchmarks.memory", "--visitor", asked.visitor, "--scan", str(pipe)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as scanner:
            size = write(pipe, asked.format, asked.games)
            result = json.loads(scanner.communicate()[0])
    speed = result["games"] / result["seconds"]
    print(
        f"{result['games']:,} games of {asked.format}, {size / 1e9:.2f} GB: peak {result['peak_mb']:.0f} MB, "
        f"{result['before_mb']:.0f} of them before the first; {speed:,.0f} games a second"
    )
    return 0 if result["games"] == asked.games else 1


def write(pipe: Path, format: str, games: int) -> int:
    """Writes this number of games and returns their size in bytes."""
    behind = b"/\n" if format == "csa" else b""
    made = [text + behind for text in records.one_each(format)]
    size = 0
    with pipe.open("wb") as file:
        for text in islice(cycle(made), games):
            size += file.write(text)
    return size


def scan(pipe: Path, visitor: str) -> dict[str, float]:
    """Scans a file; what that took."""
    before = peak_mb()
    begin = process_time()
    count = sum(1 for _ in kifu.scan(pipe, VISITORS[visitor]))
    return {"games": count, "seconds": process_time() - begin, "before_mb": before, "peak_mb": peak_mb()}


def peak_mb() -> float:
    """The most memory this process has had, in MB."""
    status = Path("/proc/self/status")
    if status.exists():
        # What Linux tells of usage is never less than what the process had that started this one.
        peak = next(line for line in status.read_text().splitlines() if line.startswith("VmHWM:"))
        return int(peak.split()[1]) * 1024 / 1e6
    # macOS counts bytes, others kilobytes.
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (1e6 if sys.platform == "darwin" else 1e3)


if __name__ == "__main__":
    sys.exit(main())
