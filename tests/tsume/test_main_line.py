"""The main line among equally long lines: the same for every solver and with any stored results."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from komadai import Board, tsume
from komadai._core import MateSolver, mate_within
from komadai.tsume import Inspector, Solver
from tests.tsume import problems
from tests.tsume.reference import TooMuchError
from tests.tsume.slow_judge import SlowJudge
from tests.tsume.themes import problem

if TYPE_CHECKING:
    from collections.abc import Callable

    from komadai import Move

SEEDS = range(120)


def usi(moves: tuple[Move, ...]) -> list[str]:
    return [move.usi() for move in moves]


@pytest.mark.parametrize("make", [problems.problem, problem])
def test_no_line_of_the_same_length_leaves_fewer_pieces(make: Callable[[int], str]) -> None:
    seen = 0
    for seed in SEEDS:
        sfen = make(seed)
        solver = MateSolver(8)
        found = solver.solve(Board(sfen), exact=True, nodes=20_000)
        if found.result != "mate" or not found.exact or found.plies > 5 or not found.compared:
            continue
        judge = SlowJudge(sfen, found.moves)
        try:
            least = judge.left(judge.boards[0], found.plies, greedy=False)
        except TooMuchError:
            continue
        assert judge.boards[-1].hand(judge.attacker).total == least, sfen
        seen += 1
    assert seen > 20


def test_the_line_does_not_depend_on_what_was_solved_before() -> None:
    sfens = [problem(seed) for seed in SEEDS]
    one, other = Solver(16), Solver(2)
    lines = [one.solve(Board(sfen), exact=True, nodes=20_000) for sfen in sfens]
    for sfen, first in reversed([*zip(sfens, lines, strict=True)]):
        again = other.solve(Board(sfen), exact=True, nodes=20_000)
        if first.exact and again.exact and first.plies and first.plies <= 9:
            assert first.moves == again.moves, sfen


def test_the_search_without_a_table_finds_the_same_line() -> None:
    for seed in SEEDS:
        sfen = problems.problem(seed)
        found = mate_within(Board(sfen, validate=False), 5, nodes=1000, tsume=True)
        if found.result == "mate":
            solution = tsume.solve(Board(sfen), exact=True, memory_mb=4)
            assert (solution.plies, solution.moves) == (found.plies, found.moves), sfen


def test_the_judge_uses_it_and_keeps_it_if_there_is_no_fault() -> None:
    inspector = Inspector(16)
    for seed in range(60):
        sfen = problems.problem(seed)
        report = inspector.inspect(Board(sfen), nodes=50_000)
        if report.verdict == "full" and report.shortest and not report.intended:
            assert report.moves == tsume.solve(Board(sfen), exact=True, memory_mb=4).moves, sfen


def test_equal_king_moves_are_ordered_by_square() -> None:
    """3a and 4a are equal; files are ordered from the right."""
    board = Board("4r4/5k3/7+R1/9/9/9/9/9/9 b G2b3g4s4n4l18p 1")
    solution = tsume.solve(board, exact=True)
    assert usi(solution.moves) == ["G*4c", "4b3a", "4c3b"]


def test_of_equal_interpositions_the_least_valuable_piece_is_taken() -> None:
    solution = tsume.solve(Board("2kg5/9/1pS6/9/9/9/9/9/9 b RNr2b3g3s3n4l17p 1"), exact=True)
    assert usi(solution.moves)[1] == "L*8a"
