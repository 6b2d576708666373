"""A simultaneous display (多面指し): one player, the host, plays against several at once.

Player 1 is the host. The others apply; the host accepts them, each with a handicap, and then all games begin:
one round, in which the host is White (uwate) on every board. The order of acceptance is that of the boards.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final, NamedTuple

from komadai.events.acts import Pairing
from komadai.events.errors import EventError
from komadai.events.kinds.kind import Forfeit, Kind
from komadai.events.players import terms
from komadai.events.state import State
from komadai.events.swiss import SwissSystem
from komadai.ratings import handicaps

HOST: Final = 1
"""The number of the player who plays all others."""
BOARDS: Final = 20
"""The largest number of boards: a page has so many games open."""


class Simul(Kind):
    """A simultaneous display."""

    is_accepted = True
    one_column = True
    settles_itself = True
    forfeits: ClassVar[tuple[Forfeit, ...]] = ("no_first_move",)
    ends_with_its_games = True

    def opens_game(self, player: int) -> bool:
        """The games of all but the host, who has a page with all boards."""
        return player != HOST

    def total_rounds(self, state: State) -> int:
        """All games are in one round."""
        return 1

    def pairings(
        self, state: State, number: int, draw: Sequence[int], system: SwissSystem | None
    ) -> list[Pairing]:
        """The game of each accepted player against the host."""
        if state.player(HOST).withdrawn:
            raise EventError.with_code("event-withdrawn", name=state.player(HOST).name)
        if not state.accepted:
            raise EventError.with_code("event-nobody-accepted")
        return [
            Pairing(black=player, white=HOST, handicap=handicap)
            for player, handicap in state.accepted.items()
        ]

    def score(self, state: State, player: int, rounds: int | None) -> float:
        """A point for a win, half a point for a draw."""
        return sum(game.points_of(player) for game in state.all_games_of(player))

    def places(self, state: State) -> list[int]:
        """The host, the boards in their order, and those who were not accepted."""
        seated = [game.pairing.black for each in state.rounds for game in each.boards] or list(state.accepted)
        first = [HOST, *seated] if HOST in state.players else []
        return [*first, *(number for number in state.players if number not in first)]


class Sheet(NamedTuple):
    """How the host has fared: the numbers of games."""

    won: int
    drawn: int
    lost: int
    playing: int


def sheet(state: State) -> Sheet:
    """The host's games by their results. A game that counts for nobody is in none of them."""
    games = state.all_games_of(HOST)
    points = [game.points_of(HOST) for game in games if not game.is_open and game.result != "neither"]
    return Sheet(points.count(1), points.count(0.5), points.count(0), sum(game.is_open for game in games))


def proposed(state: State, player: int) -> str:
    """The handicap that the ranks of the host and a player give, if the event plays with handicaps."""
    host = state.player(HOST)
    _, stronger, handicap = terms(state.player(player), host, state.settings)
    return handicap if stronger.number == HOST else handicaps.EVEN
