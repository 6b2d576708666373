"""Knockout: seeds, byes, and results that cannot change any more."""

from __future__ import annotations

import pytest

from komadai.tournaments import EventError, Result, standings
from komadai.tournaments.kinds.knockout import bracket as knockout
from tests.tournaments.players import event, play, refusal


def test_the_first_two_seeds_can_meet_only_in_the_final() -> None:
    assert knockout.bracket(8) == [1, 8, 4, 5, 2, 7, 3, 6]
    made = event(8, "knockout")
    for _ in range(3):
        play(made)
    assert set(made.rounds[2].games[0].players) == {1, 2}


@pytest.mark.parametrize("players", [2, 3, 5, 7, 8, 9, 17])
def test_the_strongest_players_have_the_byes_and_one_player_is_left(players: int) -> None:
    made = event(players, "knockout")
    rounds = knockout.rounds_for(players)
    assert made.total_rounds == rounds
    for _ in range(rounds):
        play(made)
    byes = [game.players[0] for game in made.rounds[0].games if not game.board]
    assert sorted(byes) == list(range(1, 2**rounds - players + 1))
    assert all(game.board for each in made.rounds[1:] for game in each.games)
    assert [len(each.games) for each in made.rounds] == [2 ** (rounds - n) for n in range(1, rounds + 1)]
    assert standings(made)[0].player == 1
    with pytest.raises(EventError):
        made.pair(at=0)


def test_who_lost_in_the_same_round_shares_a_place() -> None:
    made = event(8, "knockout")
    for _ in range(3):
        play(made)
    assert [line.place for line in standings(made)] == [1, 2, 3, 3, 5, 5, 5, 5]


def test_a_drawn_game_is_replayed() -> None:
    made = event(4, "knockout")
    made.apply(made.pair(at=0))
    with pytest.raises(EventError) as error:
        made.enter_result(1, 1, "draw", at=0)
    assert refusal(error.value) == "event-no-draws"


def test_a_result_with_which_the_next_round_was_paired_changes_only_after_that_pairing_is_taken_back() -> (
    None
):
    made = event(4, "knockout")
    play(made)
    made.apply(made.pair(at=0))
    game = made.rounds[0].boards[0]
    other: Result = "white" if game.result == "black" else "black"
    with pytest.raises(EventError) as error:
        made.enter_result(1, 1, other, at=0)
    assert refusal(error.value) == "event-goes-on"
    made.apply(made.unpair(at=0))
    made.apply(made.enter_result(1, 1, other, at=0))
    made.apply(made.pair(at=0))
    assert set(made.rounds[1].games[0].players) != {1, 2}


def test_the_opponent_of_who_withdraws_goes_on_and_of_two_who_both_lose_nobody_does() -> None:
    made = event(4, "knockout")
    made.apply(made.pair(at=0))
    made.apply(made.enter_result(1, 1, "neither", at=0))
    made.apply(made.withdraw(2, at=0))
    made.apply(made.pair(at=0))
    (final,) = made.rounds[1].games
    assert final.players == (3,)
    assert final.pairing.bye == "full"
    assert standings(made)[0].player == 3
