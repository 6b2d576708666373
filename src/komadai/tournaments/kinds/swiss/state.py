"""The state of a Swiss event: what is set by hand for the next round."""

from __future__ import annotations

from dataclasses import dataclass, field

from komadai.tournaments.core.acts import BaseAct, Paired
from komadai.tournaments.core.players import Player
from komadai.tournaments.core.results import Bye
from komadai.tournaments.core.tournament import Tournament
from komadai.tournaments.kinds.swiss import acts
from komadai.tournaments.kinds.swiss.settings import SwissSettings


@dataclass
class SwissState(Tournament):
    """A Swiss event without its rules."""

    settings: SwissSettings
    forced: list[tuple[int, int | None]] = field(default_factory=list)
    """The games, and byes, that are set for the next round."""
    sitting_out: dict[int, Bye] = field(default_factory=dict)
    """The players who do not play in the next round."""

    def change(self, act: BaseAct) -> None:
        """Forgets settings made by hand, which hold for one round."""
        match act:
            case acts.SitsOut():
                self.sitting_out.pop(act.player, None)
                if act.bye is not None:
                    self.sitting_out[act.player] = act.bye
                    self.forced = [pair for pair in self.forced if act.player not in pair]
            case acts.Forced():
                self.forced.append((act.black, act.white))
            case acts.Unforced():
                self.forced.clear()
            case Paired():
                super().change(act)
                self.forced.clear()
                self.sitting_out.clear()
            case _:
                super().change(act)

    def leave_games(self, player: int) -> None:
        """Also those that were set for the next round."""
        self.sitting_out.pop(player, None)
        self.forced = [pair for pair in self.forced if player not in pair]
        super().leave_games(player)

    def unpaired(self) -> list[Player]:
        """The players whom the next round pairs, but for those who have a game or bye in it already."""
        taken = {number for pair in self.forced for number in pair} | set(self.sitting_out)
        return [player for player in self.present if player.number not in taken]
