"""Whole lines of mate problems: solutions, wrong attacks, and defences that are not the longest."""

from __future__ import annotations

import pytest

from komadai import Board, Move
from komadai.tsume.line_checker import LineJudgement, judge_line
from komadai.tsume.move_checker import MoveChecker
from komadai.tsume.problems import problems

LANCE = Board("8l/7b1/8k/6+B2/7Pg/9/9/9/9 b Rr3g4s4n3l17p 1", validate=False)
"""Mate in 3: 1二飛 同香 2四馬."""
SOLUTION = "R*1b 1a1b 3d2d"


def judged(board: Board, solution: str, line: str) -> LineJudgement:
    moves = [Move.from_usi(usi) for usi in line.split()]
    return judge_line(MoveChecker(), board, [Move.from_usi(usi) for usi in solution.split()], moves)


def test_the_solution_is_right() -> None:
    assert judged(LANCE, SOLUTION, SOLUTION) == LineJudgement("solved", 3)


def test_the_board_is_left_unchanged() -> None:
    before = LANCE.sfen()
    judged(LANCE, SOLUTION, SOLUTION)
    assert LANCE.sfen() == before


@pytest.mark.parametrize(
    ("line", "verdict", "right"),
    [
        ("3d4d 1c1b R*1a", "no_check", 0),
        ("R*1b 1a1b 3d4d", "no_check", 2),
        ("3d2d 1c2d R*2c", "wrong", 0),
    ],
)
def test_the_first_wrong_attack_is_named(line: str, verdict: str, right: int) -> None:
    judgement = judged(LANCE, SOLUTION, line)
    assert (judgement.verdict, judgement.right) == (verdict, right)


def test_a_wrong_attack_is_refuted() -> None:
    reply = judged(LANCE, SOLUTION, "3d2d 1c2d R*2c").reply
    assert reply is not None
    board = LANCE.copy()
    board.push(Move.from_usi("3d2d"))
    assert board.is_legal(reply)


def test_every_packaged_solution_is_right() -> None:
    checker = MoveChecker()
    for plies in (1, 3, 5, 7):
        for problem in problems(plies)[:5]:
            assert judge_line(checker, problem.board, problem.moves, problem.moves) == LineJudgement(
                "solved", plies
            )


def test_a_defence_is_right_if_and_only_if_the_mate_after_it_is_as_long() -> None:
    """Every answer to the first attack of some mates in 3."""
    checker, verdicts = MoveChecker(), set()
    for problem in problems(3)[:12]:
        after = problem.board
        after.push(problem.moves[0])
        for defence in after.legal_moves:
            board = after.copy()
            board.push(defence)
            mates = [move for move in board.legal_moves if mate_at_once(board, move)]
            last = mates[0] if mates else board.legal_moves[0]
            line = [problem.moves[0], defence, last]
            judgement = judge_line(checker, problem.board, problem.moves, line)
            verdicts.add(judgement.verdict)
            if judgement.verdict == "solved":
                assert mates, problem.sfen
            else:
                assert judgement.right == 1
                assert judgement.verdict == "futile"
                assert judgement.reply is not None
    assert "solved" in verdicts


def mate_at_once(board: Board, move: Move) -> bool:
    if not board.gives_check(move):
        return False
    board.push(move)
    mated = board.is_checkmate()
    board.pop()
    return mated
