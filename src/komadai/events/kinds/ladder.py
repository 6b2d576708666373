"""Ladder: players challenge those above. Each game is a round of its own; see `komadai.events.ladder`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from komadai.events import ladder
from komadai.events.acts import Pairing
from komadai.events.errors import EventError
from komadai.events.kinds.kind import Forfeit, Kind
from komadai.events.state import State
from komadai.events.swiss import SwissSystem


class Ladder(Kind):
    """A ladder."""

    paired_while_played = True
    settles_itself = True
    forfeits: ClassVar[tuple[Forfeit, ...]] = ("no_first_move",)

    def total_rounds(self, state: State) -> int:
        """The games so far."""
        return len(state.rounds)

    def rounds_with_entries(self, state: State) -> int:
        """Players can always enter."""
        return len(state.rounds) + 1

    def is_decided(self, state: State) -> bool:
        """Never: it goes on until it is ended."""
        return False

    def pairings(
        self, state: State, number: int, draw: Sequence[int], system: SwissSystem | None
    ) -> list[Pairing]:
        """None: games come from challenges."""
        raise EventError.with_code("event-ladder-pairs")

    def score(self, state: State, player: int, rounds: int | None) -> float:
        """The games won."""
        last = len(state.rounds) if rounds is None else rounds
        games = [game for game in state.all_games_of(player) if game.round <= last]
        return float(sum(game.points_of(player) == 1 for game in games))

    def places(self, state: State) -> list[int] | None:
        """From the top to the bottom, then those who have left."""
        order = ladder.order(state)
        return [*order, *(number for number in state.players if number not in order)]
