"""A league by correspondence, without rounds that anybody waits for; see `strength`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from komadai.tournaments.core.rounds import Game, Pairing
from komadai.tournaments.core.tournament import Columns, Forfeit
from komadai.tournaments.errors import EventError
from komadai.tournaments.kinds.league import acts, strength
from komadai.tournaments.kinds.league.state import LeagueState


class League(LeagueState):
    """A league by correspondence. Its points are strengths."""

    only: ClassVar[str] = "event-only-league"
    forfeits: ClassVar[tuple[Forfeit, ...] | None] = ("no_first_move",)
    columns: ClassVar[Columns] = "none"
    score_name: ClassVar[tuple[str, str]] = ("Strength", "棋力")

    @property
    def total_rounds(self) -> int:
        """How often members were put in touch so far."""
        return len(self.rounds)

    @property
    def rounds_with_entries(self) -> int:
        """Players can always enter."""
        return len(self.rounds) + 1

    @property
    def is_decided(self) -> bool:
        """Never: it goes on until it is ended."""
        return False

    def check_can_pair(self) -> None:
        """Nothing to wait for."""

    def pairings(self, number: int, draw: Sequence[int]) -> list[Pairing]:
        """The games of those who are put in touch now."""
        found = strength.pairs(self)
        if not found:
            raise EventError.with_code("event-nobody-waits")
        terms = [strength.terms(self, first, second) for first, second in found]
        return [Pairing(black=black, white=white, handicap=handicap) for black, white, handicap in terms]

    def score(self, player: int, rounds: int | None = None) -> float:
        """The strength now."""
        return float(round(strength.strengths(self)[player]))

    def places(self) -> list[int] | None:
        """By strength; then those who have left."""
        strengths = strength.strengths(self)
        return sorted(
            self.players,
            key=lambda number: (self.players[number].withdrawn, -round(strengths[number]), number),
        )

    def sheet(self, player: int) -> Iterator[tuple[Game | None, float | None]]:
        """Nothing: games are no rounds."""
        yield from ()

    def want(
        self, player: int, opponents: int, languages: Sequence[str], *, at: int, by: str = ""
    ) -> acts.Wants:
        """A member of a league wants so many opponents at once, and can write in these languages."""
        self.check_running()
        self.check_plays(player)
        chosen = tuple(dict.fromkeys(languages))
        return acts.Wants(at=at, by=by, player=player, opponents=opponents, languages=chosen)
