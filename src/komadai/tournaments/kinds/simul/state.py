"""The state of a simultaneous display: whom the host has accepted."""

from __future__ import annotations

from dataclasses import dataclass, field

from komadai.tournaments.core.acts import BaseAct
from komadai.tournaments.core.tournament import Tournament
from komadai.tournaments.kinds.simul.acts import Accepted
from komadai.tournaments.kinds.simul.settings import SimulSettings


@dataclass
class SimulState(Tournament):
    """A simultaneous display without its rules."""

    settings: SimulSettings
    accepted: dict[int, str] = field(default_factory=dict)
    """The players whom the host has accepted, in that order, with their handicaps."""

    def change(self, act: BaseAct) -> None:
        """The host accepts players."""
        match act:
            case Accepted(handicap=None):
                self.accepted.pop(act.player, None)
            case Accepted():
                self.accepted[act.player] = act.handicap or ""
            case _:
                super().change(act)

    def leave_games(self, player: int) -> None:
        """Removes players who leave from the accepted ones."""
        self.accepted.pop(player, None)
        super().leave_games(player)
