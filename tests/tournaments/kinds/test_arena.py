"""An arena: whoever is free meets whoever is free, until the time is over."""

from __future__ import annotations

import itertools
import random
import sys
import time

import pytest

from komadai.tournaments import Act, Arena, Created, EventError, Result, acts, replay, standings
from komadai.tournaments.core.table import as_csv, rows
from komadai.tournaments.kinds.arena import pairing
from komadai.tournaments.kinds.arena import rules as arena
from komadai.tournaments.kinds.arena.pairing import Waiting
from tests.tournaments.players import event, refusal

MINUTE = 60_000


def begun(players: int, **settings: bool) -> Arena:
    made: Arena = event(players, "arena", minutes=60, **settings)
    made.apply(made.start(at=MINUTE))
    return made


def meet(made: Arena, at: int = MINUTE, free: set[int] | None = None) -> list[frozenset[int]]:
    act = made.meet(free, at=at)
    if act is None:
        return []
    made.apply(act)
    return [frozenset((pairing.black, pairing.white or 0)) for pairing in act.pairings]


def end(made: Arena, player: int, points: float = 1, at: int = MINUTE) -> None:
    """Ends the game that this player plays, with so many points for them."""
    game = next(game for game in made.all_games_of(player) if game.is_open)
    is_black = game.players[0] == player
    result: Result = "draw" if points == 0.5 else "black" if is_black == (points == 1) else "white"
    made.apply(made.enter_result(1, game.board, result, at=at))


def test_neighbours_in_the_table_meet_as_soon_as_they_are_free() -> None:
    made = begun(5)
    assert meet(made) == [{1, 2}, {3, 4}], "5, the last of equals, waits"
    assert meet(made) == []
    end(made, 1)
    assert {1, 5} in meet(made) or {2, 5} in meet(made)


def test_nobody_meets_the_same_opponent_twice_in_a_row_when_others_play() -> None:
    made = begun(4)
    meet(made)
    end(made, 1)
    assert meet(made, MINUTE + 10_000) == [], "the two who are free have just met, and others still play"
    end(made, 3)
    assert sorted(map(sorted, meet(made))) == [[1, 3], [2, 4]]


def test_two_who_have_waited_a_minute_or_are_alone_meet_again() -> None:
    made = begun(4)
    meet(made)
    end(made, 1)
    assert meet(made, 2 * MINUTE + 1) == [{1, 2}]
    alone = begun(2)
    for _ in range(3):
        assert meet(alone) == [{1, 2}]
        end(alone, 1)


def test_colours_are_balanced() -> None:
    made = begun(2)
    blacks = []
    for _ in range(4):
        meet(made)
        blacks.append(made.rounds[0].games[-1].players[0])
        end(made, 1)
    assert blacks in ([1, 2, 1, 2], [2, 1, 2, 1])


def test_after_two_wins_in_a_row_games_count_double_until_one_is_not_won() -> None:
    made = begun(2)
    for points in (1, 1, 1, 0.5, 1, 0, 1):
        meet(made)
        end(made, 1, points)
    assert [worth for _, worth in arena.sheet(made, 1)] == [2, 2, 4, 2, 2, 0, 2]
    assert [(line.player, line.points, line.tie_breaks) for line in standings(made)] == [
        (1, 14, (5.0,)),
        (2, 3, (1.0,)),
    ]
    assert rows(made)[0][5:] == ["2 2 4 2 2 0 2", "14", "5"]
    assert "2 2 4 2 2 0 2" in as_csv(made)


def test_without_streaks_a_win_is_a_point() -> None:
    made = begun(2, streaks=False)
    for points in (1, 1, 1, 0.5):
        meet(made)
        end(made, 1, points)
    assert (made.score(1), made.score(2)) == (3.5, 0.5)


def test_a_game_without_a_result_counts_for_nobody_and_ends_no_streak() -> None:
    made = begun(2)
    for _ in range(2):
        meet(made)
        end(made, 1)
    meet(made)
    made.apply(made.enter_result(1, 3, "neither", at=0))
    meet(made)
    end(made, 1)
    assert [worth for _, worth in arena.sheet(made, 1)] == [2, 2, 4]


def test_when_the_time_is_over_nobody_is_paired_and_running_games_count() -> None:
    made = begun(2)
    meet(made)
    with pytest.raises(EventError) as error:
        made.meet(at=61 * MINUTE)
    assert refusal(error.value) == "event-time-over"
    with pytest.raises(EventError) as error:
        made.finish(at=61 * MINUTE)
    assert refusal(error.value) == "event-open-games"
    end(made, 1, at=62 * MINUTE)
    made.apply(made.finish(at=62 * MINUTE))
    assert made.score(1) == 2


def test_players_come_late_leave_and_return() -> None:
    made = begun(2)
    meet(made)
    made.apply(made.enter("late", at=0))
    made.apply(made.withdraw(1, at=0))
    assert made.rounds[0].games[0].is_open, "a game that runs is played to its end"
    end(made, 1)
    assert meet(made) == [{2, 3}]
    made.apply(made.come_back(1, at=0))
    end(made, 2)
    assert meet(made) == [{1, 2}] or meet(made) == [{1, 3}]


def test_only_those_who_are_there_are_paired() -> None:
    made = begun(4)
    assert meet(made, free={2, 4}) == [{2, 4}]


