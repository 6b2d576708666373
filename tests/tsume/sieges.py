"""Random small positions with a king that has few squares but is not mated: brinkmates are likely."""

from __future__ import annotations

import random

from komadai import Board, SfenError
from tests.tsume.problems import Draft

NEAR = "GGSSPPNLR"
IN_HAND = "GGSSNLPRB"


def siege(seed: int) -> str:
    """The SFEN of a valid position, attacker to move, not in check."""
    rng = random.Random(seed)
    while True:
        draft = Draft(rng, empty=True)
        draft.set_king(rng.choice([1, 1, 1, 2, 2, 3]), rng.choice([1, 1, 1, 2]))
        if rng.random() < 0.3:
            draft.place_attackers_king()
        for _ in range(rng.choice([1, 2, 2, 3])):
            file, rank = draft.near(3)
            draft.place(rng.choice(NEAR), "b", (file, rank))
        for _ in range(rng.choice([0, 1, 2, 3])):
            draft.place(rng.choice("LNPPSG"), "w", draft.near(1), promoted=False)
        for _ in range(rng.choice([1, 1, 2])):
            draft.take(rng.choice(IN_HAND), "b")
        # The defender has few pieces to drop, because the slow reference tries every drop.
        draft.lacking = rng.sample("RBGSNLP", rng.choice([3, 5, 6, 7]))
        draft.removes_lacking = True
        sfen = draft.sfen()
        try:
            board = Board(sfen)
        except SfenError:
            continue
        if not board.is_check():
            return sfen
