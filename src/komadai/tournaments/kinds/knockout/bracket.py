"""Knockout: who loses is out. The bracket follows from the seeds and the results."""

from __future__ import annotations

from collections.abc import Callable, Sequence

Winner = Callable[[int, int, int], int | None]
"""The winner of a round's game between two players; None while it has none, or if both have lost."""


def rounds_for(players: int) -> int:
    """How many rounds this number of players needs."""
    return max(1, (players - 1).bit_length())


def bracket(players: int) -> list[int | None]:
    """The seeds in the order of the bracket; None: an empty place, whose neighbour has a bye.

    The first two seeds can meet only in the final, the first four only in the semifinals. Byes go to the
    highest seeds.
    """
    places = [1]
    while len(places) < players:
        size = 2 * len(places)
        places = [seed for place in places for seed in (place, size + 1 - place)]
    return [seed if seed <= players else None for seed in places]


def slots(draw: Sequence[int], round_number: int, winner: Winner) -> list[tuple[int | None, int | None]]:
    """The places of a round, two by two; None: nobody has got there.

    ``draw`` has the players in the order of their seeds.
    """
    line = [None if seed is None else draw[seed - 1] for seed in bracket(len(draw))]
    for number in range(1, round_number):
        line = [_next(first, second, number, winner) for first, second in _two_by_two(line)]
    return _two_by_two(line)


def _next(first: int | None, second: int | None, round_number: int, winner: Winner) -> int | None:
    if first is None or second is None:
        return second if first is None else first
    return winner(round_number, first, second)


def _two_by_two(line: Sequence[int | None]) -> list[tuple[int | None, int | None]]:
    return list(zip(line[::2], line[1::2], strict=True))
