"""The move checker of mate problems: right, slower and wrong moves, and the defences."""

from __future__ import annotations

from komadai import Board, Move
from komadai.tsume.move_checker import MoveChecker
from komadai.tsume.problems import problems


def test_a_move_that_mates_as_fast_is_right() -> None:
    """Two golds, either of which mates at once."""
    board = Board("4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1", validate=False)
    verdict = MoveChecker().judge(board, Move.from_usi("G*5b"), (), 0)
    assert (verdict.verdict, verdict.equal) == ("solved", True)


def test_a_slower_mate_is_accepted_as_slower() -> None:
    slower = []
    checker = MoveChecker()
    for problem in problems(1)[:60]:
        board = problem.board
        for move in board.legal_moves:
            if move is not problem.moves[0] and board.gives_check(move):
                verdict = checker.judge(board, move, problem.moves, 0)
                assert verdict.verdict in ("wrong", "slower", "solved")
                if verdict.verdict == "slower":
                    slower.append(verdict)
                if verdict.verdict == "wrong":
                    assert verdict.reply is not None
    assert all(verdict.plies and verdict.plies % 2 == 0 for verdict in slower)
