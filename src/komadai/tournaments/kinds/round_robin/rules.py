"""Round robin: everyone meets everyone, once or twice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from komadai.tournaments.core.players import seed_order
from komadai.tournaments.core.rounds import Game, Pairing
from komadai.tournaments.core.settings import ROUNDS, TieBreak
from komadai.tournaments.core.tournament import Tournament
from komadai.tournaments.errors import EventError
from komadai.tournaments.kinds.round_robin import berger
from komadai.tournaments.kinds.round_robin.settings import RoundRobinSettings


class BergerTournament(Tournament):
    """A tournament in which everyone meets everyone, by the Berger tables."""

    usual_tie_breaks: ClassVar[tuple[TieBreak, ...]] = ("direct", "sodos", "wins")

    @property
    def cycles(self) -> int:
        """How often each pair meets."""
        raise NotImplementedError

    @property
    def total_rounds(self) -> int:
        """As many as the players need."""
        entries = len(self.draw) or len(self.present)
        return berger.rounds_for(max(entries, 2), self.cycles)

    def drawn(self) -> tuple[int, ...]:
        """By strength."""
        return tuple(player.number for player in seed_order(self.present, self.settings))

    def check_can_pair(self) -> None:
        """Rounds can be paired ahead: results do not change who meets."""

    def places_of(self, number: int, players: int) -> list[berger.Places]:
        """The games of a round by places of the draw; see `berger.pairs`."""
        return berger.pairs(players, number, self.cycles)

    def pairings(self, number: int, draw: Sequence[int]) -> list[Pairing]:
        """By the Berger tables."""
        if berger.rounds_for(len(draw), self.cycles) > ROUNDS:
            raise EventError.with_code("event-too-many-rounds", players=len(draw), most=ROUNDS)
        found = []
        for black, white in self.places_of(number, len(draw)):
            if black is None or white is None:
                place = black or white
                assert place is not None
                # Everyone sits out once a cycle, so it brings no points.
                found.append(Pairing(black=draw[place - 1], bye="zero"))
            else:
                found.append(self.pairing(draw[black - 1], draw[white - 1]))
        return sorted(found, key=lambda pairing: pairing.white is None)

    def annulled(self) -> frozenset[int]:
        """The players who left before half of their games were played."""
        games = (len(self.draw) - 1) * self.cycles
        gone = [number for number in self.draw if self.players[number].withdrawn]
        return frozenset(
            number
            for number in gone
            if 2 * sum(game is not None and game.was_played for game in self.games_of(number)) < games
        )

    def expects_no_game(self, game: Game | None) -> bool:
        """The free round of an odd number of players, or an annulled game."""
        return game is None or game.pairing.white is None


@dataclass
class RoundRobin(BergerTournament):
    """A round robin."""

    settings: RoundRobinSettings

    @property
    def cycles(self) -> int:
        """As the settings say."""
        return self.settings.cycles
