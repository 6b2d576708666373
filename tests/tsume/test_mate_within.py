"""Short mates found without a table have the lengths of the slow solver and of the solver with a table."""

from __future__ import annotations

import pytest

from komadai import Board, RangeError, TsumeError
from komadai._core import mate_within
from komadai.tsume import Solver
from komadai.tsume import problems as packaged
from tests.tsume import problems, reference, themes
from tests.tsume.reference import checks


def exists(board: Board, plies: int) -> bool:
    """Whether there is a mate within ``plies`` plies, by the rules of the board."""
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


def test_mates_in_1_and_3_by_the_rules_of_the_board_are_those_of_a_full_search() -> None:
    mates = 0
    for seed in range(1, 401, 2):
        for sfen in (problems.problem(seed), themes.problem(seed)):
            board = Board(sfen)
            known = next((plies for plies in (1, 3) if exists(board, plies)), None)
            found = mate_within(board, 3)
            assert (found.result, found.plies) == (("mate", known) if known else ("none", 0)), sfen
            for move in found.moves:
                board.push(move)
            assert not found.moves or board.is_checkmate(), sfen
            mates += known is not None
    assert mates > 20


def test_lengths_by_the_rules_of_tsume_are_those_of_the_reference() -> None:
    known = mates = 0
    for seed in range(1, 401, 2):
        for sfen in (problems.problem(seed), themes.problem(seed)):
            found = mate_within(Board(sfen), 3, tsume=True)
            try:
                truth = reference.Reference(sfen, positions=3000)
                length = next((n for n in (1, 3) if truth.attack(truth.board, n) is not None), None)
            except reference.TooMuchError:
                continue
            assert (found.result, found.plies) == (("mate", length) if length else ("none", 0)), sfen
            known += 1
            mates += length is not None
    assert known > 300
    assert mates > 20


def test_lengths_by_the_rules_of_tsume_are_those_of_the_solver() -> None:
    solver = Solver(16)
    for seed in range(1, 240, 2):
        sfen = themes.problem(seed)
        solution = solver.solve(Board(sfen), exact=True, nodes=50_000)
        found = mate_within(Board(sfen), 5, nodes=200_000, tsume=True)
        if solution.result == "unknown" or found.result == "open":
            continue
        if solution.plies is not None and solution.exact and solution.plies <= 5:
            assert (found.result, found.plies) == ("mate", solution.plies), sfen
            assert len(found.moves) == solution.plies, sfen
        else:
            assert found.result == "none", sfen


def test_packaged_problems_have_their_stated_lengths() -> None:
    for problem in packaged((1, 3, 5))[::7]:
        found = mate_within(problem.board, problem.plies, tsume=True)
        assert (found.result, found.plies) == ("mate", problem.plies), problem.id
        assert found.moves[0] is problem.moves[0]


def test_the_result_is_open_when_the_node_limit_is_reached() -> None:
    problem = packaged(5)[0]
    assert mate_within(problem.board, 5, nodes=3).result == "open"


def test_positions_that_are_not_mate_problems_raise() -> None:
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
def test_unusual_futile_interpositions(sfen: str, plies: int) -> None:
    board = Board(sfen, validate=False)
    found = mate_within(board, 5, tsume=True)
    assert (found.result, found.plies) == ("mate", plies)
    assert Solver(1).solve(board, exact=True).plies == plies
