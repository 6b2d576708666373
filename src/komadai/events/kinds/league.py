"""A league by correspondence, without rounds that anybody waits for; see `komadai.events.league`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from komadai.events import league
from komadai.events.acts import Pairing
from komadai.events.errors import EventError
from komadai.events.kinds.kind import Forfeit, Kind
from komadai.events.state import State
from komadai.events.swiss import SwissSystem


class League(Kind):
    """A league by correspondence. Its points are strengths."""

    paired_while_played = True
    settles_itself = True
    forfeits: ClassVar[tuple[Forfeit, ...]] = ("no_first_move",)

    def total_rounds(self, state: State) -> int:
        """How often members were put in touch so far."""
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
        """The games of those who are put in touch now."""
        found = league.pairs(state)
        if not found:
            raise EventError.with_code("event-nobody-waits")
        terms = [league.terms(state, first, second) for first, second in found]
        return [Pairing(black=black, white=white, handicap=handicap) for black, white, handicap in terms]

    def score(self, state: State, player: int, rounds: int | None) -> float:
        """The strength now."""
        return float(round(league.strengths(state)[player]))

    def places(self, state: State) -> list[int] | None:
        """By strength; then those who have left."""
        strength = league.strengths(state)
        return sorted(
            state.players,
            key=lambda number: (state.players[number].withdrawn, -round(strength[number]), number),
        )
