"""A league by correspondence: members are put in touch, play with handicaps, and have a strength.

- A member says how many opponents they want at once (two, if nothing was said) and in which languages they
  can write. Who has fewer is put in touch with another such member: one who is not their opponent already and
  shares a language; whom they have met least, then who is nearest in strength. Who names no language can
  write in any.
- The strength is a number like a rating. It begins with the rating, else with the lowest of the rank, else
  with START, and changes after each game that was played, by the result and the handicap:
  K × (result − expectation), where a handicap counts as the points that it makes up for
  (`komadai.ratings.handicaps.RATED_OFFSETS`). K is that of FESA, 16 to 40.
- With handicaps, each game has the one whose points are nearest to the difference of strengths.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from itertools import combinations
from typing import Final

from komadai.ratings.handicaps import EVEN, RATED_OFFSETS
from komadai.tournaments.core.rounds import Game
from komadai.tournaments.kinds.league.state import LeagueState

START: Final = 1000
"""The strength of who enters without rank and rating."""
OPPONENTS: Final = 2
"""How many opponents a member has who has said nothing."""
K: Final = ((2240, 16), (1920, 20), (1560, 24), (1280, 28), (1040, 32), (720, 36), (0, 40))
"""How much a game counts, from each strength on: FESA's table."""


def strengths(state: LeagueState, until: int | None = None) -> dict[int, float]:
    """The strength of each member after the games that ended up to a time (in ms since 1970; None: all)."""
    return state.derived(_strengths_now) if until is None else _strengths(state, until)


def _strengths_now(state: LeagueState) -> dict[int, float]:
    return _strengths(state, None)


def _strengths(state: LeagueState, until: int | None) -> dict[int, float]:
    found = {
        number: float(player.strength(state.settings) or START) for number, player in state.players.items()
    }
    for game in games_in(state, None, until):
        black, white = game.players
        expected = expectation(found[black], found[white], game.pairing.handicap)
        change = game.points_of(black) - expected
        found[black], found[white] = (
            max(0.0, found[black] + k_of(found[black]) * change),
            max(0.0, found[white] - k_of(found[white]) * change),
        )
    return found


def games_in(state: LeagueState, after: int | None, until: int | None) -> Iterator[Game]:
    """The games that were played and ended in a time, as they ended."""
    for (number, board), at in sorted(state.ended.items(), key=lambda item: (item[1], item[0])):
        game = state.rounds[number - 1].boards[board - 1]
        if game.was_played and (after is None or at > after) and (until is None or at <= until):
            yield game


def expectation(black: float, white: float, handicap: str) -> float:
    """The points that Black can expect; White gives the handicap.

    >>> expectation(1500, 1600, "lance")
    0.5
    """
    return 1 / (1 + 10 ** ((white - RATED_OFFSETS.get(handicap, 0) - black) / 400))


def k_of(strength: float) -> int:
    """How much a game counts for a player of this strength."""
    return next((k for least, k in K if strength >= least), K[-1][1])


def handicap_for(difference: float) -> str:
    """The handicap whose points are nearest to a difference of strengths; of two the smaller.

    >>> handicap_for(40), handicap_for(130), handicap_for(2000)
    ('even', 'lance', 'six-piece')
    """
    return min(RATED_OFFSETS, key=lambda key: (abs(RATED_OFFSETS[key] - difference), RATED_OFFSETS[key]))


def pairs(state: LeagueState) -> list[tuple[int, int]]:
    """The members who are to be put in touch now, two by two."""
    return state.derived(_pairs)


def _pairs(state: LeagueState) -> list[tuple[int, int]]:
    running: Counter[int] = Counter()
    met: Counter[tuple[int, ...]] = Counter()
    opponents: set[tuple[int, ...]] = set()
    for each in state.rounds:
        for game in each.boards:
            pair = tuple(sorted(game.players))
            met[pair] += 1
            if game.is_open:
                opponents.add(pair)
                running.update(game.players)
    free = {player.number: wanted(state, player.number) - running[player.number] for player in state.present}
    strength = strengths(state)
    possible = sorted(
        (
            pair
            for pair in _who_share_a_language(state, [number for number, left in free.items() if left > 0])
            if pair not in opponents
        ),
        key=lambda pair: (met.get(pair, 0), abs(strength[pair[0]] - strength[pair[1]]), pair),
    )
    found = []
    for first, second in possible:
        if free[first] > 0 and free[second] > 0:
            free[first] -= 1
            free[second] -= 1
            found.append((first, second))
    return found


def wanted(state: LeagueState, player: int) -> int:
    """How many opponents a member wants at once."""
    return state.wants[player].opponents if player in state.wants else OPPONENTS


def languages(state: LeagueState, player: int) -> tuple[str, ...]:
    """The languages in which a member can write; empty if nothing was said."""
    return state.wants[player].languages if player in state.wants else ()


def _who_share_a_language(state: LeagueState, members: list[int]) -> set[tuple[int, int]]:
    """The pairs of members who can write to each other, found by language: of many members few share one and
    are not put in touch yet."""
    writers: dict[str, list[int]] = defaultdict(list)
    in_any = {number for number in members if not languages(state, number)}
    for number in members:
        for language in languages(state, number):
            writers[language].append(number)
    found = {pair for group in writers.values() for pair in combinations(group, 2)}
    if in_any:
        found.update(pair for pair in combinations(members, 2) if not in_any.isdisjoint(pair))
    return found


def terms(state: LeagueState, first: int, second: int) -> tuple[int, int, str]:
    """Black, White and the handicap of a game: the weaker takes it and is Black."""
    strength = strengths(state)
    if state.settings.handicaps == "none":
        return (*state.balanced(first, second), EVEN)
    handicap = handicap_for(abs(strength[first] - strength[second]))
    if handicap == EVEN:
        return (*state.balanced(first, second), EVEN)
    weaker, stronger = sorted((first, second), key=lambda number: strength[number])
    return weaker, stronger, handicap
