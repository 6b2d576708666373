"""The state of a league: what its members want."""

from __future__ import annotations

from dataclasses import dataclass, field

from komadai.tournaments.core.acts import BaseAct
from komadai.tournaments.core.tournament import Tournament
from komadai.tournaments.kinds.league.acts import Wants
from komadai.tournaments.kinds.league.settings import LeagueSettings


@dataclass
class LeagueState(Tournament):
    """A league without its rules."""

    settings: LeagueSettings
    wants: dict[int, Wants] = field(default_factory=dict)
    """The wishes of the members."""

    def change(self, act: BaseAct) -> None:
        """Members say what they want."""
        if isinstance(act, Wants):
            self.wants[act.player] = act
        else:
            super().change(act)
