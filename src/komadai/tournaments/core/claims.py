"""The claims of players and third persons, and the arbiter's answers."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(slots=True)
class Claim:
    """A claim of a player, or of a third person in favour of that player, and the arbiter's answer."""

    number: int
    round: int
    board: int
    player: int
    text: str
    seat: int = 0
    """The board in a team match, from 1."""
    infraction: bool = False
    """Whether the opponent has broken a rule."""
    third_person: bool = False
    """Whether neither player says so."""
    late: bool = False
    """Whether it was made when the game had a result."""
    accepted: bool | None = None
    """None: not heard yet."""
    answer: str = ""
