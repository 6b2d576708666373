"""Random small problems with difficult motifs; compare :mod:`tests.tsume.problems`.

A theme places the pieces so that its motif occurs often. The same theme and seed are always the same
problem: with a mate of up to 5 plies for even seeds, any random position for odd ones. The seed contains
the name of the theme.
"""

from __future__ import annotations

import random
from collections.abc import Callable

from tests.tsume.problems import Draft, has_short_mate, is_valid

KNIGHTS = [(-1, 2), (1, 2)]


def themed(theme: str, seed: int) -> str:
    """The SFEN of a valid position, attacker to move."""
    rng = random.Random(f"{theme} {seed}")
    while True:
        draft = Draft(rng, empty=True)
        (THEMES | FOR_THE_JUDGE)[theme](draft, rng)
        for _ in range(4):
            sfen = draft.sfen()
            if is_valid(sfen) and (seed % 2 or has_short_mate(sfen)):
                return sfen
            draft.help_attacker()


def problem(seed: int) -> str:
    """One of the themes, in turn."""
    names = list(THEMES)
    return themed(names[seed // 2 % len(names)], seed)


def staying_unpromoted(draft: Draft, rng: random.Random) -> None:
    """The attacker's rook, bishop, lance or pawn may promote, and it has pawns, whose drops must not mate."""
    draft.set_king(rng.choice([1, 1, 1, 2, 2, 3, 4]), rng.choice([1, 1, 1, 2, 2, 3]))
    for _ in range(rng.choice([1, 1, 2])):
        kind = rng.choice("RRBBLP")
        file = draft.king[0] + rng.randint(-2, 4)
        draft.place(kind, "b", (file, draft.king[1] + rng.randint(-2, 3)), promoted=False)
    for _ in range(rng.choice([1, 2, 2])):
        draft.place(rng.choice("GSNNPS"), "b", draft.near(2))
    for _ in range(rng.choice([0, 1, 1, 2])):
        draft.place(rng.choice("LNPPSG"), "w", draft.near(1))
    for kind in "P" * rng.choice([1, 1, 2]) + rng.choice(["", "", "S", "G", "N", "L"]):
        draft.take(kind, "b")


def defender_staying_unpromoted(draft: Draft, rng: random.Random) -> None:
    """The king in the attacker's camp, where the defender's own pieces may promote when they interpose or
    capture. Sometimes they should not, because then only an illegal pawn drop would mate."""
    draft.set_king(rng.choice([1, 1, 2, 3, 5, 9]), rng.choice([7, 8, 8, 9, 9, 6]))
    for _ in range(rng.choice([1, 2, 2, 3])):
        draft.place(rng.choice("RBRBLGSNP"), "b", draft.near(rng.choice([2, 3, 5])))
    for _ in range(rng.choice([1, 1, 2])):
        kind = rng.choice("RRBBLPSN")
        draft.place(kind, "w", draft.near(rng.choice([2, 3, 6])), promoted=False)
    for _ in range(rng.choice([0, 1, 2])):
        draft.place(rng.choice("PPGSN"), "w", draft.near(1))
    for kind in "P" * rng.choice([1, 1, 2]) + rng.choice(["", "G", "S", "L", "R"]):
        draft.take(kind, "b")


def double_check(draft: Draft, rng: random.Random) -> None:
    """One or two batteries aimed at the king."""
    draft.set_king(rng.choice([1, 2, 3, 5, 8]), rng.choice([1, 1, 2, 3, 9]))
    for _ in range(rng.choice([1, 1, 2])):
        draft.place_line(draft.king, "b")
    for _ in range(rng.choice([0, 1, 2])):
        draft.place(rng.choice("GSNPL"), "b", draft.near(2))
    for _ in range(rng.choice([1, 2, 3])):
        draft.place(rng.choice("PPLNSGBR"), "w", draft.near(rng.choice([1, 2])))
    for _ in range(rng.choice([0, 1])):
        draft.take(rng.choice("PLNSGBR"), "b")


def attacker_in_danger(draft: Draft, rng: random.Random) -> None:
    """The attacker's king is near: in check already, with pinned pieces around it, or checked in reply."""
    draft.set_king(rng.choice([1, 2, 4, 7]), rng.choice([1, 2, 3, 8]))
    draft.place_attackers_king()
    assert draft.attackers_king
    for _ in range(rng.choice([1, 1, 2])):
        draft.place_line(draft.attackers_king, "w")
    for _ in range(rng.choice([0, 1, 1])):
        draft.place(
            rng.choice("RBLNG"),
            "w",
            (draft.attackers_king[0], draft.attackers_king[1] + rng.choice([-1, -2, -4])),
        )
    for _ in range(rng.choice([2, 3])):
        draft.place(rng.choice("RBLGSNP"), "b", draft.near(2))
    for _ in range(rng.choice([0, 1, 2])):
        draft.place(rng.choice("PPLNSGBR"), "w", draft.near(2))
    for _ in range(rng.choice([1, 2])):
        draft.take(rng.choice("PLNSGBR"), "b")


def smothered(draft: Draft, rng: random.Random) -> None:
    """A king among its own pieces, and knights."""
    draft.set_king(rng.choice([1, 1, 2, 5]), rng.choice([1, 1, 1, 2]))
    for file, rank in [(-1, 0), (1, 0), (0, 1), (-1, 1), (1, 1), (0, -1)]:
        if rng.random() < 0.7:
            draft.place(rng.choice("PPLSGNGRB"), "w", (draft.king[0] + file, draft.king[1] + rank))
    for step in KNIGHTS:
        if rng.random() < 0.4:
            file, rank = draft.king[0] + step[0] * 2, draft.king[1] + step[1] * 2
            draft.place("N", "b", (file, rank), promoted=False)
    for _ in range(rng.choice([1, 2])):
        draft.place(rng.choice("RBLGSPN"), "b", draft.near(3))
    for kind in "N" * rng.choice([1, 1, 2]) + rng.choice(["", "P", "S", "G"]):
        draft.take(kind, "b")


def nothing_to_drop(draft: Draft, rng: random.Random) -> None:
    """A distant check, and a defender with few pieces in hand or with a pawn on every file."""
    draft.set_king(rng.choice([1, 1, 2, 9]), rng.choice([1, 1, 2, 3, 9]))
    slider = rng.choice("RBL")
    draft.place(slider, "b", draft.on_line(slider, rng.randint(2, 7)))
    for _ in range(rng.choice([1, 2, 3])):
        draft.place(rng.choice("RBLGSNP"), "b", draft.near(2))
    for _ in range(rng.choice([0, 1, 2, 3])):
        draft.place(rng.choice("PLNSGBR"), "w", draft.near(2))
    if rng.random() < 0.5:
        for file in range(1, 10):
            if rng.random() < 0.7:
                draft.place("P", "w", (file, rng.choice([3, 4, 5, 6])), promoted=False)
    for _ in range(rng.choice([0, 1, 2])):
        draft.take(rng.choice("PPLNSGBR"), "b")
    draft.lacking = rng.sample("PLNSGBR", rng.choice([4, 5, 6, 7]))
    draft.removes_lacking = rng.random() < 0.8


def wandering(draft: Draft, rng: random.Random) -> None:
    """A king almost alone, and a dragon or a horse with many routes: detours, moves whose order may be
    changed, several routes to the same square."""
    draft.is_rotated = False
    draft.set_king(rng.choice([1, 1, 2, 2, 3, 5, 9]), rng.choice([1, 1, 1, 2, 2, 3]))
    for _ in range(rng.choice([1, 1, 2])):
        draft.place(rng.choice("RRBB"), "b", draft.near(rng.choice([2, 3])), promoted=rng.random() < 0.7)
    for _ in range(rng.choice([0, 1, 1, 2])):
        draft.place(rng.choice("GSNPPL"), "b", draft.near(2))
    for _ in range(rng.choice([0, 0, 1, 2])):
        draft.place(rng.choice("PPLNSG"), "w", draft.near(2))
    for _ in range(rng.choice([0, 1, 1, 2])):
        draft.take(rng.choice("PPLNSGG"), "b")


THEMES: dict[str, Callable[[Draft, random.Random], None]] = {
    each.__name__: each
    for each in (
        staying_unpromoted,
        defender_staying_unpromoted,
        double_check,
        attacker_in_danger,
        smothered,
        nothing_to_drop,
    )
}

FOR_THE_JUDGE: dict[str, Callable[[Draft, random.Random], None]] = {"wandering": wandering}
"""Easy for a solver, but with many findings that the judge must distinguish; not used by :func:`problem`."""
