"""Home and away: everyone meets everyone twice running, with colours exchanged."""

from __future__ import annotations

from collections import Counter

import pytest

from komadai.pieces import Color
from komadai.tournaments import EventError, HomeAndAway, Member, standings, teams
from tests.tournaments.players import event, play, refusal


def finished(players: int) -> HomeAndAway:
    made = HomeAndAway.of(event(players, "home-and-away"))
    while not made.is_decided:
        play(made)
    return made


@pytest.mark.parametrize("players", [2, 3, 6, 9])
def test_each_pair_has_one_game_with_either_colour_in_two_rounds_running(players: int) -> None:
    made = finished(players)
    games = [game for each in made.rounds for game in each.boards]
    assert Counter(game.players for game in games) == Counter(
        (black, white) for black in made.players for white in made.players if black != white
    )
    for first, second in zip(made.rounds[::2], made.rounds[1::2], strict=True):
        assert [game.players[::-1] for game in first.boards] == [game.players for game in second.boards]


def test_everyone_is_black_as_often_as_white_and_the_strongest_wins_all_games() -> None:
    made = finished(5)
    for player in made.players:
        colors = Counter(game.color_of(player) for game in made.all_games_of(player))
        assert colors[Color.BLACK] == colors[Color.WHITE] == 4
    assert [line.points for line in standings(made)] == [8, 6, 4, 2, 0]


def test_sixteen_players_need_thirty_rounds_and_seventeen_are_too_many() -> None:
    assert event(16, "home-and-away").total_rounds == 30
    with pytest.raises(EventError) as error:
        event(17, "home-and-away").pair(at=0)
    assert refusal(error.value) == "event-too-many-rounds"


def test_clubs_exchange_the_colours_of_all_boards() -> None:
    clubs = event(0, "home-and-away", boards=2)
    for name in ("Kita", "Minami"):
        members = [Member(name=f"{name} {number}") for number in (1, 2)]
        clubs.apply(clubs.enter(name, at=0, members=members))
    for number in (1, 2):
        clubs.apply(clubs.pair(at=0))
        clubs.apply(clubs.start(at=0))
        for seat in (1, 2):
            clubs.apply(clubs.enter_result(number, 1, "black", seat=seat, at=0))
    home, away = ([teams.members_on(clubs.game(number, 1), seat) for seat in (1, 2)] for number in (1, 2))
    assert [pair[::-1] for pair in home] == away
    assert [line.points for line in standings(clubs)] == [1, 1]
