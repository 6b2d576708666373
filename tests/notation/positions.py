"""Positions for the notation tests: from random games, and crowded ones that no game would reach."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

from komadai import Board
from komadai.errors import SfenError
from komadai.pieces import SET_COUNTS, PieceType


def from_random_games(seed: int, plies: int) -> Iterator[Board]:
    """The same board before each move of a random game."""
    rng, board = random.Random(seed), Board()
    for _ in range(plies):
        moves = list(board.legal_moves)
        if not moves:
            return
        yield board
        board.push(rng.choice(moves))


def crowded(seed: int) -> Board:
    """A legal position with the pieces anywhere, many of them promoted, so that rivals are common."""
    rng = random.Random(seed)
    while True:
        try:
            return Board(_scattered(rng))
        except SfenError:  # the side not to move is in check, or a pawn is dead
            continue


def _scattered(rng: random.Random) -> str:
    squares = rng.sample([(x, y) for x in range(9) for y in range(9)], 40)
    grid = [["1"] * 9 for _ in range(9)]
    hands: list[str] = []
    for kind, count in SET_COUNTS.items():
        for i in range(count):
            x, y = squares.pop()
            is_king = kind is PieceType.KING
            white = i == 1 if is_king else rng.random() < 0.4
            letter = kind.letter.lower() if white else kind.letter
            if not is_king and rng.random() < 0.2:
                hands.append(letter)
                continue
            # Nearly all pawns are promoted: otherwise two on a file would make most positions illegal.
            promoted = kind.can_promote and rng.random() < (0.95 if kind is PieceType.PAWN else 0.5)
            grid[y][x] = f"+{letter}" if promoted else letter
    ranks = [re.sub("1+", lambda run: str(len(run[0])), "".join(row)) for row in grid]
    held = "".join(
        f"{hands.count(letter) if hands.count(letter) > 1 else ''}{letter}"
        for letter in "RBGSNLPrbgsnlp"
        if letter in hands
    )
    return f"{'/'.join(ranks)} {rng.choice('bw')} {held or '-'} 1"
