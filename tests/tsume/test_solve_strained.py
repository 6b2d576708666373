"""The native solver when stopped, with few nodes or little memory, and reused: its answers are never
wrong."""

from __future__ import annotations

import threading
from random import Random

import pytest

from komadai import Board, tsume
from komadai.tsume import Solver
from tests.tsume import problems
from tests.tsume.compare import NODES, faults
from tests.tsume.themes import problem


@pytest.mark.parametrize("seed", range(8))
def test_a_stopped_or_limited_solver_gives_no_wrong_answer(seed: int) -> None:
    rng = Random(seed)
    solver = Solver(1)
    for _ in range(12):
        sfen = problem(rng.randrange(1, 4000))
        board = Board(sfen)
        timer = threading.Timer(rng.random() * 0.004, solver.stop)
        timer.start()
        solution = solver.solve(board, nodes=rng.choice([0, 50, 1000, 20_000]), seconds=0.5)
        timer.join()
        assert solution.plies is None or len(solution.moves) <= solution.plies
        if len(solution.moves) == solution.plies:
            assert faults(sfen, solution) == [], sfen
        else:  # no time was left to find the whole line
            assert not solution.exact or solution.reason


def test_a_solver_repeats_its_answer_after_other_problems() -> None:
    """Problems with other sets of pieces, and a table that is too small for all of them."""
    sfens = [problem(seed) for seed in range(60)]
    solver = Solver(1)
    alone = [tsume.solve(Board(sfen), exact=True, nodes=NODES, memory_mb=4) for sfen in sfens]
    for sfen, first in [*zip(sfens, alone, strict=True)] * 2:
        again = solver.solve(Board(sfen), exact=True, nodes=NODES)
        if first.exact and again.exact:
            assert (again.result, again.plies) == (first.result, first.plies), sfen
        assert {first.result, again.result} != {"mate", "no-mate"}, sfen


def test_many_problems_share_a_memory_safely() -> None:
    sfens = [problems.problem(seed) for seed in range(50)]
    for sfen, solution in zip(
        sfens, tsume.solve_many(sfens, exact=True, nodes=NODES, memory_mb=2), strict=True
    ):
        assert faults(sfen, solution, bound=3) == [], sfen
