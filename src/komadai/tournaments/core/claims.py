"""The claims of players, and the arbiter's answers."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(slots=True)
class Claim:
    """A claim of a player, and the arbiter's answer."""

    number: int
    round: int
    board: int
    player: int
    text: str
    seat: int = 0
    """The board in a team match, from 1."""
    infraction: bool = False
    """Whether the opponent has broken a rule."""
    late: bool = False
    """Whether it was made when the game had a result."""
    accepted: bool | None = None
    """None: not heard yet."""
    answer: str = ""
