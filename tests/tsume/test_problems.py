"""The packaged problems: their number, soundness, and no duplicates."""

from __future__ import annotations

from collections import Counter

import pytest

from komadai import BLACK, WHITE, Board, PieceType, RangeError, tsume
from komadai.pieces import HAND_TYPES, SET_COUNTS
from komadai.tsume import Problem
from komadai.tsume.mining.duplicates import keys
from komadai.tsume.problems import line, parsed

ALL = tsume.problems()


def test_two_thousand_problems_of_one_to_eleven_plies() -> None:
    counts = Counter(problem.plies for problem in ALL)
    assert len(ALL) >= 2000
    assert set(counts) == {1, 3, 5, 7, 9, 11}
    assert counts[1] < len(ALL) / 4


def test_they_are_selected_by_length_and_ordered_by_difficulty() -> None:
    assert {problem.plies for problem in tsume.problems(plies=3)} == {3}
    assert tsume.problems(plies=[1, 11]) == [*tsume.problems(plies=1), *tsume.problems(plies=11)]
    assert tsume.problems(plies=13) == []
    scores = [problem.difficulty.score for problem in tsume.problems(plies=5)]
    assert scores == sorted(scores)


@pytest.mark.parametrize("plies", [0, 2, -1])
def test_an_even_number_of_plies_is_refused(plies: int) -> None:
    with pytest.raises(RangeError, match="odd number"):
        tsume.problems(plies=plies)


def test_no_two_are_equal_or_mirrored() -> None:
    seen: set[str] = set()
    for problem in ALL:
        alike = keys(problem.composition(), problem.moves)
        assert not alike & seen, problem.sfen
        seen |= alike
    assert len({problem.id for problem in ALL}) == len(ALL)


def test_black_attacks_without_a_king_and_white_holds_the_rest_of_the_set() -> None:
    for problem in ALL:
        board = problem.board
        assert board.turn is BLACK, problem.sfen
        assert board.king(BLACK) is None, problem.sfen
        assert not board.problems(), problem.sfen
        used = Counter(
            piece.type.unpromoted
            for square in board.pieces()
            if (piece := board.piece_at(square)) and piece.type is not PieceType.KING
        )
        for kind in HAND_TYPES:
            held = board.hand(BLACK)[kind] + board.hand(WHITE)[kind]
            assert used[kind] + held == SET_COUNTS[kind], problem.sfen


def test_every_solution_is_legal_gives_check_and_leaves_no_pieces() -> None:
    for problem in ALL:
        board = problem.board
        for ply, move in enumerate(problem.moves):
            assert ply % 2 or board.gives_check(move), problem.sfen
            board.push(move)
        assert not board.hand(BLACK).total, problem.sfen
        assert board.is_check(), problem.sfen


def test_every_problem_has_a_wrong_check() -> None:
    assert all(problem.difficulty.checks > len(problem.moves[::2]) for problem in ALL)


def test_the_solver_proves_every_length() -> None:
    solutions = tsume.solve_many((problem.sfen for problem in ALL), exact=True, memory_mb=64)
    for problem, solution in zip(ALL, solutions, strict=True):
        found = (solution.result, solution.plies, solution.exact)
        assert found == ("mate", problem.plies, True), problem.sfen


def test_the_judge_calls_them_full_works_with_this_one_solution() -> None:
    judge = tsume.Inspector(64)
    for problem in ALL[::5]:
        report = judge.inspect(problem.board)
        assert (report.verdict, report.unique) == ("full", True), problem.sfen
        # There may be other defences of equal length; only the attacker's first move must be unique.
        assert report.moves[0] is problem.moves[0], problem.sfen


def test_a_problem_and_its_mirror_image_have_the_same_fixed_name() -> None:
    problem = parsed("7k1/9/8G/9/9/9/9/9/9\tG\tG*2b\t1\t7\t2\t3.5")
    mirrored = Problem(problem.composition().mirrored().sfen(), (), problem.difficulty)
    assert problem.id == "1-3284e59b95"
    assert mirrored.id.split("-")[1] == problem.id.split("-")[1]


def test_a_line_of_the_file_has_all_fields() -> None:
    assert [parsed(line(problem)) for problem in ALL] == ALL


def test_each_call_returns_a_new_board() -> None:
    problem = ALL[0]
    problem.board.push(problem.moves[0])
    assert problem.board == Board(problem.sfen)
