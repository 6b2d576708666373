"""Many problems at once: the same answers as for each alone, in order."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from komadai import Board, errors, tsume
from komadai._core import MateSolver
from tests.amounts import examples
from tests.tsume import problems
from tests.tsume.compare import NODES
from tests.tsume.replay import faults_of_line
from tests.tsume.themes import problem

THREE = "8l/7b1/8k/6+B2/7Pg/9/9/9/9 b Rr3g4s4n3l17p 1"
NONE = "4k4/9/4P4/9/9/9/9/9/9 b S2r2b4g3s4n4l17p 1"
MICROCOSMOS = "g1+P1k1+P+P+L/1p3P3/+R+p2pp1pl/1NNsg+p2+R/+b+nL+P1+p3/1P3ssP1/2P1+Ps2N/4+P1P1L/+B5G1g b - 1"


def test_each_problem_has_the_same_answer_as_alone() -> None:
    sfens = [make(seed) for seed in range(examples(60, 150)) for make in (problems.problem, problem)]
    for sfen, answer in zip(sfens, tsume.solve_many(sfens, exact=True, nodes=NODES), strict=True):
        alone = tsume.solve(Board(sfen), exact=True, nodes=NODES, memory_mb=8)
        if alone.exact and answer.exact:
            assert (answer.result, answer.plies) == (alone.result, alone.plies), sfen
            if answer.plies is not None and answer.plies <= 3:
                assert answer.moves == alone.moves, sfen
        assert {alone.result, answer.result} != {"mate", "no-mate"}, sfen


def test_boards_and_texts_may_be_mixed() -> None:
    answers = list(tsume.solve_many([THREE, Board(NONE), Board(THREE)]))
    assert [(answer.result, answer.plies) for answer in answers] == [
        ("mate", 3),
        ("no-mate", None),
        ("mate", 3),
    ]
    assert answers[0].moves == answers[2].moves == tsume.solve(Board(THREE)).moves
    assert (answers[0].exact, answers[0].reason) == (True, "")


def test_no_problems_have_no_answers() -> None:
    assert list(tsume.solve_many([])) == []


@pytest.mark.parametrize(
    ("wrong", "error"),
    [
        ("no sfen", errors.SfenError),
        ("4k4/4G4/4P4/9/9/9/9/9/9 b G 1", errors.TsumeError),
        (7, TypeError),
    ],
)
def test_an_invalid_problem_raises_after_the_answers_of_those_before_it(
    wrong: str, error: type[Exception]
) -> None:
    answers = tsume.solve_many([THREE, NONE, wrong, THREE])
    assert next(answers).plies == 3
    assert next(answers).result == "no-mate"
    with pytest.raises(error):
        next(answers)


def test_an_error_of_the_input_is_raised() -> None:
    def source() -> Iterator[str]:
        yield THREE
        raise OSError("gone")

    with pytest.raises(OSError, match="gone"):
        list(tsume.solve_many(source()))


def test_the_limits_hold_for_each_problem() -> None:
    answers = list(tsume.solve_many([MICROCOSMOS, THREE, MICROCOSMOS, NONE], nodes=3000))
    assert [answer.result for answer in answers] == ["unknown", "mate", "unknown", "no-mate"]
    assert [answer.reason for answer in answers] == ["nodes", "", "nodes", ""]
    assert all(answer.nodes < 6000 for answer in answers)
    (answer,) = tsume.solve_many([MICROCOSMOS], seconds=0.02)
    assert (answer.result, answer.reason) == ("unknown", "time")


def test_a_large_problem_does_not_change_the_answers_after_it() -> None:
    first, between, again = tsume.solve_many([MICROCOSMOS, THREE, MICROCOSMOS], any_mate=True, nodes=40_000)
    assert (first.nodes, first.reason) == (again.nodes, "nodes")
    assert between.plies == 3


def test_more_problems_than_are_read_at_once() -> None:
    answers = [answer.plies for answer in tsume.solve_many([THREE, NONE] * 400)]
    assert answers == [3, None] * 400


@pytest.mark.parametrize("seed", range(0, 60, 2))
def test_any_mate_is_a_mate_and_not_shorter_than_the_shortest(seed: int) -> None:
    for sfen in (problems.problem(seed), problem(seed)):
        any_mate = tsume.solve(Board(sfen), any_mate=True, nodes=NODES, memory_mb=8)
        (in_many,) = tsume.solve_many([sfen], any_mate=True, nodes=NODES, memory_mb=8)
        shortest = tsume.solve(Board(sfen), exact=True, nodes=NODES, memory_mb=8)
        assert (any_mate.result, any_mate.plies) == (in_many.result, in_many.plies)
        assert {any_mate.result, shortest.result} != {"mate", "no-mate"}, sfen
        if any_mate.plies is not None and shortest.plies is not None and shortest.exact:
            assert any_mate.plies >= shortest.plies, sfen
            assert faults_of_line(sfen, any_mate) == [], sfen


def test_any_and_exact_exclude_each_other() -> None:
    with pytest.raises(errors.RangeError, match="any_mate"):
        tsume.solve(Board(THREE), exact=True, any_mate=True)
    with pytest.raises(errors.RangeError, match="any_mate"):
        next(tsume.solve_many([THREE], exact=True, any_mate=True))


def test_invalid_numbers_are_refused() -> None:
    with pytest.raises(errors.RangeError):
        next(tsume.solve_many([THREE], plies=-1))
    with pytest.raises(errors.RangeError):
        next(tsume.solve_many([THREE], seconds=-1))


@pytest.mark.parametrize(
    "sfen",
    [
        "ln1k1l2b/2r6/2p+NG4/p2n2P1p/5P1p1/P1PSlSs2/+b2P1pL2/3GG4/4KN1+r1 w GPs7p 158",
        "l5g1+R/4k2p1/p2g1pS1l/2P1p4/1B1NR1pP1/3GPKPS1/PP6+p/2gs5/L7L b 2N2Pbsn4p 125",
    ],
)
def test_an_interposition_is_judged_by_the_longest_other_defence(sfen: str) -> None:
    # In the second the king's longest defence is 6 plies after the first check. A drop lasts 10 plies, and 8
    # without the captured piece: longer than 6, so it counts, although 8 would be within a limit of 8.
    (answer,) = tsume.solve_many([sfen], exact=True)
    assert (answer.plies, answer.exact) == (11, True)


def test_answers_are_made_as_tuples_only() -> None:
    with pytest.raises(TypeError, match="made: expected a kind of tuple"):
        MateSolver(1).solve_many([Board()], list, False, 1, 0, 0.0, True)  # type: ignore[type-var]
