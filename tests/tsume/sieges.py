"""Random small positions in which a king is hemmed in but not mated: where brinkmates are."""

from __future__ import annotations

import random

from komadai import Board, SfenError
from tests.tsume.problems import Draft

NEAR = "GGSSPPNLR"
IN_HAND = "GGSSNLPRB"


def siege(seed: int) -> str:
    """The SFEN of a valid position, attacker to move, not in check."""
    chance = random.Random(seed)
    while True:
        draft = Draft(chance, empty=True)
        draft.set_king(chance.choice([1, 1, 1, 2, 2, 3]), chance.choice([1, 1, 1, 2]))
        if chance.random() < 0.3:
            draft.place_attackers_king()
        for _ in range(chance.choice([1, 2, 2, 3])):
            file, rank = draft.near(3)
            draft.place(chance.choice(NEAR), "b", (file, rank))
        for _ in range(chance.choice([0, 1, 2, 3])):
            draft.place(chance.choice("LNPPSG"), "w", draft.near(1), promoted=False)
        for _ in range(chance.choice([1, 1, 2])):
            draft.take(chance.choice(IN_HAND), "b")
        # The defender has little to drop: the slow reference tries all of it.
        draft.lacking = chance.sample("RBGSNLP", chance.choice([3, 5, 6, 7]))
        draft.nobodys = True
        sfen = draft.sfen()
        try:
            board = Board(sfen)
        except SfenError:
            continue
        if not board.is_check():
            return sfen
