"""Short problems by the thousand: all solvers in turn, the same problems, whole lengths at a time.

What counts is processor time, the median of the rounds. cshogi says whether there is a mate; Komadai
does that, too, and says how long it is.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from statistics import median
from time import perf_counter, process_time

from benchmarks import report
from benchmarks.tsume import problems
from komadai import tsume

FILE = "public_3-11"
LONGEST_ROW = 10.0
"""After this number of seconds a row makes only the minimum of rounds."""
FEWEST_ROUNDS = 3

Solver = Callable[[Sequence[str]], int]
"""Solves the problems and says how many have a mate."""

A_MATE, EXACT, PEER = "komadai, a mate", "komadai, the exact length", "cshogi, a mate"


def komadai_mates(sfens: Sequence[str]) -> int:
    return sum(answer.result == "mate" for answer in tsume.solve_many(sfens, any_mate=True))


def komadai_lengths(sfens: Sequence[str]) -> int:
    return sum(answer.result == "mate" for answer in tsume.solve_many(sfens, exact=True))


def cshogi_mates() -> Solver:
    cshogi = import_module("cshogi")
    board, search = cshogi.Board(), cshogi.DfPn(31, 10_000_000, 32767)

    def solve(sfens: Sequence[str]) -> int:
        found = 0
        for sfen in sfens:
            board.set_sfen(sfen)
            found += search.search(board)
        return found

    return solve


def solvers() -> dict[str, Solver]:
    """Those that are here, ours first."""
    ours: dict[str, Solver] = {A_MATE: komadai_mates, EXACT: komadai_lengths}
    return {**ours, PEER: cshogi_mates()} if find_spec("cshogi") else ours


@dataclass(frozen=True)
class Length:
    """The problems of one length: how many a second each solver does, and for how many it found a mate."""

    plies: int
    problems: int
    rates: dict[str, float]
    mates: dict[str, int]


def measure(rounds: int) -> list[Length]:
    """All lengths, in turn."""
    groups: dict[int, list[str]] = {}
    for problem in problems.read(FILE):
        groups.setdefault(problem.plies or 0, []).append(problem.sfen)
    with_names = solvers()
    return [measure_length(plies, sfens, with_names, rounds) for plies, sfens in sorted(groups.items())]


def measure_length(plies: int, sfens: Sequence[str], with_names: dict[str, Solver], rounds: int) -> Length:
    rates: dict[str, list[float]] = {name: [] for name in with_names}
    mates: dict[str, int] = {}
    begin = perf_counter()
    for done in range(rounds):
        if done >= FEWEST_ROUNDS and perf_counter() - begin > LONGEST_ROW:
            break
        for name, solve in with_names.items():
            start = process_time()
            mates[name] = solve(sfens)
            rates[name].append(len(sfens) / (process_time() - start))
    return Length(plies, len(sfens), {name: median(values) for name, values in rates.items()}, mates)


# -- telling


def table(found: Sequence[Length]) -> str:
    """Markdown, a row for each length; by cshogi, where it was there."""
    names = list(found[0].rates)
    compared = [name for name in names if name != PEER] if PEER in names else []
    heads = ["problems a second", *names, *(f"{name.partition(', ')[2]}, by cshogi" for name in compared)]
    lines = [f"| {' | '.join(heads)} |", "| --- |" + " ---: |" * (len(heads) - 1)]
    for length in found:
        cells = [f"{length.plies} plies"]
        for name in names:
            missed = length.problems - length.mates[name]
            cells.append(report.rate(length.rates[name]) + (f" ({missed} missed)" if missed else ""))
        cells += [f"{length.rates[name] / length.rates[PEER]:.1f} ×" for name in compared]
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)
