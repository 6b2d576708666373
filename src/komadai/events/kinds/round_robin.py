"""Round robin: everyone meets everyone, once or twice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from komadai.events import round_robin
from komadai.events.acts import ROUNDS, Pairing, TieBreak
from komadai.events.errors import EventError
from komadai.events.games import Game
from komadai.events.kinds.kind import Kind
from komadai.events.state import State
from komadai.events.swiss import SwissSystem


class RoundRobin(Kind):
    """A round robin."""

    tie_breaks: ClassVar[tuple[TieBreak, ...]] = ("direct", "sodos", "wins")
    paired_while_played = True
    is_drawn = True

    def total_rounds(self, state: State) -> int:
        """As many as the players need."""
        entries = len(state.draw) or len(state.present)
        return round_robin.rounds_for(max(entries, 2), state.settings.cycles)

    def pairings(
        self, state: State, number: int, draw: Sequence[int], system: SwissSystem | None
    ) -> list[Pairing]:
        """By the Berger tables."""
        if round_robin.rounds_for(len(draw), state.settings.cycles) > ROUNDS:
            raise EventError.with_code("event-too-many-rounds", players=len(draw), most=ROUNDS)
        found = []
        for black, white in round_robin.pairs(len(draw), number, state.settings.cycles):
            if black is None or white is None:
                place = black or white
                assert place is not None
                # Everyone sits out once a cycle, so it brings no points.
                found.append(Pairing(black=draw[place - 1], bye="zero"))
            else:
                found.append(state.pairing(draw[black - 1], draw[white - 1]))
        return sorted(found, key=lambda pairing: pairing.white is None)

    def annulled(self, state: State) -> frozenset[int]:
        """The players who left before half of their games were played."""
        games = (len(state.draw) - 1) * state.settings.cycles
        gone = [number for number in state.draw if state.players[number].withdrawn]
        return frozenset(
            number
            for number in gone
            if 2 * sum(game is not None and game.was_played for game in state.games_of(number)) < games
        )

    def expects_no_game(self, game: Game | None) -> bool:
        """The free round of an odd number of players, or an annulled game."""
        return game is None or game.pairing.white is None
