"""The judge agrees with the slow judge, which searches the whole tree.

To compare thousands of problems by hand: ``python -m tests.tsume.compare_judges FIRST LAST [LONGEST]``
"""

from __future__ import annotations

import pytest

from komadai import Board
from komadai.tsume import Inspector
from tests.tsume import problems, themes
from tests.tsume.slow_judge import disagreements

JUDGE = Inspector(memory_mb=16)


@pytest.mark.parametrize("first", range(0, 40, 5))
def test_the_judge_agrees_with_the_slow_judge(first: int) -> None:
    for seed in range(first, first + 5):
        for sfen in (problems.problem(seed), themes.problem(seed), themes.themed("wandering", seed)):
            assert disagreements(JUDGE.inspect(Board(sfen), nodes=30_000), positions=300) == [], sfen
