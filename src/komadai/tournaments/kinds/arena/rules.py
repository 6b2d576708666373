"""An arena: for a fixed time, whoever is free meets whoever is free, again and again.

Points with streaks: a win 2, a draw 1; after two wins in a row each game counts double until one is not won.
Without streaks: a win 1, a draw half. A game without a result (``neither``) counts for nobody and ends no
streak. Games that run when the time is over are played to their end and count.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from typing import ClassVar, Final, NoReturn

from komadai.tournaments.core.acts import Started
from komadai.tournaments.core.rounds import Game, Pairing
from komadai.tournaments.core.settings import TieBreak
from komadai.tournaments.core.tournament import Columns, Forfeit
from komadai.tournaments.errors import EventError
from komadai.tournaments.kinds.arena import acts
from komadai.tournaments.kinds.arena.pairing import Waiting, pairs
from komadai.tournaments.kinds.arena.state import ArenaState

STREAK: Final = 2
"""The wins in a row after which games count double."""


class Arena(ArenaState):
    """An arena."""

    usual_tie_breaks: ClassVar[tuple[TieBreak, ...]] = ("wins",)
    only: ClassVar[str] = "event-only-arena"
    forfeits: ClassVar[tuple[Forfeit, ...] | None] = ("no_first_move", "aborted")
    columns: ClassVar[Columns] = "points"
    round_names: ClassVar[tuple[str, str]] = ("Games", "対局")

    @property
    def total_rounds(self) -> int:
        """All games are in one round."""
        return 1

    @property
    def rounds_with_entries(self) -> int:
        """Players can enter until the end."""
        return 2

    @property
    def is_decided(self) -> bool:
        """Never before its end."""
        return self.finished

    def pairings(self, number: int, draw: Sequence[int]) -> list[Pairing]:
        """An arena has no rounds."""
        raise EventError.with_code("event-arena-rounds")

    def pair(self, *, at: int, by: str = "") -> NoReturn:
        """An arena has no rounds."""
        self.check_running()
        raise EventError.with_code("event-arena-rounds")

    def start(self, *, at: int, by: str = "") -> Started:
        """The arena begins."""
        if not self.rounds:
            self.check_running()
            if len(self.present) < 2:
                raise EventError.with_code("event-too-few")
            return Started(at=at, by=by, round=1)
        return super().start(at=at, by=by)

    def score(self, player: int, rounds: int | None = None) -> float:
        """The points of all games."""
        return self.derived(_scores)[player]

    def counted_games(self, player: int, rounds: int) -> list[Game | None]:
        """All."""
        return list(self.all_games_of(player))

    def sheet(self, player: int) -> Iterator[tuple[Game | None, float | None]]:
        """The games that are over, with their points."""
        yield from sheet(self, player)

    def opens_game(self, player: int) -> bool:
        """Always: players wait on the page of the arena."""
        return True

    def meet(
        self,
        free: Collection[int] | None = None,
        *,
        at: int,
        by: str = "",
        match: Callable[[Waiting], Sequence[tuple[int, int]]] = pairs,
    ) -> acts.Matched | None:
        """The next games of an arena between those of ``free`` (all, if None) who do not play; None: none.

        ``match``: how they are paired. Raises EventError if the arena has not begun, or its time is over.
        """
        self.check_running()
        if not self.rounds:
            raise EventError.with_code("event-not-begun")
        if at >= ends_at(self):
            raise EventError.with_code("event-time-over")
        those = waiting(self, set(self.players if free is None else free), at)
        found = match(those) if len(those.numbers) > 1 else []
        pairings = tuple(self.pairing(*self.balanced(*pair)) for pair in found)
        return acts.Matched(at=at, by=by, pairings=pairings) if pairings else None


def on_fire(state: Arena, player: int) -> bool:
    """Whether the player's next game counts double."""
    if not state.settings.streaks:
        return False
    points = [game.points_of(player) for game in _ended(state, player)]
    return len(points) >= STREAK and all(each == 1 for each in points[-STREAK:])


def ends_at(state: Arena) -> int:
    """When the time is over, in milliseconds since 1970."""
    return state.began_at + state.settings.minutes * 60_000


def sheet(state: Arena, player: int) -> Iterator[tuple[Game, float]]:
    """The player's games that are over, in their order, with the points of each."""
    streak = 0
    for game in _ended(state, player):
        points = game.points_of(player)
        if state.settings.streaks:
            worth = 2 * points * (2 if streak >= STREAK else 1)
            streak = streak + 1 if points == 1 else 0
            yield game, worth
        else:
            yield game, points


def _ended(state: Arena, player: int) -> list[Game]:
    return [game for game in state.all_games_of(player) if not game.is_open and game.result != "neither"]


def waiting(state: Arena, free: Collection[int], at: int) -> Waiting:
    """The players of ``free`` who are there and do not play."""
    playing = {
        player for each in state.rounds for game in each.games if game.is_open for player in game.players
    }
    present = [player for player in state.present if player.number in free and player.number not in playing]
    points = state.derived(_scores)
    scores = {player.number: points[player.number] for player in present}
    strength = {player.number: player.strength(state.settings) for player in present}
    numbers = sorted(scores, key=lambda number: (-scores[number], -strength[number], number))
    last = {number: game for number in numbers for game in state.all_games_of(number)}
    return Waiting(
        tuple(numbers),
        tuple(last[number].opponent_of(number) if number in last else None for number in numbers),
        tuple(last[number].ended_at if number in last else 0 for number in numbers),
        bool(playing),
        at,
    )


def _scores(state: Arena) -> dict[int, float]:
    return {number: sum(points for _, points in sheet(state, number)) for number in state.players}
