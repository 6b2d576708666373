"""A ladder: who may challenge whom, who takes which place, and what time does."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from komadai import tournaments
from komadai.tournaments import EventError, Ladder, Result, ladder
from tests.tournaments.players import event, refusal

DAY = ladder.DAY_MS


def club(players: int = 6, **settings: int) -> Ladder:
    """P1 stands at the top, the last at the bottom."""
    return Ladder.of(event(players, "ladder", **settings))


def challenge(made: Ladder, player: int, opponent: int, at: int = 0) -> int:
    made.apply(made.challenge(player, opponent, at=at))
    return len(made.challenges)


def play(made: Ladder, player: int, opponent: int, winner: int | None, at: int = 0) -> int:
    """A challenge that is accepted and played; returns the number of its game."""
    made.apply(made.answer(challenge(made, player, opponent, at), True, at=at))
    game = made.rounds[-1].games[0]
    result: Result = "draw" if winner is None else "black" if winner == game.pairing.black else "white"
    made.apply(made.enter_result(game.round, 1, result, at=at))
    return game.round


def pass_time(made: Ladder, now: int) -> None:
    while (act := ladder.due(made, now)) is not None:
        made.apply(act)


def code(ask: Callable[[], object]) -> str:
    with pytest.raises(EventError) as error:
        ask()
    return refusal(error.value)


def test_the_winner_takes_the_place_and_those_between_slide_down() -> None:
    made = club()
    play(made, 5, 2, winner=5)
    assert ladder.order(made) == [1, 5, 2, 3, 4, 6]
    assert [(line.place, line.player, line.points) for line in tournaments.standings(made)][:2] == [
        (1, 1, 0),
        (2, 5, 1),
    ]


@pytest.mark.parametrize("winner", [2, None])
def test_a_loss_or_a_draw_of_the_challenger_changes_nothing(winner: int | None) -> None:
    made = club()
    play(made, 5, 2, winner=winner)
    assert ladder.order(made) == [1, 2, 3, 4, 5, 6]


def test_a_player_challenges_up_to_three_places_above() -> None:
    made = club()
    assert ladder.can_challenge(made, 6) == [3, 4, 5]
    assert ladder.can_challenge(made, 1) == []
    assert code(lambda: made.challenge(6, 2, at=0)) == "event-out-of-reach"
    assert code(lambda: made.challenge(2, 6, at=0)) == "event-out-of-reach"
    assert code(lambda: made.challenge(3, 3, at=0)) == "event-out-of-reach"


def test_everyone_has_one_challenge_at_a_time_and_none_twice_in_a_row() -> None:
    made = club()
    first = challenge(made, 6, 4)
    assert ladder.can_challenge(made, 5) == [2, 3]
    assert code(lambda: made.challenge(5, 4, at=0)) == "event-challenge-open"
    made.apply(made.take_back_challenge(first, at=0))
    assert code(lambda: made.answer(first, True, at=0)) == "event-no-challenge"
    play(made, 6, 4, winner=4)
    assert code(lambda: made.challenge(6, 4, at=0)) == "event-same-challenge"
    play(made, 6, 5, winner=5)
    made.challenge(6, 4, at=0)


def test_a_game_that_came_to_nothing_can_be_asked_for_again() -> None:
    made = club()
    made.apply(made.answer(challenge(made, 5, 4), True, at=0))
    made.apply(made.enter_result(1, 1, "neither", at=0))
    assert ladder.order(made) == [1, 2, 3, 4, 5, 6]
    made.challenge(5, 4, at=0)


@pytest.mark.parametrize("refuses", [True, False])
def test_a_challenge_that_is_refused_or_expires_is_won_without_play(refuses: bool) -> None:
    made = club(answer_days=7)
    number = challenge(made, 4, 3, at=0)
    if refuses:
        made.apply(made.answer(number, False, at=1))
    else:
        assert ladder.due(made, 7 * DAY - 1) is None
        pass_time(made, 7 * DAY)
        assert made.challenges[0].answer == "expired"
    assert ladder.order(made)[:4] == [1, 2, 4, 3]
    assert made.rounds == []


def test_the_idle_slide_down_one_place_for_each_time_they_are_idle() -> None:
    made = club(3, idle_days=60)
    play(made, 2, 1, winner=1, at=DAY)
    play(made, 3, 1, winner=1, at=50 * DAY)
    assert ladder.due(made, 61 * DAY - 1) is None
    pass_time(made, 61 * DAY)
    assert ladder.order(made) == [1, 3, 2]
    made.apply(made.challenge(2, 3, at=100 * DAY))
    pass_time(made, 107 * DAY)  # not answered
    assert ladder.order(made) == [1, 2, 3]
    pass_time(made, 110 * DAY)  # 1 and 3 were active last on day 50, and nobody stands below 3
    assert ladder.order(made) == [2, 1, 3]
    never = club(3, idle_days=0)
    assert ladder.due(never, 10_000 * DAY) is None


def test_a_corrected_result_corrects_the_places() -> None:
    made = club()
    game = play(made, 5, 2, winner=5)
    play(made, 4, 3, winner=4)
    other: Result = "white" if made.game(game, 1).result == "black" else "black"
    made.apply(made.enter_result(game, 1, other, at=0, reason="two pawns"))
    assert ladder.order(made) == [1, 2, 4, 3, 5, 6]


def test_who_leaves_loses_the_game_and_comes_back_at_the_bottom() -> None:
    made = club(4)
    made.apply(made.answer(challenge(made, 4, 2), True, at=0))
    waiting = challenge(made, 3, 1)
    made.apply(made.withdraw(1, at=0))
    assert made.challenges[waiting - 1].answer == "taken-back"
    made.apply(made.withdraw(2, at=0))
    assert ladder.order(made) == [4, 3]
    assert made.game(1, 1).result in ("black-walkover", "white-walkover")
    made.apply(made.come_back(2, at=0))
    assert ladder.order(made) == [4, 3, 2]
    made.apply(made.enter("New", at=0))
    assert ladder.order(made)[-1] == 5


def test_a_ladder_has_no_rounds() -> None:
    made = club()
    assert code(lambda: made.pair(at=0)) == "event-ladder-pairs"
    assert code(lambda: Ladder.of(event(4))) == "event-only-ladder"
    play(made, 2, 1, winner=2)
    assert tournaments.table.heads(made)[-1] == "Won"
    assert [row[1] for row in tournaments.table.rows(made)] == ["P2", "P1", "P3", "P4", "P5", "P6"]
    log = [tournaments.encode_act(act) for act in (made.challenge(4, 3, at=0),)]
    assert tournaments.decode_act(log[0]) == made.challenge(4, 3, at=0)
