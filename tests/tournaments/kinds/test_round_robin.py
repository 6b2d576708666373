"""Round robin: everyone meets everyone once, with balanced colours."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from komadai.pieces import Color
from komadai.tournaments import EventError, standings
from komadai.tournaments.kinds.round_robin import berger as round_robin
from tests.tournaments.players import event, play, refusal


@pytest.mark.parametrize("players", [2, 3, 4, 7, 8, 9, 16])
def test_everyone_meets_everyone_once(players: int) -> None:
    games = [
        pair
        for number in range(1, round_robin.rounds_for(players) + 1)
        for pair in round_robin.pairs(players, number)
    ]
    met = Counter(frozenset(pair) for pair in games if None not in pair)
    assert met == Counter(frozenset(pair) for pair in combinations(range(1, players + 1), 2))


@pytest.mark.parametrize("players", [2, 3, 4, 7, 8, 9, 16])
def test_everyone_has_one_place_in_each_round_and_both_colours_as_often_as_can_be(players: int) -> None:
    balance = Counter[int]()
    for number in range(1, round_robin.rounds_for(players) + 1):
        pairs = round_robin.pairs(players, number)
        assert sorted(p for pair in pairs for p in pair if p is not None) == list(range(1, players + 1))
        for black, white in pairs:
            if black is not None and white is not None:
                balance[black] += 1
                balance[white] -= 1
    assert all(abs(value) <= 1 for value in balance.values())


def test_the_second_round_of_eight_is_that_of_the_berger_table() -> None:
    assert round_robin.pairs(8, 2) == [(8, 5), (6, 4), (7, 3), (1, 2)]


def test_the_second_cycle_exchanges_the_colours() -> None:
    first = round_robin.pairs(4, 1, cycles=2)
    assert round_robin.pairs(4, 4, cycles=2) == [(white, black) for black, white in first]
    assert round_robin.rounds_for(4, cycles=2) == 6


def test_rounds_can_be_paired_while_games_of_earlier_ones_are_open() -> None:
    made = event(4, "round-robin")
    for _ in range(3):
        made.apply(made.pair(at=0))
    with pytest.raises(EventError) as error:
        made.pair(at=0)
    assert refusal(error.value) == "event-no-more-rounds"
    with pytest.raises(EventError) as error:
        made.finish(at=0)
    assert refusal(error.value) == "event-open-games"


def test_nobody_enters_after_the_first_pairing() -> None:
    made = event(4, "round-robin")
    play(made)
    with pytest.raises(EventError) as error:
        made.enter("Late", at=0)
    assert refusal(error.value) == "event-begun"


def test_the_games_of_who_leaves_before_half_of_them_count_for_nobody() -> None:
    made = event(6, "round-robin")
    play(made)
    play(made)
    made.apply(made.withdraw(1, at=0))
    table = {line.player: line for line in standings(made)}
    assert table[1].points == 0
    assert table[1].place == 6
    beaten = [made.rounds[number].game_of(1) for number in range(2)]
    assert all(game is not None and game.was_played for game in beaten)
    for _ in range(3):
        play(made)
    points = {line.player: line.points for line in standings(made)}
    assert points == {2: 4, 3: 3, 4: 2, 5: 1, 6: 0, 1: 0}


def test_the_games_of_who_leaves_after_half_of_them_stay_and_the_others_are_walkovers() -> None:
    made = event(6, "round-robin")
    for _ in range(3):
        play(made)
    made.apply(made.withdraw(1, at=0))
    for _ in range(2):
        play(made)
    points = {line.player: line.points for line in standings(made)}
    assert points[1] == 3
    assert sum(points.values()) == 15


def test_a_round_robin_of_too_many_players_is_refused() -> None:
    made = event(40, "round-robin")
    with pytest.raises(EventError) as error:
        made.pair(at=0)
    assert refusal(error.value) == "event-too-many-rounds"


def test_colours_of_each_player_alternate_almost_always() -> None:
    made = event(8, "round-robin")
    for _ in range(7):
        play(made)
    for player in made.players:
        colors = [game.color_of(player) for game in made.games_of(player) if game is not None]
        assert abs(colors.count(Color.BLACK) - colors.count(Color.WHITE)) == 1
