"""An arena: for a fixed time, whoever is free meets whoever is free, again and again.

Points with streaks: a win 2, a draw 1; after two wins in a row each game counts double until one is not won.
Without streaks: a win 1, a draw half. A game without a result (``neither``) counts for nobody and ends no
streak. Games that run when the time is over are played to their end and count.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from komadai.events.acts import Pairing, TieBreak
from komadai.events.errors import EventError
from komadai.events.games import Game
from komadai.events.kinds.kind import Forfeit, Kind
from komadai.events.matching import matching
from komadai.events.state import State
from komadai.events.swiss import SwissSystem

REMATCH_MS: Final = 60_000
"""After so long two players who have just met are paired again, though others still play."""
STREAK: Final = 2
"""The wins in a row after which games count double."""
NEAREST: Final = 12
"""Among so many neighbours in the table a player is matched first."""
LOOKS: Final = 4
"""How often those who are left over are matched among all; who is left over then waits for the next look."""
NOBODY: Final = -1
"""The opponent of who waits, in the matching."""
_AGAIN: Final = 10**9
"""A second meeting matters more than the distances in the table: their squares are below 250 × 500²."""
_WAITS: Final = 10**12
"""Who waits matters more than second meetings, of which there are at most 250."""


class Arena(Kind):
    """An arena."""

    tie_breaks: ClassVar[tuple[TieBreak, ...]] = ("wins",)
    is_continuous = True
    settles_itself = True
    forfeits: ClassVar[tuple[Forfeit, ...]] = ("no_first_move", "aborted")
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
        return state.derived(_scores)[player]


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


@dataclass(frozen=True, slots=True)
class Waiting:
    """What decides who meets: the free players in the order of the table, the best first."""

    numbers: tuple[int, ...]
    last: tuple[int | None, ...]
    """The opponent of the last game of each."""
    until: tuple[int, ...]
    """When it ended, in ms since 1970; 0 without one."""
    others_play: bool
    at: int


def waiting(state: State, free: Collection[int], at: int) -> Waiting:
    """Who of ``free`` is there and does not play."""
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


def _scores(state: State) -> dict[int, float]:
    return {number: sum(points for _, points in sheet(state, number)) for number in state.players}


def pairs(these: Waiting) -> list[tuple[int, int]]:
    """Who meets now: neighbours in the table, but nobody the opponent of their last game.

    Two who have just met are paired again only if nobody else plays, or they have waited a minute. Of an odd
    number the one who played last waits. Each player is matched among the NEAREST in the table; who is left
    over then, among all.
    """
    count = len(these.numbers)
    places = {number: place for place, number in enumerate(these.numbers)}
    met: dict[int, set[int]] = {place: set() for place in range(count)}
    for place, opponent in enumerate(these.last):
        if opponent in places:
            met[place].add(places[opponent])
            met[places[opponent]].add(place)

    def again(first: int, second: int) -> bool:
        since = max(these.until[first], these.until[second])
        return not these.others_play or these.at - since >= REMATCH_MS

    blocked = {place: {other for other in others if not again(place, other)} for place, others in met.items()}
    matched = [place for place in range(count) if len(blocked[place]) < count - 1]
    wide: set[int] = set()
    found: list[tuple[int, int]] = []
    for _ in range(LOOKS):
        costs: dict[tuple[int, int], int] = {}
        for index, place in enumerate(matched):
            begin = max(0, min(index - NEAREST // 2, len(matched) - 1 - NEAREST))
            for other in matched if place in wide else matched[begin : begin + NEAREST + 1]:
                if other != place and other not in blocked[place]:
                    pair = min(place, other), max(place, other)
                    costs[pair] = (place - other) ** 2 + (_AGAIN if other in met[place] else 0)
        if len(matched) % 2:
            latest = sorted(matched, key=lambda place: (these.until[place], these.numbers[place]))
            costs |= {(NOBODY, place): _WAITS * rank for rank, place in enumerate(reversed(latest))}
        found = matching(costs)
        left = set(matched).difference(*found)
        if left <= wide:
            break
        wide |= left
    return [(these.numbers[one], these.numbers[other]) for one, other in found if one != NOBODY]
