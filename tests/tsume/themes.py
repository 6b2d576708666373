"""Random small problems around what solvers get wrong; the companions of :mod:`tests.tsume.problems`.

A theme lays the pieces so that its motif comes up often. The same theme and seed are always the same
problem, mostly with a mate of up to 5 plies for even seeds and as it falls for odd ones.
"""

from __future__ import annotations

import random
from collections.abc import Callable

from tests.tsume.problems import Draft, has_short_mate, is_valid

KNIGHTS = [(-1, 2), (1, 2)]


def themed(theme: str, seed: int) -> str:
    """The SFEN of a valid position, attacker to move."""
    chance = random.Random(f"{theme} {seed}")
    while True:
        draft = Draft(chance, empty=True)
        (THEMES | FOR_THE_JUDGE)[theme](draft, chance)
        for _ in range(4):
            sfen = draft.sfen()
            if is_valid(sfen) and (seed % 2 or has_short_mate(sfen)):
                return sfen
            draft.help_attacker()


def problem(seed: int) -> str:
    """One of the themes by turns."""
    names = list(THEMES)
    return themed(names[seed // 2 % len(names)], seed)


def staying_unpromoted(draft: Draft, chance: random.Random) -> None:
    """The attacker's rook, bishop, lance or pawn may promote, and he holds pawns that may not mate."""
    draft.set_king(chance.choice([1, 1, 1, 2, 2, 3, 4]), chance.choice([1, 1, 1, 2, 2, 3]))
    for _ in range(chance.choice([1, 1, 2])):
        kind = chance.choice("RRBBLP")
        file = draft.king[0] + chance.randint(-2, 4)
        draft.place(kind, "b", (file, draft.king[1] + chance.randint(-2, 3)), promoted=False)
    for _ in range(chance.choice([1, 2, 2])):
        draft.place(chance.choice("GSNNPS"), "b", draft.near(2))
    for _ in range(chance.choice([0, 1, 1, 2])):
        draft.place(chance.choice("LNPPSG"), "w", draft.near(1))
    for kind in "P" * chance.choice([1, 1, 2]) + chance.choice(["", "", "S", "G", "N", "L"]):
        draft.take(kind, "b")


def defender_staying_unpromoted(draft: Draft, chance: random.Random) -> None:
    """The king in the attacker's camp, where the defender's own pieces may promote as they interpose or
    take, and had sometimes better not, to be mated by a pawn that may not be dropped."""
    draft.set_king(chance.choice([1, 1, 2, 3, 5, 9]), chance.choice([7, 8, 8, 9, 9, 6]))
    for _ in range(chance.choice([1, 2, 2, 3])):
        draft.place(chance.choice("RBRBLGSNP"), "b", draft.near(chance.choice([2, 3, 5])))
    for _ in range(chance.choice([1, 1, 2])):
        kind = chance.choice("RRBBLPSN")
        draft.place(kind, "w", draft.near(chance.choice([2, 3, 6])), promoted=False)
    for _ in range(chance.choice([0, 1, 2])):
        draft.place(chance.choice("PPGSN"), "w", draft.near(1))
    for kind in "P" * chance.choice([1, 1, 2]) + chance.choice(["", "G", "S", "L", "R"]):
        draft.take(kind, "b")


def double_check(draft: Draft, chance: random.Random) -> None:
    """One or two batteries aimed at the king."""
    draft.set_king(chance.choice([1, 2, 3, 5, 8]), chance.choice([1, 1, 2, 3, 9]))
    for _ in range(chance.choice([1, 1, 2])):
        draft.place_line(draft.king, "b")
    for _ in range(chance.choice([0, 1, 2])):
        draft.place(chance.choice("GSNPL"), "b", draft.near(2))
    for _ in range(chance.choice([1, 2, 3])):
        draft.place(chance.choice("PPLNSGBR"), "w", draft.near(chance.choice([1, 2])))
    for _ in range(chance.choice([0, 1])):
        draft.take(chance.choice("PLNSGBR"), "b")


def attacker_in_danger(draft: Draft, chance: random.Random) -> None:
    """The attacker's king close by: in check already, hemmed in by pins, or checked back."""
    draft.set_king(chance.choice([1, 2, 4, 7]), chance.choice([1, 2, 3, 8]))
    draft.place_attackers_king()
    assert draft.attackers_king
    for _ in range(chance.choice([1, 1, 2])):
        draft.place_line(draft.attackers_king, "w")
    for _ in range(chance.choice([0, 1, 1])):
        draft.place(
            chance.choice("RBLNG"),
            "w",
            (draft.attackers_king[0], draft.attackers_king[1] + chance.choice([-1, -2, -4])),
        )
    for _ in range(chance.choice([2, 3])):
        draft.place(chance.choice("RBLGSNP"), "b", draft.near(2))
    for _ in range(chance.choice([0, 1, 2])):
        draft.place(chance.choice("PPLNSGBR"), "w", draft.near(2))
    for _ in range(chance.choice([1, 2])):
        draft.take(chance.choice("PLNSGBR"), "b")


def smothered(draft: Draft, chance: random.Random) -> None:
    """A king among its own pieces, and knights."""
    draft.set_king(chance.choice([1, 1, 2, 5]), chance.choice([1, 1, 1, 2]))
    for file, rank in [(-1, 0), (1, 0), (0, 1), (-1, 1), (1, 1), (0, -1)]:
        if chance.random() < 0.7:
            draft.place(chance.choice("PPLSGNGRB"), "w", (draft.king[0] + file, draft.king[1] + rank))
    for step in KNIGHTS:
        if chance.random() < 0.4:
            file, rank = draft.king[0] + step[0] * 2, draft.king[1] + step[1] * 2
            draft.place("N", "b", (file, rank), promoted=False)
    for _ in range(chance.choice([1, 2])):
        draft.place(chance.choice("RBLGSPN"), "b", draft.near(3))
    for kind in "N" * chance.choice([1, 1, 2]) + chance.choice(["", "P", "S", "G"]):
        draft.take(kind, "b")


def nothing_to_drop(draft: Draft, chance: random.Random) -> None:
    """A check from afar, and a defender with little in hand or with a pawn on every file already."""
    draft.set_king(chance.choice([1, 1, 2, 9]), chance.choice([1, 1, 2, 3, 9]))
    slider = chance.choice("RBL")
    draft.place(slider, "b", draft.on_line(slider, chance.randint(2, 7)))
    for _ in range(chance.choice([1, 2, 3])):
        draft.place(chance.choice("RBLGSNP"), "b", draft.near(2))
    for _ in range(chance.choice([0, 1, 2, 3])):
        draft.place(chance.choice("PLNSGBR"), "w", draft.near(2))
    if chance.random() < 0.5:
        for file in range(1, 10):
            if chance.random() < 0.7:
                draft.place("P", "w", (file, chance.choice([3, 4, 5, 6])), promoted=False)
    for _ in range(chance.choice([0, 1, 2])):
        draft.take(chance.choice("PPLNSGBR"), "b")
    draft.lacking = chance.sample("PLNSGBR", chance.choice([4, 5, 6, 7]))
    draft.nobodys = chance.random() < 0.8


def wandering(draft: Draft, chance: random.Random) -> None:
    """A king almost alone, and a dragon or a horse that has many ways: detours, moves whose order may be
    changed, several ways to the same square."""
    draft.turned = False
    draft.set_king(chance.choice([1, 1, 2, 2, 3, 5, 9]), chance.choice([1, 1, 1, 2, 2, 3]))
    for _ in range(chance.choice([1, 1, 2])):
        draft.place(
            chance.choice("RRBB"), "b", draft.near(chance.choice([2, 3])), promoted=chance.random() < 0.7
        )
    for _ in range(chance.choice([0, 1, 1, 2])):
        draft.place(chance.choice("GSNPPL"), "b", draft.near(2))
    for _ in range(chance.choice([0, 0, 1, 2])):
        draft.place(chance.choice("PPLNSG"), "w", draft.near(2))
    for _ in range(chance.choice([0, 1, 1, 2])):
        draft.take(chance.choice("PPLNSGG"), "b")


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
"""Of little interest to a solver, but full of what the judge must tell apart; none of :func:`problem`."""
