"""Pairs the players of an arena: neighbours in the table who are free."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from komadai.tournaments.kinds.arena.matching import matching

REMATCH_MS: Final = 60_000
"""After so long two players who have just met are paired again, though others still play."""
NEAREST: Final = 12
"""Among so many neighbours in the table a player is matched first."""
LOOKS: Final = 4
"""How often those who are left over are matched among all; who is left over then waits for the next look."""
NOBODY: Final = -1
"""The opponent of who waits, in the matching."""
_AGAIN: Final = 10**9
"""A second meeting matters more than the distances in the table: their squares are below 250 × 500²."""
_WAITS: Final = 10**12
"""The cost of a wait; it is more than that of all second meetings, of which there are at most 250."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """The input of a pairing: the free players in the order of the table, the best first."""

    numbers: tuple[int, ...]
    last: tuple[int | None, ...]
    """The opponent of the last game of each."""
    until: tuple[int, ...]
    """When it ended, in ms since 1970; 0 without one."""
    others_play: bool
    at: int


def pairs(these: Waiting) -> list[tuple[int, int]]:
    """Returns the pairs that meet now: neighbours in the table, but nobody meets the opponent of their last
    game.

    Two who have just met are paired again only if nobody else plays, or they have waited a minute. Of an odd
    number the one who played last waits. Each player is matched among the NEAREST in the table; who is left
    over then, among all.
    """
    count = len(these.numbers)
    places = {number: place for place, number in enumerate(these.numbers)}
    met: dict[int, set[int]] = {place: set() for place in range(count)}
    for place, opponent in enumerate(these.last):
        if opponent in places:
            met[place].add(places[opponent])
            met[places[opponent]].add(place)

    def again(first: int, second: int) -> bool:
        since = max(these.until[first], these.until[second])
        return not these.others_play or these.at - since >= REMATCH_MS

    blocked = {place: {other for other in others if not again(place, other)} for place, others in met.items()}
    matched = [place for place in range(count) if len(blocked[place]) < count - 1]
    wide: set[int] = set()
    found: list[tuple[int, int]] = []
    for _ in range(LOOKS):
        costs: dict[tuple[int, int], int] = {}
        for index, place in enumerate(matched):
            begin = max(0, min(index - NEAREST // 2, len(matched) - 1 - NEAREST))
            for other in matched if place in wide else matched[begin : begin + NEAREST + 1]:
                if other != place and other not in blocked[place]:
                    pair = min(place, other), max(place, other)
                    costs[pair] = (place - other) ** 2 + (_AGAIN if other in met[place] else 0)
        if len(matched) % 2:
            latest = sorted(matched, key=lambda place: (these.until[place], these.numbers[place]))
            costs |= {(NOBODY, place): _WAITS * rank for rank, place in enumerate(reversed(latest))}
        found = matching(costs)
        left = set(matched).difference(*found)
        if left <= wide:
            break
        wide |= left
    return [(these.numbers[one], these.numbers[other]) for one, other in found if one != NOBODY]
