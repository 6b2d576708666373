"""The solver's tree: its lengths are those of the rules of tsume, and it ends in mates."""

from __future__ import annotations

import pytest

from komadai import Board
from komadai.errors import TsumeError
from komadai.tsume.problems import problems
from komadai.tsume.proof_tree import ProofTree

NO_MATE = "4k4/9/9/9/9/9/9/9/9 b P2r2b4g4s4n4l17p 1"
FUTILE = "8k/7pp/9/9/9/9/9/9/9 b R2G" + "r2b2g4s4n4l16p 1"
"""The rook checks from the back rank; each interposition is captured."""


@pytest.mark.parametrize("problem", [each for each in problems() if each.plies in (3, 5, 7)][::150])
def test_the_longest_defence_has_the_length_of_the_mate(problem: object) -> None:
    tree, board = ProofTree(), problem.board  # type: ignore[attr-defined]
    waiting = [board]
    steps = 0
    while waiting:
        board = waiting.pop()
        step = tree.step(board)
        steps += 1
        assert step.result == "mate"
        assert step.attack is not None
        assert board.gives_check(step.attack)
        after = board.copy()
        after.push(step.attack)
        assert {each.move for each in step.defences} == set(after.legal_moves)
        if not step.defences:
            assert step.plies == 1
            continue
        counted = [each for each in step.defences if not each.futile]
        if counted:
            assert max(each.plies or 0 for each in counted) == step.plies
        for each in counted[:2]:
            then = after.copy()
            then.push(each.move)
            waiting.append(then)
    assert steps > 1


def test_a_position_without_a_mate_has_no_attack() -> None:
    step = ProofTree().step(Board(NO_MATE))
    assert (step.result, step.plies, step.attack, step.defences) == ("no-mate", None, None, ())


def test_futile_interpositions_come_last() -> None:
    step = ProofTree().step(Board(FUTILE))
    flags = [each.futile for each in step.defences]
    assert flags == sorted(flags)


def test_a_stopped_tree_answers_at_once() -> None:
    tree = ProofTree()
    tree.stop()
    step = tree.step(next(iter(problems())).board)
    assert all(each.plies is None for each in step.defences)


def test_a_position_that_is_no_problem_is_refused() -> None:
    with pytest.raises(TsumeError):
        ProofTree().step(Board("9/9/9/9/9/9/9/9/4K4 b 2r2b4g4s4n4l18p 1", validate=False))
