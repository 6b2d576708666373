"""Choices that make no difference (非限定): promotion, and the square of a dropped slider on a line."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal

from komadai.pieces import PieceType

if TYPE_CHECKING:
    from collections.abc import Sequence

    from komadai._core import Board, Move

_SLIDERS: Final = (PieceType.LANCE, PieceType.BISHOP, PieceType.ROOK)


def same_choice(board: Board, move: Move, other: Move) -> Literal["promotion", "drop-square", ""]:
    """The choice in which two checks in this position differ; empty if they differ in anything else."""
    if move.drop is None and other.drop is None:
        same = (move.from_square, move.to_square) == (other.from_square, other.to_square)
        return "promotion" if same else ""
    king = board.king(board.turn.opponent)
    if move.drop is not other.drop or move.drop not in _SLIDERS or king is None:
        return ""
    return "drop-square" if _direction(king, move) == _direction(king, other) else ""


def _direction(king: int, drop: Move) -> tuple[int, int]:
    files, ranks = drop.to_square // 9 - king // 9, drop.to_square % 9 - king % 9
    return (files > 0) - (files < 0), (ranks > 0) - (ranks < 0)


def replay(board: Board, move: Move, other: Move, rest: Sequence[Move]) -> Board | None:
    """The position after ``rest`` if ``other`` is played instead of ``move`` and the other moves stay the
    same.

    The piece may be on another square until it moves again or is captured, and unpromoted until it can
    promote. None if a move of the line is impossible then.
    """
    meant, board = board.copy(), board.copy()
    meant.push(move)
    board.push(other)
    moved: tuple[int, int] | None = (move.to_square, other.to_square)
    for each in rest:
        start, to = each.from_square, each.to_square
        if moved is not None and start == moved[0]:
            start, moved = moved[1], (to, to)
        elif moved is not None and to == moved[0]:
            to, moved = moved[1], None
        moves = [
            legal
            for legal in board.legal_moves_to(to)
            if legal.from_square == start and legal.drop is each.drop
        ]
        if not moves:
            return None
        meant.push(each)
        board.push(moves[0])
        for again in moves[1:]:
            if board.piece_at(to) != meant.piece_at(each.to_square):
                board.pop()
                board.push(again)
    return board
