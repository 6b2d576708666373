"""Tests by matches what a number of the search is worth: the search as it is against it with numbers changed.

    python tools/sprt.py [--nodes N] [--games N] [--jobs N] [--elo0 E] [--elo1 E] NAME=VALUE[,NAME=VALUE…] …

``correct=0`` asks what the correction of the evaluation gains: as it is against without. Each test goes on
until a sequential probability ratio test has decided between elo0 and elo1, or the games are used up, and
prints a row of a table. With a fixed number of nodes a move other work on the machine does not matter.
Both colours of each opening are a pair. Two builds are compared by ``komadai match`` instead.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from itertools import repeat

import spsa

from komadai._core import Search
from komadai.arena.openings import shipped
from komadai.arena.statistics.elo import estimate
from komadai.arena.statistics.pairs import Pentanomial
from komadai.arena.statistics.sprt import Sprt

HEAD = "| as it is, against | games | score | Elo (95 %) | LLR | |\n| --- | ---: | ---: | ---: | ---: | --- |"
VERDICTS = {"H1": "gains", "H0": "gains nothing", None: "undecided"}


def numbers(text: str) -> dict[str, int]:
    """``NAME=VALUE,…``. Raises argparse.ArgumentTypeError."""
    known = Search.parameters()
    found = {}
    for part in text.split(","):
        name, _, value = part.partition("=")
        if name not in known:
            raise argparse.ArgumentTypeError(f"{name!r}: expected one of {', '.join(known)}")
        _, low, high = known[name]
        if not value.removeprefix("-").isdigit() or not low <= int(value) <= high:
            raise argparse.ArgumentTypeError(f"{part!r}: expected a number from {low} to {high}")
        found[name] = int(value)
    return found


def pair(changed: dict[str, int], opening: int, nodes: int) -> float:
    """What the search as it is scores in two games."""
    known = Search.parameters()
    usual = {name: default for name, (default, _, _) in known.items()}
    return spsa.play((usual, usual | changed), opening, nodes)


def results(
    pool: ProcessPoolExecutor, jobs: int, openings: Iterator[int], changed: dict[str, int], nodes: int
) -> Iterator[float]:
    """Plays pair after pair, a fixed number of them at the same time."""
    running: set[Future[float]] = set()
    while True:
        while len(running) < jobs:
            running.add(pool.submit(pair, changed, next(openings), nodes))
        done, running = wait(running, return_when=FIRST_COMPLETED)
        for future in done:
            yield future.result()


def test(
    pool: ProcessPoolExecutor, jobs: int, changed: dict[str, int], sprt: Sprt, games: int, nodes: int
) -> str:
    """The row of this change."""
    chance = random.Random(1)
    openings = (chance.randrange(len(shipped())) for _ in repeat(None))
    counts = [0, 0, 0, 0, 0]
    for score in results(pool, jobs, openings, changed, nodes):
        counts[round(2 * score)] += 1
        pairs = Pentanomial((counts[0], counts[1], counts[2], counts[3], counts[4]))
        state = sprt.state(pairs)
        if state.decision or 2 * pairs.pairs >= games:
            break
    found = estimate(pairs)
    elo = f"{found.elo:+.0f} ({found.low:+.0f} to {found.high:+.0f})" if found else "–"
    name = ", ".join(f"{name} {value}" for name, value in changed.items())
    won = sum(half * count for half, count in enumerate(counts)) / 2
    return (
        f"| {name} | {2 * pairs.pairs} | {won:g} – {2 * pairs.pairs - won:g} | {elo} | {state.llr:.2f} | "
        f"{VERDICTS[state.decision]} |"
    )


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("changes", nargs="+", type=numbers, metavar="NAME=VALUE,…")
    parser.add_argument("--nodes", type=int, default=4_000)
    parser.add_argument("--games", type=int, default=1_000, help="at most, for each test (default: 1,000)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--elo0", type=float, default=0.0)
    parser.add_argument("--elo1", type=float, default=20.0)
    asked = parser.parse_args()
    sprt = Sprt(asked.elo0, asked.elo1)
    print(HEAD, flush=True)
    with ProcessPoolExecutor(asked.jobs) as pool:
        for changed in asked.changes:
            print(test(pool, asked.jobs, changed, sprt, asked.games, asked.nodes), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
