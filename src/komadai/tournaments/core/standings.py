"""The table of an event: points, and what decides between equals.

The tie-breaks, each larger for the better player:

``sos``
    The sum of the opponents' points.
``sosos``
    The sum of the opponents' ``sos``.
``sodos``
    The points of the opponents that were beaten, and half of those with whom there was a draw
    (Sonneborn-Berger).
``direct``
    The points from the games among all who are equal up to here, if each of them has met each other one;
    else 0
    for all.
``wins``
    The number of games won on the board.
``board-points``
    Of a team the points on all boards; see `komadai.tournaments.core.teams`.

A round without a game (a bye, a walkover, a round not attended) counts in ``sos``, ``sosos`` and
``sodos`` as a game
against an opponent with the player's own points, so that nobody gains or loses by it.

If a player leaves a round robin before half of their games were played, none of them counts for anyone; the
crosstable still shows them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import Final

from komadai.tournaments.core import teams
from komadai.tournaments.core.rounds import Game
from komadai.tournaments.core.settings import TieBreak
from komadai.tournaments.core.tournament import Tournament

Points = Mapping[int, float]
"""A number for each player."""


@dataclass(frozen=True, slots=True)
class Standing:
    """A line of the table."""

    place: int
    """From 1. Who is equal in everything has the same place."""
    player: int
    points: float
    tie_breaks: tuple[float, ...]
    """In the order of `Tournament.tie_breaks`. Of a knockout none."""


def standings(event: Tournament, rounds: int | None = None) -> list[Standing]:
    """The table after so many rounds (all, if None), the best first.

    In a knockout the place follows from the round that was reached: two players who lost in the same
    round have
    the same place.
    """
    return _Table(event, len(event.rounds) if rounds is None else rounds).lines()


def annulled(event: Tournament) -> frozenset[int]:
    """The players whose games do not count, because they left a round robin too early."""
    return event.annulled()


class _Table:
    def __init__(self, event: Tournament, rounds: int) -> None:
        self._event = event
        self._annulled = annulled(event)
        self._rounds = event.rounds[:rounds]
        self._points = {number: self._score(number) for number in event.players}

    def lines(self) -> list[Standing]:
        event = self._event
        places = event.places()
        if places is not None:
            return [
                Standing(place, number, self._points[number], ()) for place, number in enumerate(places, 1)
            ]
        keys: dict[int, tuple[float, ...]] = {number: (self._points[number],) for number in event.players}
        for name in event.tie_breaks:
            values = _TIE_BREAKS[name](self, keys)
            keys = {number: (*key, values[number]) for number, key in keys.items()}
        # Who has no game that counts, or left early, stands below all others.
        order = sorted(
            event.players,
            key=lambda number: (number in self._annulled, tuple(-value for value in keys[number]), number),
        )
        lines: list[Standing] = []
        for number in order:
            same = lines and keys[lines[-1].player] == keys[number] and number not in self._annulled
            place = lines[-1].place if same else len(lines) + 1
            lines.append(Standing(place, number, self._points[number], keys[number][1:]))
        return lines

    # -- games

    @cached_property
    def _games(self) -> dict[int, list[Game | None]]:
        """The counted games of each player, for each round; None for a round that does not count."""
        return {
            number: self._event.counted_games(number, len(self._rounds)) for number in self._event.players
        }

    def _score(self, number: int) -> float:
        if self._annulled:
            return sum(game.points_of(number) for game in self._games[number] if game is not None)
        return self._event.score(number, len(self._rounds))

    def _opponents(self, number: int) -> list[tuple[int, float]]:
        """For each round the opponent, and the points against them; without a game the player themselves."""
        found = []
        for game in self._games[number]:
            if game is not None and game.is_open:
                continue
            if self._event.expects_no_game(game):
                continue
            opponent = game.opponent_of(number) if game is not None and game.was_played else None
            points = 0.0 if game is None else game.points_of(number)
            found.append((number if opponent is None else opponent, points))
        return found

    # -- tie-breaks

    def sos(self, keys: Mapping[int, tuple[float, ...]]) -> Points:
        return {
            number: sum(self._points[opponent] for opponent, _ in self._opponents(number))
            for number in self._points
        }

    def sosos(self, keys: Mapping[int, tuple[float, ...]]) -> Points:
        sos = self.sos(keys)
        return {
            number: sum(sos[opponent] for opponent, _ in self._opponents(number)) for number in self._points
        }

    def sodos(self, keys: Mapping[int, tuple[float, ...]]) -> Points:
        return {
            number: sum(points * self._points[opponent] for opponent, points in self._opponents(number))
            for number in self._points
        }

    def wins(self, keys: Mapping[int, tuple[float, ...]]) -> Points:
        return {
            number: float(
                sum(game is not None and game.was_played and game.points_of(number) == 1 for game in games)
            )
            for number, games in self._games.items()
        }

    def board_points(self, keys: Mapping[int, tuple[float, ...]]) -> Points:
        boards = self._event.boards
        return {
            number: sum(teams.points_of(game, number, boards) for game in games if game is not None)
            for number, games in self._games.items()
        }

    def direct(self, keys: Mapping[int, tuple[float, ...]]) -> Points:
        found = dict.fromkeys(keys, 0.0)
        for _, group in groupby(sorted(keys, key=lambda number: keys[number]), lambda number: keys[number]):
            tied = list(group)
            if len(tied) > 1:
                found.update(self._among(tied))
        return found

    def _among(self, tied: Sequence[int]) -> dict[int, float]:
        """The points of the games among these players; nothing if two of them have not met."""
        points = dict.fromkeys(tied, 0.0)
        for number in tied:
            met = set()
            for game in self._games[number]:
                opponent = None if game is None else game.opponent_of(number)
                if game is not None and opponent in points and game.was_played:
                    met.add(opponent)
                    points[number] += game.points_of(number)
            if len(met) < len(tied) - 1:
                return {}
        return points


_TIE_BREAKS: Final[dict[TieBreak, Callable[[_Table, Mapping[int, tuple[float, ...]]], Points]]] = {
    "sos": _Table.sos,
    "sosos": _Table.sosos,
    "sodos": _Table.sodos,
    "direct": _Table.direct,
    "wins": _Table.wins,
    "board-points": _Table.board_points,
}
