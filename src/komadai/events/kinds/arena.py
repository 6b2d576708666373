"""An arena: for a fixed time, whoever is free meets whoever is free, again and again.

Points with streaks: a win 2, a draw 1; after two wins in a row each game counts double until one is not won.
Without streaks: a win 1, a draw half. A game without a result (``neither``) counts for nobody and ends no
streak. Games that run when the time is over are played to their end and count.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Final

from komadai.events.acts import Pairing
from komadai.events.errors import EventError
from komadai.events.games import Game
from komadai.events.kinds.kind import Kind
from komadai.events.state import State
from komadai.events.swiss import SwissSystem

REMATCH_MS: Final = 60_000
"""After so long two players who have just met are paired again, though others still play."""
STREAK: Final = 2
"""The wins in a row after which games count double."""


class Arena(Kind):
    """An arena."""

    tie_breaks = ("wins",)
    is_continuous = True
    settles_itself = True
    forfeits = ("no_first_move", "aborted")
    one_column = True

    def total_rounds(self, state: State) -> int:
        """All games are in one round."""
        return 1

    def rounds_with_entries(self, state: State) -> int:
        """Players can enter until the end."""
        return 2

    def is_decided(self, state: State) -> bool:
        """Never before its end."""
        return state.finished

    def pairings(
        self, state: State, number: int, draw: Sequence[int], system: SwissSystem | None
    ) -> list[Pairing]:
        """An arena has no rounds."""
        raise EventError.with_code("event-arena-rounds")

    def score(self, state: State, player: int, rounds: int | None) -> float:
        """The points of all games."""
        return sum(points for _, points in sheet(state, player))


def on_fire(state: State, player: int) -> bool:
    """Whether the player's next game counts double."""
    if not state.settings.streaks:
        return False
    points = [game.points_of(player) for game in _ended(state, player)]
    return len(points) >= STREAK and all(each == 1 for each in points[-STREAK:])


def ends_at(state: State) -> int:
    """When the time is over, in milliseconds since 1970."""
    return state.began_at + state.settings.minutes * 60_000


def sheet(state: State, player: int) -> Iterator[tuple[Game, float]]:
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


def _ended(state: State, player: int) -> list[Game]:
    return [game for game in state.all_games_of(player) if not game.is_open and game.result != "neither"]


def free_players(state: State) -> list[int]:
    """Who is there and does not play, the best first."""
    playing = {
        player for each in state.rounds for game in each.boards if game.is_open for player in game.players
    }
    free = [player.number for player in state.present if player.number not in playing]
    scores = {number: sum(points for _, points in sheet(state, number)) for number in free}
    strength = {number: state.players[number].strength(state.settings) for number in free}
    return sorted(free, key=lambda number: (-scores[number], -strength[number], number))


def next_pairs(state: State, free: Collection[int], at: int) -> list[tuple[int, int]]:
    """Who meets now, of ``free``: neighbours in the table, but nobody the opponent of their last game.

    Two who have just met are paired again only if nobody else plays, or they have waited a minute. Of an odd
    number the one who played last waits.
    """
    order = [number for number in free_players(state) if number in free]
    games = {number: state.all_games_of(number) for number in order}
    last = {number: games[number][-1].opponent_of(number) if games[number] else None for number in order}
    if len(order) % 2:
        order.remove(max(order, key=lambda number: (_played_until(games[number]), number)))

    def may_meet(first: int, second: int) -> bool:
        return last[first] != second and last[second] != first

    while order:
        pairs = _perfect(order, may_meet)
        if pairs is not None:
            return pairs
        # Without a solution one pair has to wait, or to meet again.
        again = _rematch(state, order, last, games, at)
        if again is not None:
            rest = [number for number in order if number not in again]
            return [*(_perfect(rest, may_meet) or []), again]
        order = order[:-2]
    return []


def _perfect(order: list[int], may_meet: Callable[[int, int], bool]) -> list[tuple[int, int]] | None:
    if not order:
        return []
    first, *others = order
    for other in others:
        if may_meet(first, other):
            rest = _perfect([number for number in others if number != other], may_meet)
            if rest is not None:
                return [(first, other), *rest]
    return None


def _rematch(
    state: State,
    order: list[int],
    last: dict[int, int | None],
    games: dict[int, list[Game]],
    at: int,
) -> tuple[int, int] | None:
    others_play = any(game.is_open for each in state.rounds for game in each.boards)
    for first in order:
        second = last[first]
        if second in order and second is not None:
            since = max(_played_until(games[first]), _played_until(games[second]))
            if not others_play or at - since >= REMATCH_MS:
                return first, second
    return None


def _played_until(games: list[Game]) -> int:
    return games[-1].ended_at if games else 0
