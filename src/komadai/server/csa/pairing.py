"""Pairs the programs of a round of the league: similar ratings, not the same two again."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

REMATCH_POINTS: Final = 300.0
"""Two programs whose last game was against each other count as this much further apart."""

NEAR: Final = 12
"""Players are exchanged with so many pairs that follow in rating: with all, a round of a thousand programs
would stop the server for half a second."""


@dataclass(frozen=True, slots=True)
class Entrant:
    """A program that waits for a round."""

    name: str
    rating: float
    last_opponent: str = ""


def pair(entrants: Sequence[Entrant], rng: random.Random) -> list[tuple[Entrant, Entrant]]:
    """The pairs of a round. With an odd number one program, drawn by lot, has no game.

    The sum of the distances in rating is reduced by exchanging players between pairs that are near each
    other, until no exchange reduces it.
    """
    order = list(entrants)
    rng.shuffle(order)
    if len(order) % 2:
        order.pop()
    order.sort(key=lambda each: each.rating)
    pairs = [(order[at], order[at + 1]) for at in range(0, len(order), 2)]
    better = True
    while better:
        better = False
        for first in range(len(pairs)):
            for second in range(first + 1, min(first + 1 + NEAR, len(pairs))):
                (a, b), (c, d) = pairs[first], pairs[second]
                now = _distance(a, b) + _distance(c, d)
                for one, other in (((a, c), (b, d)), ((a, d), (b, c))):
                    if _distance(*one) + _distance(*other) < now - 1e-9:
                        pairs[first], pairs[second] = one, other
                        better = True
                        break
    return pairs


def _distance(a: Entrant, b: Entrant) -> float:
    rematch = b.name == a.last_opponent or a.name == b.last_opponent
    return abs(a.rating - b.rating) + (REMATCH_POINTS if rematch else 0)
