"""The native solver against the slow one: what is a mate, how long it is, by which moves."""

from __future__ import annotations

import pytest

from komadai import Board, tsume
from komadai._core import MateSolver
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


LONG = [
    ("9/5Bl1G/4+P1n2/6r1S/3G+p2n1/6kP1/4L1B1p/4s1+R2/9 b 3P2g2s2n2l11p 1", 27),  # Zukō 42
    ("5l2S/9/1+B3pPRp/6+s1L/5G1R1/6LGG/4+p4/5Ssp1/5+B+p1k b G3Nnl12p 1", 69),  # Zukō 64
    ("RS1lk3s/P2n4n/1P3B2R/pp1nppp2/1g4G2/N1+p6/9/9/L8 b 8Pb2g2s2l2p 1", 79),  # Zukō 96
    ("6p1S/6l2/5l2k/4l3p/6P1s/5P2G/1+B2P2+p1/1g4+R2/1+B3+p1+r1 b 4N2g2sl11p 1", 35),  # Musō 32
]


@pytest.mark.parametrize(("sfen", "plies"), LONG)
def test_answers_that_prove_one_another_prove_the_length(sfen: str, plies: int) -> None:
    """What the looks along the line prove together, the whole problem's own search proves alone."""
    solution = Solver(64).solve(Board(sfen), exact=True, nodes=1_000_000)
    assert (solution.plies, solution.exact) == (plies, True)
    assert Solver(64).solve(Board(sfen), plies=plies - 2, nodes=1_000_000).result == "no-mate"


def test_an_interposition_that_outlasts_the_other_defences_makes_the_mate_longer() -> None:
    """Musō 47 (1734): where a pawn dropped in between lasts longer than the rest is too deep to be seen
    at a glance. By bounds alone it counted as a mate in 15, and in 17; a search without memory (ten million
    moves a question) and the tree of short mates both tell 19."""
    board = Board("3l5/9/2+bl2S2/1+R3+R3/+p8/1+p1kl1g2/1NN6/2G1pL3/3+p5 b BS2g2s2n14p 1")
    solution = tsume.solve(board, exact=True, memory_mb=64)
    assert (solution.plies, solution.exact) == (19, True)


def test_a_length_that_hangs_on_the_longest_of_long_defences_is_proved() -> None:
    """Musō 89 (1734): dropping in between at the 54th ply before the mate lasts as long as a move of the
    king, as far as bounds tell. No tree of short mates settles that; that the king's move lasts so long is
    asked of the whole search, and only then the length counts as proved."""
    board = Board("3S1+N3/p5pll/4p3n/4s4/+pS5n1/2+bp2P1N/+R1S3B2/R1+p1P2p1/2k2P2P b 3P4g2l4p 1")
    solution = tsume.solve(board, exact=True, memory_mb=64)
    assert (solution.plies, solution.exact) == (69, True)


def test_in_a_proved_line_the_defender_lasts_as_long_as_he_can() -> None:
    """Musō 13 (1734): bounds alone told that dropping in between at the 22nd ply lasts 20 plies, of several
    drops of which some are mated sooner: the line went on with one of those."""
    board = Board("kp1+B3l1/p2p1S3/2L5R/P2s1pN1P/2p4P1/5PP2/9/7N1/5+B3 b GSPr3gs2n2l7p 1")
    solution = tsume.solve(board, exact=True, memory_mb=64)
    assert (solution.plies, solution.exact, len(solution.moves)) == (41, True, 41)
    for ply, move in enumerate(solution.moves[:38]):
        if ply >= 20 and ply % 2 == 0:
            assert tsume.solve(board, plies=41 - ply - 2, memory_mb=64).result == "no-mate", ply
        board.push(move)


def test_what_mates_one_interposition_is_tried_on_the_next() -> None:
    """Musō 1 (1734): four times in its line another piece may be put on the same square. While each of them
    was mated anew, no more than 25 plies were found in so many nodes."""
    board = Board("3g1n1l1/2p1g1r2/5k2S/4p1N+R1/3+p5/7N1/B8/9/9 b 2GSNb2s3l15p 1")
    solution = tsume.solve(board, nodes=1_500_000, memory_mb=64)
    assert (solution.result, solution.plies, len(solution.moves)) == ("mate", 23, 23)


@pytest.mark.parametrize("seed", range(0, 60, 2))
def test_no_defence_leads_out_of_a_mate(seed: int) -> None:
    """Against every defence there is a mate still, three moves deep, and by a solver that remembers
    nothing of the first answer."""
    for sfen in (problems.problem(seed), problem(seed)):
        solution = Solver(4).solve(Board(sfen), nodes=NODES)
        assert solution.result != "mate" or escape(Board(sfen), Solver(4), solution, 3) is None, sfen


def test_what_was_no_mate_within_few_plies_is_not_taken_for_no_mate_at_all() -> None:
    """The proof that nothing is shorter than three plies looks at every check within one."""
    solver = MateSolver(8)
    problem = Board("8p/3R3pk/9/8B/9/9/9/9/9 b GPrb3g4s4n15p 1")
    solver.arm()
    found = solver.solve(problem, exact=True)
    assert (found.result, found.plies, found.exact) == ("mate", 3, True)
    problem.push_usi("6b2b+")
    found = solver.solve(problem, attack=False)
    assert (found.result, found.plies) == ("mate", 6)
