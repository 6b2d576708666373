"""Which lines of a search for threats are shown."""

from __future__ import annotations

from komadai import Board
from komadai.engine import Info
from komadai.score import KOMADAI_WIN_RATE, Score
from komadai.server.analysis.threats import close_to_the_best


def line(moves: str, cp: int, depth: int) -> Info:
    board = Board()
    pv = tuple(board.push_usi(usi) for usi in moves.split())
    return Info(score=Score(cp=cp, turn=Board().turn), pv=pv, depth=depth)


def test_a_move_that_two_iterations_found_is_shown_once() -> None:
    """The search was ended when the best move of the last iteration was known, but not yet the others."""
    lines = [line("2g2f 8c8d", 60, 9), line("2g2f 3c3d", 55, 8), line("7g7f 3c3d", 50, 8)]
    assert close_to_the_best(lines, Board(), KOMADAI_WIN_RATE) == [lines[0], lines[2]]


def test_a_much_worse_move_is_no_threat() -> None:
    lines = [line("2g2f", 900, 9), line("7g7f", -900, 9)]
    assert close_to_the_best(lines, Board(), KOMADAI_WIN_RATE) == lines[:1]
