"""The positions all libraries work on."""

from __future__ import annotations

import random

import komadai

START = komadai.STARTPOS
MATSURI = "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1"
MOST_MOVES = "R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1"


def midgames(count: int = 32) -> list[str]:
    """Positions from random games, always the same ones: 8 to 132 moves played."""
    chance = random.Random(1)
    sfens: list[str] = []
    while len(sfens) < count:
        board = komadai.Board()
        for _ in range(8 + 4 * len(sfens)):
            if not (moves := board.legal_moves):
                break
            board.push(chance.choice(moves))
        else:
            sfens.append(board.sfen())
    return sfens
