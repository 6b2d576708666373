"""Short mates found without a memory: the same lengths as by the slow solver, and as by the large one."""

from __future__ import annotations

import pytest

from komadai import Board, RangeError, TsumeError
from komadai._core import mate_within
from komadai.tsume import Solver
from komadai.tsume import problems as packaged
from tests.tsume import problems, reference, themes
from tests.tsume.reference import checks


def exists(board: Board, plies: int) -> bool:
    """A mate within so many plies by the rules of the board."""
    for move in checks(board):
        board.push(move)
        if plies == 1:
            mate = board.is_checkmate()
        else:
            mate = all(after(board, answer, plies - 2) for answer in board.legal_moves)
        board.pop()
        if mate:
            return True
    return False


def after(board: Board, move: object, plies: int) -> bool:
    board.push(move)  # type: ignore[arg-type]
    mate = exists(board, plies)
    board.pop()
    return mate


def test_by_the_rules_of_the_board_it_is_exactly_when_all_moves_say_so() -> None:
    mates = 0
    for seed in range(1, 401, 2):
        for sfen in (problems.problem(seed), themes.problem(seed)):
            board = Board(sfen)
            known = next((plies for plies in (1, 3) if exists(board, plies)), None)
            result, plies, line, _ = mate_within(board, 3)
            assert (result, plies) == (("mate", known) if known else ("none", 0)), sfen
            for move in line:
                board.push(move)
            assert not line or board.is_checkmate(), sfen
            mates += known is not None
    assert mates > 20


def test_by_the_rules_of_tsume_it_is_as_long_as_the_slow_solver_says() -> None:
    known = mates = 0
    for seed in range(1, 401, 2):
        for sfen in (problems.problem(seed), themes.problem(seed)):
            result, plies, _, _ = mate_within(Board(sfen), 3, tsume=True)
            try:
                truth = reference.Reference(sfen, positions=3000)
                length = next((n for n in (1, 3) if truth.attack(truth.board, n) is not None), None)
            except reference.TooMuchError:
                continue
            assert (result, plies) == (("mate", length) if length else ("none", 0)), sfen
            known += 1
            mates += length is not None
    assert known > 300
    assert mates > 20


def test_by_the_rules_of_tsume_it_is_as_long_as_the_solver_says() -> None:
    solver = Solver(16)
    for seed in range(1, 240, 2):
        sfen = themes.problem(seed)
        solution = solver.solve(Board(sfen), exact=True, nodes=50_000)
        result, plies, line, _ = mate_within(Board(sfen), 5, nodes=200_000, tsume=True)
        if solution.result == "unknown" or result == "open":
            continue
        if solution.plies is not None and solution.exact and solution.plies <= 5:
            assert (result, plies, len(line)) == ("mate", solution.plies, solution.plies), sfen
        else:
            assert result == "none", sfen


def test_the_packaged_problems_have_the_lengths_they_are_said_to_have() -> None:
    for problem in packaged((1, 3, 5))[::7]:
        result, plies, line, _ = mate_within(problem.board, problem.plies, tsume=True)
        assert (result, plies) == ("mate", problem.plies), problem.id
        assert line[0] is problem.moves[0]


def test_when_the_nodes_run_out_it_is_open() -> None:
    problem = packaged(5)[0]
    assert mate_within(problem.board, 5, nodes=3)[0] == "open"


def test_what_can_be_no_problem_is_refused() -> None:
    with pytest.raises(TsumeError, match="no king"):
        mate_within(Board("9/9/9/9/9/9/9/9/4K4 b G 1", validate=False), 3)
    for plies in (0, -1, 17):
        with pytest.raises(RangeError, match="plies: expected 1 to 15"):
            mate_within(Board(), plies)


@pytest.mark.parametrize(
    ("sfen", "plies"),
    [
        ("ln1k5/1Gsgs1+R2/2pp5/pL2p3p/4b1Bp1/PPP2p1n1/2SPP1P1P/2G2GS2/LNK4RL b NP3p 1", 1),
        ("lk2l2R+R/1Bgn2S2/1Sn6/pG1p1Kp1P/1P3N3/P3P1P2/1g+s2P2L/9/g6N1 b S9Pbl 1", 3),
    ],
    ids=["nothing can be dropped next to the king", "the piece that takes is guarded from behind"],
)
def test_interpositions_that_are_futile_all_the_same(sfen: str, plies: int) -> None:
    board = Board(sfen, validate=False)
    assert mate_within(board, 5, tsume=True)[:2] == ("mate", plies)
    assert Solver(1).solve(board, exact=True).plies == plies
