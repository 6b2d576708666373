"""Swiss pairing: an interface of our own, behind which a library works.

Players of equal scores meet, nobody meets twice, and Black and White are balanced. `SwissPlayer` is all
that a
pairing system sees of a player.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple, Protocol

from komadai.pieces import Color


@dataclass(frozen=True, slots=True)
class SwissPlayer:
    """A player before a round."""

    number: int
    seed: int
    """1 for the strongest player of the event."""
    score: float
    colors: tuple[Color, ...]
    """The colours of the games that were played; empty where colours do not count."""
    floats: tuple[Literal["up", "down", "none"], ...]
    """For each round so far whether the opponent had more points (``up``), fewer (``down``) or as many.
    A round
    that brought points without a game is ``down``."""
    byes: int
    """Full-point byes so far."""
    walkovers: int
    """Games won without play."""
    opponents: frozenset[int]
    """The players who must not be met (again)."""


class SwissPair(NamedTuple):
    """A game; a bye has no ``white``."""

    black: int
    white: int | None


class SwissSystem(Protocol):
    """A way to pair a round."""

    def pair(self, players: Sequence[SwissPlayer], round_number: int, rounds: int) -> list[SwissPair]:
        """The games, the strongest board first; the last is a bye if the number of players is odd.

        Raises EventError ``event-no-pairing`` if there are no pairings without a second meeting.
        """
        ...


def check(players: Sequence[SwissPlayer], pairs: Sequence[SwissPair]) -> bool:
    """Whether pairings keep the rules that have no exception.

    Each player has exactly one place, no two meet twice, and there is a bye only for an odd number, for
    a player
    without one if there is such a player.
    """
    known = {player.number: player for player in players}
    seen = [number for pair in pairs for number in pair if number is not None]
    byes = [pair.black for pair in pairs if pair.white is None]
    if sorted(seen) != sorted(known) or len(byes) != len(players) % 2:
        return False
    if any(pair.white in known[pair.black].opponents for pair in pairs):
        return False
    if byes and known[byes[0]].byes:
        return all(player.byes for player in players)
    return True
