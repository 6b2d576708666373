"""Positions with few pieces, and a move in them as the detectors see it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from komadai import Board, Color, Move, Piece
from komadai.study.proverbs.played import Played

if TYPE_CHECKING:
    from komadai.study.proverbs.played import Phase


def position(pieces: str, hands: str = "-", *, turn: str = "b") -> Board:
    """A position from pieces such as ``K5i +R2b k5a`` (White's in lower case) and hands as in SFEN."""
    board = Board(f"9/9/9/9/9/9/9/9/9 {turn} {hands} 1", validate=False)
    for each in pieces.split():
        board.set_piece(each[-2:], Piece.from_symbol(each[:-2]))
    return board


def played(pieces: str, moves: str, *, hands: str = "-", phase: Phase = "middle") -> Played:
    """The first of these moves as one of Black's, with the others following.

    A move in brackets is White's move before it.
    """
    words = moves.split()
    previous = Move.from_usi(words.pop(0)[1:-1]) if words[0].startswith("(") else None
    board = position(pieces, hands, turn="b" if previous is None else "w")
    if previous is not None:
        board.push(previous)
    assert board.turn == Color.BLACK
    line = [Move.from_usi(each) for each in words]
    after = board.copy()
    for each in line:
        assert after.is_legal(each), f"{each} is not legal in {after.sfen()}"
        after.push(each)
    return Played(board, line[0], follow=line[1:], previous=previous, phase=phase)
