"""The native solver's answers held against the slow one's.

By hand, for as many problems as one has patience for; a line for each that is wrong:
``python -m tests.tsume.compare FIRST LAST``
"""

from __future__ import annotations

import sys

from komadai import Board
from komadai.tsume import Solution, Solver
from tests.tsume import problems, reference, themes
from tests.tsume.replay import faults_of_line

NODES = 50_000
"""Enough for nearly all of these problems: an answer is asked of them, no certain one."""


def faults(sfen: str, solution: Solution, bound: int = 5, positions: int = 3000) -> list[str]:
    """What is wrong with an answer, by the reference; nothing where neither knows."""
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
    """Compares two problems for each seed; says how far it is."""
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
