"""``python -m benchmarks.browser``: how fast the core as WebAssembly is, in turns with the native library.

Both search the same positions, with the same nodes, and count the same leaves; times are those of the
processor. ``make browser`` comes first.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import time
from pathlib import Path
from statistics import median
from typing import NamedTuple

from komadai._core import Board, Search

ROOT = Path(__file__).resolve().parent.parent
DRIVER = Path(__file__).with_suffix(".cjs")
WARM_UP = Board().sfen()
POSITIONS = (
    "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w GR5pnsg 1",
    "lr5nl/6g2/p1ks1p3/2N3Ppp/2p6/PPn1GS2P/2S+b1P3/3R5/+b1K4NL w L5P2gs3p 96",
    "ln1g1g1nl/1ks2r3/1pppp1bpp/p4ps2/7P1/P1P1SPP2/1P1PP1N1P/1BK1GR3/LNSG4L b p 1",
)
NODES, DEPTH = 150_000, 5


class Speed(NamedTuple):
    """Nodes of the search and leaves of perft in a second; milliseconds until the core is loaded."""

    nodes_s: float
    leaves_s: float
    load_ms: float
    nodes: int


def native() -> Speed:
    search = Search(64)
    search.arm()
    search.go(Board(WARM_UP), nodes=NODES // 5)
    nodes, begun = 0, time.process_time()
    for sfen in POSITIONS:
        search.clear()
        search.arm()
        nodes += search.go(Board(sfen), nodes=NODES)[3]["nodes"]
    nodes_s = nodes / (time.process_time() - begun)
    Board(WARM_UP).perft(DEPTH - 1)
    begun = time.process_time()
    leaves = Board(WARM_UP).perft(DEPTH)
    return Speed(nodes_s, leaves / (time.process_time() - begun), 0.0, nodes)


def module(folder: Path, threads: bool) -> Speed:
    asked = {
        "folder": str(folder),
        "threads": threads,
        "positions": POSITIONS,
        "warm_up": WARM_UP,
        "nodes": NODES,
        "depth": DEPTH,
    }
    done = subprocess.run(
        ["node", DRIVER], input=json.dumps(asked), capture_output=True, text=True, check=True
    )
    return Speed(**json.loads(done.stdout))


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.browser", description=__doc__)
    parser.add_argument("--rounds", type=int, default=5, help="rounds of each (default: 5)")
    parser.add_argument(
        "folders", nargs="*", type=Path, default=[ROOT / "build" / "browser"], help="modules to compare"
    )
    asked = parser.parse_args()
    measured: dict[str, list[Speed]] = {}
    for _ in range(asked.rounds):
        measured.setdefault("native", []).append(native())
        for folder in asked.folders:
            for threads in (False, True):
                name = f"{folder}{', threads' if threads else ''}"
                measured.setdefault(name, []).append(module(folder, threads))
    assert len({speed.nodes for speeds in measured.values() for speed in speeds}) == 1, "the nodes differ"
    fastest = median(speed.nodes_s for speed in measured["native"])
    print("| | nodes/s, thousands | of native | perft 5, millions/s | load, ms |")
    print("| --- | ---: | ---: | ---: | ---: |")
    for name, speeds in measured.items():
        nodes, leaves, load = (
            [getattr(speed, key) / unit for speed in speeds]
            for key, unit in (("nodes_s", 1e3), ("leaves_s", 1e6), ("load_ms", 1))
        )
        share = median(speed.nodes_s for speed in speeds) / fastest
        ranges = [f"{min(each):.0f}–{max(each):.0f}" for each in (nodes, leaves, load)]
        print(f"| {name} | {ranges[0]} | {share:.2f} | {ranges[1]} | {ranges[2]} |")


if __name__ == "__main__":
    main()
