"""Round robin: everyone meets everyone, by the Berger tables."""

from __future__ import annotations

Places = tuple[int | None, int | None]
"""The places of Black and White in the draw, from 1; None: the other one has no game."""


def rounds_for(players: int, cycles: int = 1) -> int:
    """How many rounds this number of players needs."""
    return cycles * (players - 1 + players % 2)


def pairs(players: int, round_number: int, cycles: int = 1) -> list[Places]:
    """The games of a round.

    With an odd number the place after the last is empty, so that everyone sits out once a cycle. In the
    second cycle the colours are exchanged.
    """
    even = players + players % 2
    rounds = even - 1
    cycle, turn = divmod(round_number - 1, rounds)
    assert 0 <= cycle < cycles
    # The last place stays where it is; the others move on by half the table, so that colours alternate.
    first = (turn * (even // 2)) % rounds + 1
    fixed = (first, even) if turn % 2 == 0 else (even, first)
    table = [fixed]
    for step in range(1, even // 2):
        black, white = (first - 1 + step) % rounds + 1, (first - 1 - step) % rounds + 1
        table.append((black, white))
    if cycle:
        table = [(white, black) for black, white in table]
    return [
        (black if black <= players else None, white if white <= players else None) for black, white in table
    ]
