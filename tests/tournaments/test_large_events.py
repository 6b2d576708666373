"""What is asked of an event at every request costs in proportion to the event, not to its square.

Calls are counted, not time, so that a loaded machine counts the same.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

import pytest

from komadai.tournaments import acts, crosstable, ladder, league, standings
from komadai.tournaments.core.rounds import Pairing
from komadai.tournaments.kinds.arena import rules as arena
from komadai.tournaments.kinds.swiss.rules import swiss_players
from tests.tournaments.players import event

CHANCE = random.Random(46)


def calls(work: Callable[[], object]) -> int:
    """How many functions this calls."""
    count = 0

    def counted(*_: object) -> None:
        nonlocal count
        count += 1

    sys.setprofile(counted)
    try:
        work()
    finally:
        sys.setprofile(None)
    return count


def shuffled_pairs(players: int) -> Iterator[Pairing]:
    order = CHANCE.sample(range(1, players + 1), players)
    return (Pairing(black=black, white=white) for black, white in zip(order[::2], order[1::2], strict=True))


def end(made: Any, boards: Sequence[int], number: int) -> None:
    for board in boards:
        made.apply(acts.Resulted(at=number, round=number, board=board, result="black"))


def an_arena(players: int, games: int) -> Any:
    made = event(players, "arena")
    made.apply(made.start(at=0))
    for _ in range(games):
        made.apply(acts.Matched(at=0, pairings=tuple(shuffled_pairs(players))))
        end(made, made.rounds[0].open_boards, 1)
    return made


def rounds_of(system: str, players: int, rounds: int) -> Any:
    made = event(players, system, rounds=30)
    for number in range(1, rounds + 1):
        made.apply(acts.Paired(at=0, round=number, pairings=tuple(shuffled_pairs(players))))
        made.apply(acts.Started(at=0, round=number))
        end(made, made.rounds[-1].open_boards, number)
    return made


def a_ladder(players: int, games: int) -> Any:
    made = event(players, "ladder")
    for number in range(1, games + 1):
        black = CHANCE.randint(2, players)
        pairing = Pairing(black=black, white=black - 1)
        made.apply(acts.Challenged(at=0, challenge=number, player=black, opponent=black - 1))
        made.apply(acts.Answered(at=0, challenge=number, answer="accepted", pairing=pairing))
        end(made, [1], number)
    return made


def fresh(made: Any) -> Any:
    """As after an act."""
    made.known.clear()
    return made


WORK: dict[str, tuple[Callable[[int], Any], Callable[[Any], object]]] = {
    "the table of an arena": (lambda size: an_arena(20 * size, 20), crosstable),
    "who is free in an arena": (
        lambda size: an_arena(20 * size, 20),
        lambda made: arena.waiting(made, made.players, 0),
    ),
    "the table of a Swiss event": (lambda size: rounds_of("swiss", 20 * size, 20), crosstable),
    "the players of a Swiss round": (
        lambda size: rounds_of("swiss", 20, 8 * size),
        lambda made: swiss_players(made, made.players),
    ),
    "the table of a ladder": (lambda size: a_ladder(20 * size, 200 * size), standings),
    "whom all may challenge": (
        lambda size: a_ladder(20 * size, 200 * size),
        lambda made: [ladder.can_challenge(made, number) for number in made.players],
    ),
    "the games of a league": (lambda size: rounds_of("league", 20 * size, 10), standings),
    "the terms of a round of a league": (
        lambda size: rounds_of("league", 20 * size, 10),
        lambda made: [league.terms(made, number, number + 1) for number in range(1, len(made.players))],
    ),
}


@pytest.mark.parametrize("work", WORK)
def test_an_event_of_four_times_the_size_costs_four_times_as_much(work: str) -> None:
    make, ask = WORK[work]
    small, large = (calls(partial(ask, fresh(make(size)))) for size in (1, 4))
    assert large < 5 * small, f"{small} calls, then {large}"


def test_members_of_a_league_without_a_common_language_are_not_compared() -> None:
    def of(players: int) -> Any:
        made = event(players, "league")
        for number in made.players:
            language = chr(97 + number % 26) + chr(97 + number // 26)
            made.apply(acts.Wants(at=0, player=number, opponents=10, languages=(language,)))
        return made

    small, large = (calls(partial(league.pairs, fresh(of(players)))) for players in (50, 200))
    assert large < 5 * small


def test_a_corrected_result_changes_the_places_as_if_it_had_been_entered_first() -> None:
    """The places go on from those of before; a replay of the log must give the same."""
    made, log = event(8, "ladder"), []

    def do(act: acts.Act) -> None:
        log.append(act)
        made.apply(act)
        again = event(8, "ladder")
        for each in log:
            again.apply(each)
        assert ladder.order(made) == ladder.order(again)

    for number in range(1, 40):
        places = ladder.order(made)
        place = CHANCE.randint(1, len(places) - 1)
        player, opponent = places[place], places[place - 1]
        do(acts.Challenged(at=0, challenge=number, player=player, opponent=opponent))
        pairing = Pairing(black=player, white=opponent)
        do(acts.Answered(at=0, challenge=number, answer="accepted", pairing=pairing))
        do(acts.Resulted(at=0, round=number, board=1, result=CHANCE.choice(["black", "white", "draw"])))
        if number % 3 == 0:
            before = CHANCE.randint(1, number)
            do(acts.Resulted(at=0, round=before, board=1, result=CHANCE.choice(["black", "white", None])))
        if number % 10 == 0:
            do(acts.Withdrawn(at=0, player=places[0]))
            do(acts.Returned(at=0, player=places[0]))
