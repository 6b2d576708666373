"""Training positions made for tests: random games, valued by the pieces of both sides."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from komadai import Board
from komadai.packed import EvaluatedPosition

PIECE_VALUES = {"P": 90, "L": 315, "N": 405, "S": 495, "G": 540, "B": 855, "R": 990, "K": 0}
PROMOTED_VALUES = {"P": 540, "L": 540, "N": 540, "S": 540, "B": 945, "R": 1395}


def material(sfen: str) -> int:
    """Black's pieces minus White's, in centipawns, from the text of a position."""
    board, _, hands, _ = sfen.split()
    total, promoted = 0, False
    for letter in board:
        if letter == "+":
            promoted = True
        elif letter.isalpha():
            value = (PROMOTED_VALUES if promoted else PIECE_VALUES)[letter.upper()]
            total += value if letter.isupper() else -value
            promoted = False
    number = ""
    for letter in hands.replace("-", ""):
        if letter.isdigit():
            number += letter
        else:
            value = PIECE_VALUES[letter.upper()] * int(number or 1)
            total += value if letter.isupper() else -value
            number = ""
    return total


def boards(count: int, seed: int) -> Iterator[Board]:
    """Positions of random games."""
    rng = random.Random(seed)
    board = Board()
    for _ in range(count):
        board.push(rng.choice(board.legal_moves))
        if board.is_game_over() or board.move_number > 120:
            board.reset()
        yield board


@cache
def material_records(count: int, seed: int) -> bytes:
    """PSV records of random games with the material as score, and the side that has more as the winner."""
    records = []
    for board in boards(count, seed):
        black = material(board.sfen())
        score = black if board.turn.name == "BLACK" else -black
        winner = board.turn if score > 0 else board.turn.opponent if score < 0 else None
        records.append(EvaluatedPosition(Board(board.sfen()), score, None, winner).to_psv())
    return b"".join(records)


def material_file(path: Path, count: int, seed: int = 1) -> Path:
    """A file of :func:`material_records`."""
    path.write_bytes(material_records(count, seed))
    return path
