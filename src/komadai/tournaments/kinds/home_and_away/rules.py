"""Home and away: everyone meets everyone twice running, the second time with colours exchanged."""

from __future__ import annotations

from dataclasses import dataclass

from komadai.tournaments.kinds.home_and_away.settings import HomeAndAwaySettings
from komadai.tournaments.kinds.round_robin import berger
from komadai.tournaments.kinds.round_robin.rules import BergerTournament


@dataclass
class HomeAndAway(BergerTournament):
    """A double round robin in which the two games of a pair follow each other."""

    settings: HomeAndAwaySettings

    @property
    def cycles(self) -> int:
        """Twice."""
        return 2

    def places_of(self, number: int, players: int) -> list[berger.Places]:
        """Rounds 1 and 2 have the first round of the Berger tables, rounds 3 and 4 the second."""
        table = berger.pairs(players, (number + 1) // 2)
        return table if number % 2 else [(white, black) for black, white in table]