def test_an_arena_begins_with_two_players_and_has_no_rounds() -> None:
    made = event(1, "arena")
    for command, code in ((made.start, "event-too-few"), (made.pair, "event-arena-rounds")):
        with pytest.raises(EventError) as error:
            command(at=0)
        assert refusal(error.value) == code
    with pytest.raises(EventError) as error:
        made.meet(at=0)
    assert refusal(error.value) == "event-not-begun"
    with pytest.raises(EventError) as error:
        Arena.of(event(2))
    assert refusal(error.value) == "event-only-arena"


@pytest.fixture(params=["networkx", "without networkx"])
def library(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the app extra, and without."""
    if request.param != "networkx":
        monkeypatch.setitem(sys.modules, "networkx", None)


def free(last: dict[int, int], count: int, *, others_play: bool = True, at: int = 0) -> Waiting:
    """Free players 1, 2, … in the order of the table, and whom some have met last, ten seconds ago."""
    numbers = tuple(range(1, count + 1))
    until = tuple(at - 10_000 if number in last else 0 for number in numbers)
    return Waiting(numbers, tuple(last.get(number) for number in numbers), until, others_play, at)


def pairs(waiting: Waiting) -> list[set[int]]:
    """Who meets; nobody twice, and nobody the opponent of their last game."""
    found = pairing.pairs(waiting)
    numbers = [number for pair in found for number in pair]
    assert len(numbers) == len(set(numbers))
    last = dict(zip(waiting.numbers, waiting.last, strict=True))
    assert all(last[one] != other and last[other] != one for one, other in found)
    assert pairing.pairs(waiting) == found, "the same players are paired alike"
    return [set(pair) for pair in found]


@pytest.mark.usefixtures("library")
def test_when_all_have_met_the_same_player_last_they_meet_each_other() -> None:
    """A search through all pairings would take longer than the arena."""
    found = pairs(free(dict.fromkeys(range(1, 31), 15) | {15: 1}, 30))
    assert len(found) == 14
    assert not any(15 in pair for pair in found)


@pytest.mark.usefixtures("library")
def test_as_many_play_as_can() -> None:
    """1 and 2 have just met, and 3 has played last: one of them meets 3 all the same."""
    met = Waiting((1, 2, 3), (2, 1, None), (50, 50, 60), True, 100)
    assert pairs(met) in ([{1, 3}], [{2, 3}])
    assert len(pairs(free({1: 2, 2: 1, 3: 4, 4: 3, 5: 6, 6: 5}, 6))) == 3


@pytest.mark.usefixtures("library")
def test_of_an_odd_number_who_played_last_waits() -> None:
    until = (50, 90, 70, 60, 80)
    found = pairs(Waiting((1, 2, 3, 4, 5), (None,) * 5, until, True, 100))
    assert not any(2 in pair for pair in found)
    assert len(found) == 2


def test_players_meet_their_neighbours_and_others_only_if_somebody_is_left_over() -> None:
    last = {number: number + 1 if number % 2 else number - 1 for number in range(1, 61)}
    assert all(max(pair) - min(pair) <= pairing.NEAREST for pair in pairs(free(last, 60)))
    nearest = dict.fromkeys(range(2, 21), 1) | {1: 2}
    assert {1, 21} in pairs(free(nearest, 40)), "1 can meet none of the twelve nearest"


def test_at_most_one_pair_of_many_is_left_over_by_chance() -> None:
    chance = random.Random(46)
    for count in range(2, 60):
        last = {number: chance.randint(1, count) for number in range(1, count + 1)}
        last = {number: other for number, other in last.items() if other != number}
        assert len(pairs(free(last, count))) >= count // 2 - 1


@pytest.mark.parametrize("count", [499, 500])
def test_five_hundred_free_players_are_paired_within_five_seconds_of_a_processor(count: int) -> None:
    hubs = {number: 1 + (number - 1) // 13 * 13 for number in range(1, count + 1)}
    waiting = free({number: hub for number, hub in hubs.items() if hub != number}, count)
    before = time.process_time()
    found = pairing.pairs(waiting)
    assert time.process_time() - before < 5
    assert len(found) == count // 2


@pytest.mark.parametrize("players", [3, 4, 7, 12])
def test_an_hour_of_play_keeps_everybody_busy_and_repeats_few_opponents(players: int) -> None:
    """Games of one to six minutes; its log gives the same arena."""
    chance = random.Random(players)
    made = event(players, "arena", minutes=60)
    log: list[Act] = []

    def do(act: Act) -> None:
        log.append(act)
        made.apply(act)

    do(made.start(at=1))
    ends: dict[int, int] = {}
    for second in range(0, 3600, 5):
        at = second * 1000 + 1
        for game in [game for game in made.rounds[0].games if game.is_open and ends[game.board] <= at]:
            do(made.enter_result(1, game.board, chance.choice(["black", "white", "draw"]), at=at))
        act = made.meet(at=at) if at < arena.ends_at(made) else None
        if act is not None:
            do(act)
            for game in made.rounds[0].games[-len(act.pairings) :]:
                ends[game.board] = at + chance.randrange(60, 360) * 1000
    for number in made.players:
        opponents = [game.opponent_of(number) for game in made.all_games_of(number)]
        assert len(opponents) > 6
        twice = sum(first == second for first, second in itertools.pairwise(opponents))
        assert twice <= (len(opponents) if players == 3 else len(opponents) // 3)
    again = replay(event_log(made, log))
    assert again.rounds == made.rounds
    assert standings(again) == standings(made)


def event_log(made: Arena, played: list[Act]) -> list[Act]:
    entries = [
        acts.Entered(at=0, player=player.number, name=player.name, rating=player.rating)
        for player in made.players.values()
    ]
    return [Created(at=0, settings=made.settings), *entries, *played]
