"""Compares the native solver's answers with those of the slow one.

Run by hand for any range of seeds; it prints a line for each wrong answer:
``python -m tests.tsume.compare FIRST LAST``
"""

from __future__ import annotations

import sys

from komadai import Board
from komadai.tsume import Solution, Solver
from tests.tsume import problems, reference, themes
from tests.tsume.replay import faults_of_line

NODES = 50_000
"""Enough for nearly all of these problems; an answer is wanted for each, not a proof."""


def faults(sfen: str, solution: Solution, bound: int = 5, positions: int = 3000) -> list[str]:
    """The errors of an answer, by the reference; empty where the reference has no answer."""
    if solution.result == "unknown":
        return []
    known = reference.solve(sfen, bound, positions, line=False)
    if solution.plies is None:
        return [f"there is a mate in {known.plies}"] if known.exists or known.plies is not None else []
    found = faults_of_line(sfen, solution)
    if known.exists is False:
        found.append("there is no mate")
    if solution.plies <= known.searched:
        found.append(f"mate in {solution.plies}, but there is none within {known.searched}")
    if known.plies is not None:
        too_long = solution.exact and solution.plies > known.plies
        if too_long or solution.plies < known.plies:
            found.append(f"mate in {solution.plies}, not {known.plies}")
    return found


def main(first: int, last: int) -> None:
    """Compares two problems for each seed and prints its progress."""
    solver = Solver(16)
    wrong = 0
    for seed in range(first, last):
        for sfen in (problems.problem(seed), themes.problem(seed)):
            found = faults(sfen, solver.solve(Board(sfen), exact=True, nodes=NODES), positions=1000)
            if found:
                wrong += 1
                print(seed, sfen, *found, sep="\t", flush=True)
        if (seed + 1) % 500 == 0:
            print(f"up to seed {seed + 1}: {wrong} wrong", file=sys.stderr, flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
