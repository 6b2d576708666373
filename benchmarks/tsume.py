"""``python -m benchmarks.tsume``: how long the famous long problems take, and how many short ones a second.

The problems lie beside a checkout of the makers, not in it; without them nothing is measured.
Short ones are given to all solvers in turn, the same ones, whole files at a time; what counts is
processor time, the median of the rounds. cshogi says whether there is a mate, Komadai how long it is.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from statistics import median
from time import perf_counter, process_time

from benchmarks import report
from komadai import Board

PROBLEMS = Path(__file__).resolve().parents[2] / "shared" / "data" / "tsume"

# name, file, the problem's id in it, its known length (None: nobody knows it for sure)
LONG = [
    ("Microcosmos", "long", "microcosmos", 1525),
    ("Zukō 100, Kotobuki", "long", "zuko100_kotobuki_611", 611),
    ("Zukō 99, Kemuri-zume", "long", "zuko99_kemuri_117", 117),
    ("Shin-Ōgizume", "long", "shin_ogizume_873", 873),
    ("Astral Traveler", "long", "astral_traveler_579", 579),
    ("Ionization", "long", "ionization_789", 789),
    ("Hashimoto 587", "long", "hashimoto_587", 587),
    ("Musō 1", "long", "muso1", None),
    ("Zukō 8", "long", "zuko8", None),
]
BATCH = "public_3-11"
LONGEST_ROW = 10.0
FEWEST_ROUNDS = 3

Solver = Callable[[list[str]], int]
"""Solves the problems and says how many have a mate."""


@dataclass(frozen=True)
class Run:
    """One long problem, solved or not."""

    name: str
    known: int | None
    plies: int | None
    exact: bool
    seconds: float
    nodes: int


def problems(file: str) -> Iterator[tuple[str, str, int | None]]:
    """Id, SFEN and length (None: unknown) of each problem in a file."""
    with open(PROBLEMS / f"{file}.jsonl", encoding="utf-8") as lines:
        for line in lines:
            entry = json.loads(line)
            yield entry["id"], entry["sfen"], entry["moves"]


# -- the solvers


def cshogi_mates() -> Solver:
    cshogi = import_module("cshogi")
    board, search = cshogi.Board(), cshogi.DfPn(31, 10_000_000, 32767)

    def solve(sfens: list[str]) -> int:
        found = 0
        for sfen in sfens:
            board.set_sfen(sfen)
            found += search.search(board)
        return found

    return solve


def komadai_mates(exact: bool) -> Callable[[], Solver]:
    def make() -> Solver:
        tsume = import_module("komadai.tsume")
        return lambda sfens: sum(answer.result == "mate" for answer in tsume.solve_many(sfens, exact=exact))

    return make


SOLVERS = {
    "komadai, a mate": ("komadai.tsume", komadai_mates(exact=False)),
    "komadai, the exact length": ("komadai.tsume", komadai_mates(exact=True)),
    "cshogi, a mate": ("cshogi", cshogi_mates),
}


# -- measuring


def batch(rounds: int) -> dict[int, dict[str, tuple[float, int]]]:
    """By length and solver: problems a second, and how many of them it found a mate for."""
    groups: dict[int, list[str]] = {}
    for _, sfen, moves in problems(BATCH):
        groups.setdefault(moves or 0, []).append(sfen)
    solvers = {name: make() for name, (module, make) in SOLVERS.items() if find_spec(module)}
    found: dict[int, dict[str, tuple[float, int]]] = {}
    for plies, sfens in sorted(groups.items()):
        rates: dict[str, list[float]] = {name: [] for name in solvers}
        mates: dict[str, int] = {}
        begin = perf_counter()
        for done in range(rounds):
            if done >= FEWEST_ROUNDS and perf_counter() - begin > LONGEST_ROW:
                break
            for name, solve in solvers.items():
                start = process_time()
                mates[name] = solve(sfens)
                rates[name].append(len(sfens) / (process_time() - start))
        found[plies] = {name: (median(values), mates[name]) for name, values in rates.items()}
    return found


def long_ones(wanted: str, seconds: float, memory_mb: int, threads: int, exact: bool) -> Iterator[Run]:
    """Each long problem whose name contains ``wanted``; the seconds are those on the wall."""
    tsume = import_module("komadai.tsume")
    for name, file, wanted_id, known in LONG:
        if wanted.lower() not in name.lower():
            continue
        sfen = next(sfen for id_, sfen, _ in problems(file) if id_ == wanted_id)
        begin = perf_counter()
        answer = tsume.solve(Board(sfen), exact=exact, threads=threads, memory_mb=memory_mb, seconds=seconds)
        yield Run(name, known, answer.plies, answer.exact, perf_counter() - begin, answer.nodes)


# -- telling


def batch_table(found: dict[int, dict[str, tuple[float, int]]]) -> str:
    """Markdown, a row for each length."""
    names = list(next(iter(found.values())))
    lines = [
        "| problems a second | " + " | ".join(names) + " |",
        "| --- |" + " ---: |" * len(names),
    ]
    for plies, by_name in found.items():
        cells = [f"{report.rate(by_name[name][0])} ({by_name[name][1]} mates)" for name in names]
        lines.append(f"| {plies} plies | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def long_row(run: Run) -> str:
    length = "none found" if run.plies is None else f"{run.plies}{'' if run.exact else ' or less'}"
    known = "?" if run.known is None else run.known
    return f"| {run.name} | {known} | {length} | {run.seconds:.1f} | {report.rate(run.nodes)} |"


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.tsume", description=__doc__)
    parser.add_argument("what", choices=["long", "batch"])
    parser.add_argument("--problem", default="", help="only long problems whose name contains this")
    parser.add_argument("--seconds", type=float, default=120, help="for each long problem (default: 120)")
    parser.add_argument("--memory", type=int, default=1024, help="MB for each long problem (default: 1024)")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--exact", action="store_true", help="prove the lengths of the long problems")
    parser.add_argument("--rounds", type=int, default=9, help="rounds of the batch (default: 9)")
    asked = parser.parse_args()
    if not PROBLEMS.is_dir():
        parser.error(f"no problems at {PROBLEMS}")
    print(f"{report.machine()}\n")
    if asked.what == "batch":
        print(batch_table(batch(asked.rounds)))
        return 0
    print("| problem | known | found | seconds | nodes |\n| --- | ---: | ---: | ---: | ---: |")
    for run in long_ones(asked.problem, asked.seconds, asked.memory, asked.threads, asked.exact):
        print(long_row(run), flush=True)
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
