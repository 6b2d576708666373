"""Positions as texts that are equal if the positions are, and the same positions seen from other sides."""

from __future__ import annotations

import re
from typing import Final

_CELL: Final = re.compile(r"\+?(?:\([^)]*\)|[A-Za-z])|\d+")
_HELD: Final = re.compile(r"\d*(?:\([^)]*\)|[A-Za-z])")
_SQUARE: Final = re.compile(r"(\d+)([a-z])")
_WITH_LIONS: Final = 12
"""The least number of ranks of a variant in which the third field can be the square of a taken lion."""


def key(sfen: str) -> str:
    """Board, side to move and hands of an SFEN that a board has written, without the number of the move."""
    return " ".join(sfen.split()[:3])


def images(position: str) -> frozenset[str]:
    """The key of a position, that of its rotation with the colours exchanged, and both with left and right
    exchanged: what is known of one of them is known of all.
    """
    rotated = _rotated(position)
    return frozenset((position, rotated, _mirrored(position), _mirrored(rotated)))


def _rotated(position: str) -> str:
    board, turn, rest = position.split()
    ranks = ["".join(reversed(_CELL.findall(rank))) for rank in reversed(board.split("/"))]
    held = _HELD.findall(rest.swapcase())
    held.sort(key=str.islower)  # Black's hand stands first
    square = _SQUARE.fullmatch(rest)
    if square and len(ranks) >= _WITH_LIONS:
        rank = chr(ord("a") + ord("a") + len(ranks) - 1 - ord(square[2]))
        rest = f"{_files(board) + 1 - int(square[1])}{rank}"
    elif rest != "-":
        rest = "".join(held)
    return f"{'/'.join(ranks).swapcase()} {'w' if turn == 'b' else 'b'} {rest}"


def _mirrored(position: str) -> str:
    board, turn, rest = position.split()
    ranks = ["".join(reversed(_CELL.findall(rank))) for rank in board.split("/")]
    square = _SQUARE.fullmatch(rest)
    if square and len(ranks) >= _WITH_LIONS:
        rest = f"{_files(board) + 1 - int(square[1])}{square[2]}"
    return f"{'/'.join(ranks)} {turn} {rest}"


def _files(board: str) -> int:
    return sum(int(cell) if cell.isdigit() else 1 for cell in _CELL.findall(board.partition("/")[0]))
