"""Knockout: who loses is out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from komadai.tournaments.core.players import seed_order
from komadai.tournaments.core.results import Result
from komadai.tournaments.core.rounds import Game, Pairing
from komadai.tournaments.core.tournament import Tournament
from komadai.tournaments.errors import EventError
from komadai.tournaments.kinds.knockout import bracket
from komadai.tournaments.kinds.knockout.settings import KnockoutSettings


@dataclass
class Knockout(Tournament):
    """A knockout."""

    settings: KnockoutSettings

    @property
    def total_rounds(self) -> int:
        """As many as the players need."""
        return bracket.rounds_for(max(len(self.draw) or len(self.present), 2))

    def drawn(self) -> tuple[int, ...]:
        """The seeds by strength."""
        return tuple(player.number for player in seed_order(self.present, self.settings))

    def check_result(self, game: Game, result: Result | None) -> None:
        """There is a winner, who cannot change once the next round was paired."""
        if result == "draw":
            raise EventError.with_code("event-no-draws")
        self.check_not_paired_with(game)

    def pairings(self, number: int, draw: Sequence[int]) -> list[Pairing]:
        """By the bracket of the seeds."""

        def winner(round_number: int, first: int, second: int) -> int | None:
            game = self.rounds[round_number - 1].game_of(first)
            assert game is not None
            assert second in game.players
            return next((player for player in game.players if game.points_of(player) == 1), None)

        found = []
        for first, second in bracket.slots(draw, number, winner):
            if first is not None and second is not None:
                found.append(self.pairing(*self.balanced(first, second)))
            elif first is not None or second is not None:
                found.append(Pairing(black=first or second or 0, bye="full"))
        return found
