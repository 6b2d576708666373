"""Minimax in plain Python, without alpha-beta: the reference of the full-width search."""

from __future__ import annotations

from komadai import Board
from komadai.evaluation import Evaluation

MATE = 32000


def minimax(board: Board, evaluation: Evaluation, depth: int, ply: int = 0) -> int:
    """The score for the side to move. Knows no repetition: for depths up to 3, which have none."""
    if not len(board.legal_moves):
        return ply - MATE
    if depth == 0:
        return evaluation.value(board)
    best = -MATE
    for move in list(board.legal_moves):
        board.push(move)
        best = max(best, -minimax(board, evaluation, depth - 1, ply + 1))
        board.pop()
    return best
