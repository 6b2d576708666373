"""The state of an arena."""

from __future__ import annotations

from dataclasses import dataclass

from komadai.tournaments.core.acts import BaseAct, Started
from komadai.tournaments.core.rounds import Game, Round
from komadai.tournaments.core.tournament import Tournament
from komadai.tournaments.kinds.arena import acts
from komadai.tournaments.kinds.arena.settings import ArenaSettings


@dataclass
class ArenaState(Tournament):
    """An arena without its rules. All games are in one round, which is the whole arena."""

    settings: ArenaSettings
    began_at: int = 0
    """In milliseconds since 1970; 0 before it has begun."""

    def change(self, act: BaseAct) -> None:
        """It begins without a pairing; games follow one another."""
        match act:
            case Started():
                self.rounds.append(Round(1, [], started=True))
                self.began_at = act.at
            case acts.Matched():
                games = self.rounds[-1].games
                for pairing in act.pairings:
                    games.append(Game(1, len(games) + 1, pairing, pairing.result))
            case _:
                super().change(act)

    def leave_games(self, player: int) -> None:
        """A game that runs is played to its end."""
