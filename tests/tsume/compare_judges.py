"""Compares the judge's reports with those of the slow judge.

Run by hand for any range of seeds; it prints a line for each difference:
``python -m tests.tsume.compare_judges FIRST LAST [LONGEST]``
"""

from __future__ import annotations

import sys
from collections import Counter

from komadai import Board
from komadai.tsume import Inspector
from tests.tsume import problems, themes
from tests.tsume.slow_judge import disagreements

NODES = 200_000


def main(first: int, last: int, longest: int = 5) -> None:
    """Compares three problems for each seed; prints its progress and how often each kind was found."""
    inspector = Inspector(16)
    seen: Counter[str] = Counter()
    wrong = 0
    for seed in range(first, last):
        for sfen in (problems.problem(seed), themes.problem(seed), themes.themed("wandering", seed)):
            report = inspector.inspect(Board(sfen), nodes=NODES)
            seen[report.verdict] += 1
            seen.update({finding.kind for finding in report.findings})
            seen.update({f"defence {each.kind}" for step in report.steps for each in step.defences})
            if found := disagreements(report, longest):
                wrong += 1
                print(seed, sfen, *found, sep="\t", flush=True)
        if (seed + 1) % 100 == 0:
            print(f"up to seed {seed + 1}: {wrong} differ", dict(seen), file=sys.stderr, flush=True)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
