"""The native solver against the slow one: what is a mate, how long it is, by which moves."""

from __future__ import annotations

import threading
from random import Random

import pytest

from komadai import Board, tsume
from komadai.tsume import Solver
from tests.tsume import problems
from tests.tsume.compare import NODES, faults
from tests.tsume.replay import escape
from tests.tsume.themes import THEMES, problem, themed

PER_TEST = 10


@pytest.mark.parametrize("first", range(0, 200, PER_TEST))
def test_small_problems_have_the_answer_of_the_slow_solver(first: int) -> None:
    solver = Solver(8)
    for seed in range(first, first + PER_TEST):
        sfen = problems.problem(seed)
        assert faults(sfen, solver.solve(Board(sfen), exact=True, nodes=NODES)) == [], sfen


@pytest.mark.parametrize("first", range(0, 40, PER_TEST))
@pytest.mark.parametrize("theme", THEMES)
def test_so_have_those_that_solvers_trip_over(theme: str, first: int) -> None:
    solver = Solver(8)
    for seed in range(first, first + PER_TEST):
        sfen = themed(theme, seed)
        assert faults(sfen, solver.solve(Board(sfen), exact=True, nodes=NODES)) == [], sfen


@pytest.mark.slow
@pytest.mark.parametrize("first", range(10_000, 10_400, 100))
def test_hundreds_more_do(first: int) -> None:
    solver = Solver(8)
    for seed in range(first, first + 100):
        for sfen in (problems.problem(seed), problem(seed)):
            assert faults(sfen, solver.solve(Board(sfen), exact=True, nodes=NODES)) == [], sfen


@pytest.mark.parametrize("sfen", [sfen for sfen, _ in problems.UNPROMOTED_ROOK])
def test_a_rook_may_have_to_stay_a_rook(sfen: str) -> None:
    solution = tsume.solve(Board(sfen), exact=True, memory_mb=8)
    assert (solution.result, solution.plies, solution.exact) == ("mate", 5, True)


@pytest.mark.parametrize("seed", range(0, 60, 2))
def test_no_defence_leads_out_of_a_mate(seed: int) -> None:
    """Against every defence there is a mate still, three moves deep, and by a solver that remembers
    nothing of the first answer."""
    for sfen in (problems.problem(seed), problem(seed)):
        solution = Solver(4).solve(Board(sfen), nodes=NODES)
        assert solution.result != "mate" or escape(Board(sfen), Solver(4), solution, 3) is None, sfen


@pytest.mark.parametrize("seed", range(8))
def test_stopped_or_short_of_nodes_or_memory_it_says_nothing_wrong(seed: int) -> None:
    chance = Random(seed)
    solver = Solver(1)
    for _ in range(12):
        sfen = problem(chance.randrange(1, 4000))
        board = Board(sfen)
        timer = threading.Timer(chance.random() * 0.004, solver.stop)
        timer.start()
        solution = solver.solve(board, nodes=chance.choice([0, 50, 1000, 20_000]), seconds=0.5)
        timer.join()
        assert solution.plies is None or len(solution.moves) <= solution.plies
        if len(solution.moves) == solution.plies:
            assert faults(sfen, solution) == [], sfen
        else:  # no time was left to find the whole line
            assert not solution.exact or solution.reason


def test_a_solver_gives_the_same_answer_again_whatever_it_solved_meanwhile() -> None:
    """Problems with other sets of pieces, and a memory that is too small for all of them."""
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
