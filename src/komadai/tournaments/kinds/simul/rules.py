"""A simultaneous display (多面指し): one player, the host, plays against several at once.

Player 1 is the host. The others apply; the host accepts them, each with a handicap, and then all games begin:
one round, in which the host is White (uwate) on every board. The order of acceptance is that of the boards.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar, Final, NamedTuple

from komadai.errors import UnknownHandicapError
from komadai.handicap import Handicap
from komadai.ratings import handicaps
from komadai.tournaments.core.players import terms
from komadai.tournaments.core.rounds import Game, Pairing
from komadai.tournaments.core.tournament import Columns, Forfeit
from komadai.tournaments.errors import EventError
from komadai.tournaments.kinds.simul import acts
from komadai.tournaments.kinds.simul.state import SimulState

HOST: Final = 1
"""The number of the player who plays all others."""
BOARDS: Final = 20
"""The largest number of boards: a page has so many games open."""


class Simul(SimulState):
    """A simultaneous display."""

    only: ClassVar[str] = "event-only-simul"
    forfeits: ClassVar[tuple[Forfeit, ...] | None] = ("no_first_move",)
    columns: ClassVar[Columns] = "games"
    round_names: ClassVar[tuple[str, str]] = ("Games", "対局")

    @property
    def total_rounds(self) -> int:
        """All games are in one round."""
        return 1

    @property
    def is_over(self) -> bool:
        """When its last game is."""
        return bool(self.rounds) and not self.rounds[-1].open_boards

    def opens_game(self, player: int) -> bool:
        """The games of all but the host, who has a page with all boards."""
        return player != HOST

    def pairings(self, number: int, draw: Sequence[int]) -> list[Pairing]:
        """The game of each accepted player against the host."""
        if self.player(HOST).withdrawn:
            raise EventError.with_code("event-withdrawn", name=self.player(HOST).name)
        if not self.accepted:
            raise EventError.with_code("event-nobody-accepted")
        return [
            Pairing(black=player, white=HOST, handicap=handicap) for player, handicap in self.accepted.items()
        ]

    def score(self, player: int, rounds: int | None = None) -> float:
        """A point for a win, half a point for a draw."""
        return sum(game.points_of(player) for game in self.all_games_of(player))

    def places(self) -> list[int]:
        """The host, the boards in their order, and those who were not accepted."""
        seated = [game.pairing.black for each in self.rounds for game in each.boards] or list(self.accepted)
        first = [HOST, *seated] if HOST in self.players else []
        return [*first, *(number for number in self.players if number not in first)]

    def sheet(self, player: int) -> Iterator[tuple[Game | None, float | None]]:
        """All games, of which the host has several in the round."""
        for game in self.all_games_of(player):
            yield game, None

    def accept(self, player: int, handicap: str | None, *, at: int, by: str = "") -> acts.Accepted:
        """The host of a simultaneous display accepts a player with this handicap, or with None no longer.

        The handicap of an accepted player can be changed until the games are paired.
        """
        self.check_running()
        if self.rounds:
            raise EventError.with_code("event-display-begun")
        self.check_plays(player)
        if player == HOST:
            raise EventError.with_code("event-same-player")
        if handicap is None:
            return acts.Accepted(at=at, by=by, player=player, handicap=None)
        if player not in self.accepted and len(self.accepted) >= BOARDS:
            raise EventError.with_code("event-boards-full", most=BOARDS)
        try:
            key = Handicap.named(handicap).key
        except UnknownHandicapError as error:
            raise EventError(error.message) from error
        if key != handicaps.EVEN and self.settings.variant != "shogi":
            raise EventError.with_code("event-variant-handicaps", variant=self.settings.variant)
        return acts.Accepted(at=at, by=by, player=player, handicap=key)


class Sheet(NamedTuple):
    """How the host has fared: the numbers of games."""

    won: int
    drawn: int
    lost: int
    playing: int


def sheet(state: Simul) -> Sheet:
    """The host's games by their results. A game that counts for nobody is in none of them."""
    games = state.all_games_of(HOST)
    points = [game.points_of(HOST) for game in games if not game.is_open and game.result != "neither"]
    return Sheet(points.count(1), points.count(0.5), points.count(0), sum(game.is_open for game in games))


def proposed(state: Simul, player: int) -> str:
    """The handicap that the ranks of the host and a player give, if the event plays with handicaps."""
    host = state.player(HOST)
    _, stronger, handicap = terms(state.player(player), host, state.settings)
    return handicap if stronger.number == HOST else handicaps.EVEN
