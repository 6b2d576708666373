"""Knockout: who loses is out."""

from __future__ import annotations

from collections.abc import Sequence

from komadai.events import knockout
from komadai.events.acts import Pairing
from komadai.events.kinds.kind import Kind
from komadai.events.state import State
from komadai.events.swiss import SwissSystem


class Knockout(Kind):
    """A knockout."""

    has_draws = False
    results_decide_pairings = True
    is_drawn = True

    def total_rounds(self, state: State) -> int:
        """As many as the players need."""
        return knockout.rounds_for(max(len(state.draw) or len(state.present), 2))

    def pairings(
        self, state: State, number: int, draw: Sequence[int], system: SwissSystem | None
    ) -> list[Pairing]:
        """By the bracket of the seeds."""

        def winner(round_number: int, first: int, second: int) -> int | None:
            game = state.rounds[round_number - 1].game_of(first)
            assert game is not None
            assert second in game.players
            return next((player for player in game.players if game.points_of(player) == 1), None)

        found = []
        for first, second in knockout.slots(draw, number, winner):
            if first is not None and second is not None:
                found.append(state.pairing(*state.balanced(first, second)))
            elif first is not None or second is not None:
                found.append(Pairing(black=first or second or 0, bye="full"))
        return found
