"""Moves and lines of moves as people write them, in both languages."""

from __future__ import annotations

from typing import TYPE_CHECKING

from komadai import notation
from komadai.cli.shared.language import Language

if TYPE_CHECKING:
    from collections.abc import Iterable

    from komadai import Board, Move


def move_text(board: Board, move: Move, language: Language) -> str:
    """A legal move on this board as people write it: ``▲5二金打``, ``☗G*5b``."""
    if language is Language.JA:
        return notation.write(board, move, "japanese")
    return f"{board.turn.mark}{notation.write(board, move, 'western')}"


def line_text(board: Board, moves: Iterable[Move], language: Language) -> str:
    """A line of moves from this position. Stops where a move is not legal."""
    board = board.copy()
    texts = []
    for move in moves:
        if not board.is_legal(move):
            break
        texts.append(move_text(board, move, language))
        board.push(move)
    return " ".join(texts)
