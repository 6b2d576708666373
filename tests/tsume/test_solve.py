"""The native solver compared with the slow one: whether there is a mate, its length and its moves."""

from __future__ import annotations

import pytest

from komadai import Board, tsume
from komadai._core import MateSolver
from komadai.tsume import Solver
from tests.amounts import examples
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
def test_problems_with_difficult_motifs_have_the_answer_of_the_slow_solver(theme: str, first: int) -> None:
    solver = Solver(8)
    for seed in range(first, first + PER_TEST):
        sfen = themed(theme, seed)
        assert faults(sfen, solver.solve(Board(sfen), exact=True, nodes=NODES)) == [], sfen


@pytest.mark.slow
@pytest.mark.parametrize("first", range(10_000, 10_000 + examples(100, 400), 100))
def test_hundreds_more_problems_have_the_answer_of_the_slow_solver(first: int) -> None:
    solver = Solver(8)
    for seed in range(first, first + 100):
        for sfen in (problems.problem(seed), problem(seed)):
            assert faults(sfen, solver.solve(Board(sfen), exact=True, nodes=NODES)) == [], sfen


@pytest.mark.parametrize("sfen", [sfen for sfen, _ in problems.UNPROMOTED_ROOK])
def test_a_rook_may_have_to_stay_unpromoted(sfen: str) -> None:
    solution = tsume.solve(Board(sfen), exact=True, memory_mb=8)
    assert (solution.result, solution.plies, solution.exact) == ("mate", 5, True)


LONG = [
    ("9/5Bl1G/4+P1n2/6r1S/3G+p2n1/6kP1/4L1B1p/4s1+R2/9 b 3P2g2s2n2l11p 1", 27),  # Zukō 42
    ("5l2S/9/1+B3pPRp/6+s1L/5G1R1/6LGG/4+p4/5Ssp1/5+B+p1k b G3Nnl12p 1", 69),  # Zukō 64
    ("RS1lk3s/P2n4n/1P3B2R/pp1nppp2/1g4G2/N1+p6/9/9/L8 b 8Pb2g2s2l2p 1", 79),  # Zukō 96
    ("6p1S/6l2/5l2k/4l3p/6P1s/5P2G/1+B2P2+p1/1g4+R2/1+B3+p1+r1 b 4N2g2sl11p 1", 35),  # Musō 32
]


@pytest.mark.parametrize(("sfen", "plies"), LONG)
def test_lengths_proved_along_the_line_are_proved_by_a_search_of_the_whole_problem(
    sfen: str, plies: int
) -> None:
    """The searches at each position of the line prove the same length as one search of the whole problem."""
    solution = Solver(64).solve(Board(sfen), exact=True, nodes=1_000_000)
    assert (solution.plies, solution.exact) == (plies, True)
    assert Solver(64).solve(Board(sfen), plies=plies - 2, nodes=1_000_000).result == "no-mate"


def test_an_interposition_longer_than_the_other_defences_makes_the_mate_longer() -> None:
    """Musō 47 (1734): that an interposed pawn is the longest defence is too deep for the short search. With
    bounds only, the length was 15 or 17; a search without a table (ten million moves for each position) and
    the tree of short mates both find 19."""
    board = Board("3l5/9/2+bl2S2/1+R3+R3/+p8/1+p1kl1g2/1NN6/2G1pL3/3+p5 b BS2g2s2n14p 1")
    solution = tsume.solve(board, exact=True, memory_mb=64)
    assert (solution.plies, solution.exact) == (19, True)


def test_a_length_that_depends_on_the_longest_of_long_defences_is_proved() -> None:
    """Musō 89 (1734): by bounds, an interposition at the 54th ply before the mate is as long as a king move.
    The tree of short mates cannot decide that. The length counts as proved only after the whole search has
    proved the length of the king move."""
    board = Board("3S1+N3/p5pll/4p3n/4s4/+pS5n1/2+bp2P1N/+R1S3B2/R1+p1P2p1/2k2P2P b 3P4g2l4p 1")
    solution = tsume.solve(board, exact=True, memory_mb=64)
    assert (solution.plies, solution.exact) == (69, True)


def test_in_a_proved_line_the_defender_plays_the_longest_defence() -> None:
    """Musō 13 (1734): by bounds only, each of several interpositions at the 22nd ply lasted 20 plies,
    although some are mated sooner. The line continued with one of those."""
    board = Board("kp1+B3l1/p2p1S3/2L5R/P2s1pN1P/2p4P1/5PP2/9/7N1/5+B3 b GSPr3gs2n2l7p 1")
    solution = tsume.solve(board, exact=True, memory_mb=64)
    assert (solution.plies, solution.exact, len(solution.moves)) == (41, True, 41)
    for ply, move in enumerate(solution.moves[:38]):
        if ply >= 20 and ply % 2 == 0:
            assert tsume.solve(board, plies=41 - ply - 2, memory_mb=64).result == "no-mate", ply
        board.push(move)


def test_the_proof_of_one_interposition_is_tried_on_the_next() -> None:
    """Musō 1 (1734): at four places of its line several pieces may be interposed on the same square. When
    each had a separate proof, no more than 25 plies were found with this number of nodes."""
    board = Board("3g1n1l1/2p1g1r2/5k2S/4p1N+R1/3+p5/7N1/B8/9/9 b 2GSNb2s3l15p 1")
    solution = tsume.solve(board, nodes=1_500_000, memory_mb=64)
    assert (solution.result, solution.plies, len(solution.moves)) == ("mate", 23, 23)


@pytest.mark.parametrize("seed", range(0, 60, 2))
def test_no_defence_escapes_from_a_mate(seed: int) -> None:
    """After every defence there is still a mate, to a depth of three moves, by a solver with an empty
    table."""
    for sfen in (problems.problem(seed), problem(seed)):
        solution = Solver(4).solve(Board(sfen), nodes=NODES)
        assert solution.result != "mate" or escape(Board(sfen), Solver(4), solution, 3) is None, sfen


def test_no_mate_within_few_plies_is_not_taken_for_no_mate() -> None:
    """The proof that there is no mate shorter than three plies searches every check to one ply."""
    solver = MateSolver(8)
    problem = Board("8p/3R3pk/9/8B/9/9/9/9/9 b GPrb3g4s4n15p 1")
    solver.arm()
    found = solver.solve(problem, exact=True)
    assert (found.result, found.plies, found.exact) == ("mate", 3, True)
    problem.push_usi("6b2b+")
    found = solver.solve(problem, attack=False)
    assert (found.result, found.plies) == ("mate", 6)


def test_a_long_search_reports_its_progress() -> None:
    told: list[tsume.Progress] = []
    board = Board(
        "g1+P1k1+P+P+L/1p3P3/+R+p2pp1pl/1NNsg+p2+R/+b+nL+P1+p3/1P3ssP1/2P1+Ps2N/4+P1P1L/+B5G1g b - 1"
    )
    assert tsume.solve(board, nodes=400_000, memory_mb=16, progress=told.append).result == "unknown"
    assert told
    assert all(state.nodes > 0 and state.pn > 0 and state.moves for state in told)
