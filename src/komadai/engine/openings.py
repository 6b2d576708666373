"""The first moves, for variety: a handful of sound openings, one move of them at random.

Any order of moves that leads to a position of the table is followed from there.
"""

from __future__ import annotations

from functools import cache
from random import Random

from komadai import Board, Move

_LINES = (
    # Fortress (yagura)
    "7g7f 8c8d 7i6h 3c3d 6h7g 7a6b 2g2f 3a4b 3i4h 4a3b",
    # Double wing attack (ai-gakari)
    "2g2f 8c8d 2f2e 8d8e 6i7h 4a3b 2e2d 2c2d 2h2d P*2c 2d2h",
    # Bishop exchange (kaku-gawari)
    "7g7f 8c8d 2g2f 8d8e 8h7g 3c3d 7i6h 4a3b 2f2e 2b7g+ 6h7g",
    "2g2f 8c8d 7g7f 8d8e 8h7g 3c3d 7i6h 4a3b",
    # Side pawn (yoko-fu-dori)
    "7g7f 3c3d 2g2f 8c8d 2f2e 8d8e 6i7h 4a3b 2e2d 2c2d 2h2d 8e8f 8g8f 8b8f 2d3d",
    # Fourth-file rook (shiken-bisha), by Black and by White
    "7g7f 3c3d 6g6f 8c8d 2h6h 7a6b 5i4h 5a4b 4h3h 4b3b",
    "7g7f 3c3d 2g2f 4c4d 3i4h 8b4b 5i6h 5a6b 6h7h 6b7b",
    # Central rook (naka-bisha)
    "5g5f 3c3d 7g7f 8c8d 2h5h 7a6b 5i4h 5a4b",
    "7g7f 3c3d 2g2f 5c5d 2f2e 8b5b 5i6h 5a6b",
    # Third-file rook (sangen-bisha)
    "7g7f 3c3d 7f7e 8c8d 2h7h 5a4b 5i4h",
    # One bishop each stays at home
    "2g2f 3c3d 7g7f 4c4d 3i4h 3a4b 5i6h 8c8d",
    "7g7f 8c8d 7i7h 3c3d 2g2f 4a3b",
)


def choose(board: Board, chance: Random) -> Move | None:
    """A move of the table in this position, or None if it has none."""
    moves = _table().get(_place(board))
    move = chance.choice(moves) if moves else None
    return move if move is not None and board.is_legal(move) else None


def _place(board: Board) -> str:
    return board.sfen().rsplit(" ", 1)[0]


@cache
def _table() -> dict[str, list[Move]]:
    table: dict[str, list[Move]] = {}
    for line in _LINES:
        board = Board()
        for usi in line.split():
            place = _place(board)
            table.setdefault(place, []).append(board.push_usi(usi))
    return table
