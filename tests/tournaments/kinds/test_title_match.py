"""A title match: first to more than half of n games, replayed draws, season after season."""

from __future__ import annotations

from typing import Any

import pytest

from komadai import tournaments
from komadai.tournaments import EventError, Result, TitleMatch, titles
from komadai.tournaments.core.table import rows
from komadai.tournaments.kinds.title_match import rules as title_match
from tests.tournaments.players import event, play, refusal


def match(games: int = 7, **settings: Any) -> TitleMatch:
    return TitleMatch.of(event(2, "title-match", games, **settings))


def play_game(made: TitleMatch, winner: int | None, *, repetitions: int = 0) -> tuple[int, ...]:
    """Plays the next numbered game; without a winner it is an impasse. Returns its players, Black first."""
    made.apply(made.pair(at=0))
    game = made.rounds[-1].games[0]
    begun = game.players
    for _ in range(repetitions):
        made.apply(made.play_again(game.round, 1, at=0))
    result: Result = "draw" if winner is None else "black" if game.players[0] == winner else "white"
    made.apply(made.enter_result(game.round, 1, result, at=0))
    return begun


def test_best_of_seven_is_first_to_four() -> None:
    made = match()
    for winner in (1, 2, 1, 1, 2):
        play_game(made, winner)
    assert not made.is_decided
    play_game(made, 1)
    assert title_match.winner(made) == 1
    assert title_match.score_text(made) == "4-2"
    with pytest.raises(EventError) as error:
        made.pair(at=0)
    assert refusal(error.value) == "event-no-more-rounds"


def test_eight_numbered_games_can_be_ten_played_ones() -> None:
    """Kato and Nakahara in 1982: seven decided games and an impasse, and two games replayed."""
    made = match()
    play_game(made, None)
    for winner, repetitions in ((1, 0), (2, 0), (1, 1), (2, 0), (1, 0), (2, 1), (1, 0)):
        play_game(made, winner, repetitions=repetitions)
    assert len(made.rounds) == made.total_rounds == 8
    assert sum(1 + game.replays for each in made.rounds for game in each.games) == 10
    assert title_match.score_text(made) == "4-3"
    assert [line.points for line in tournaments.standings(made)] == [4, 3]


def test_an_impasse_gives_nobody_a_point() -> None:
    made = match(3)
    play_game(made, None)
    assert [made.score(player) for player in (1, 2)] == [0, 0]
    assert made.total_rounds == 4
    assert "△" in rows(made, "ja")[0][6]


def test_colours_alternate_and_a_replay_does_not_change_those_of_the_next_game() -> None:
    made = match()
    first = play_game(made, 1, repetitions=1)
    assert made.game(1, 1).players == first[::-1], "replayed with colours reversed"
    assert play_game(made, 2) == first[::-1]
    assert play_game(made, 1, repetitions=2) == first
    assert made.game(3, 1).players == first
    assert play_game(made, 2) == first[::-1]


def test_only_an_open_game_of_a_title_match_is_replayed() -> None:
    made = match()
    play_game(made, 1)
    with pytest.raises(EventError) as error:
        made.play_again(1, 1, at=0)
    assert refusal(error.value) == "event-has-result"
    other = event(4)
    play(other)
    with pytest.raises(EventError) as error:
        TitleMatch.of(other)
    assert refusal(error.value) == "event-not-replayed"


def test_a_match_has_two_players_and_an_odd_number_of_games() -> None:
    made = match()
    with pytest.raises(EventError) as error:
        made.enter("third", at=0)
    assert refusal(error.value) == "event-full"
    for settings, code in (
        ({"rounds": 6}, "event-match-games"),
        ({"rounds": 17}, "event-match-games"),
        ({"rounds": 7, "handicaps": "by-rank"}, "event-match-handicaps"),
    ):
        wrong = tournaments.Settings(name="Match", system="title-match", **settings)
        with pytest.raises(EventError) as error:
            tournaments.check_settings(wrong)
        assert refusal(error.value) == code


def test_who_withdraws_loses_the_match() -> None:
    made = match()
    play_game(made, 2)
    made.apply(made.withdraw(2, at=0))
    assert title_match.winner(made) == 1
    assert made.is_decided


def test_the_result_of_a_game_stays_once_the_next_one_was_paired_with_it() -> None:
    made = match()
    play_game(made, 2)
    made.apply(made.pair(at=0))
    with pytest.raises(EventError) as error:
        made.enter_result(1, 1, "draw", at=0)
    assert refusal(error.value) == "event-goes-on"


def season(holder: str | None, **settings: Any) -> TitleMatch:
    made = tournaments.replay(
        [
            tournaments.Created(
                at=0,
                settings=tournaments.Settings(
                    name="Season", system="title-match", rounds=3, title="Club Meijin", **settings
                ),
            )
        ]
    )
    if holder is not None:
        made.apply(made.enter(holder, at=0))
    return TitleMatch.of(made)


def test_the_best_of_the_challenger_event_challenges_and_the_winner_holds_the_title() -> None:
    league = event(4, "round-robin")
    made = season("Habu")
    with pytest.raises(EventError) as error:
        titles.challengers(made, league)
    assert refusal(error.value) == "event-qualifier-open"
    for _ in range(3):
        play(league)
    league.apply(league.finish(at=0))
    (challenger,) = titles.challengers(made, league)
    assert challenger.name == "P1"
    made.apply(made.enter(challenger.name, at=0, rating=challenger.rating))
    for _ in range(2):
        play_game(made, 2)
    made.apply(made.finish(at=0))
    holder = titles.next_holder(made)
    assert holder is not None
    assert holder.name == "P1"
    # The next season: the holder has won the league again, so the second challenges.
    (challenger,) = titles.challengers(season("P1"), league)
    assert challenger.name == "P2"


def test_the_two_best_play_for_a_vacant_title() -> None:
    league = event(4, "round-robin")
    for _ in range(3):
        play(league)
    league.apply(league.finish(at=0))
    assert [player.name for player in titles.challengers(season(None, vacant=True), league)] == ["P1", "P2"]
    with pytest.raises(EventError) as error:
        titles.challengers(season(None), league)
    assert refusal(error.value) == "event-no-holder"


def test_equal_players_of_the_challenger_event_play_it_off() -> None:
    league = event(2, "swiss", rounds=1)
    play(league, {1: "draw"})
    league.apply(league.finish(at=0))
    with pytest.raises(EventError, match="P1, P2") as error:
        titles.challengers(season("Habu"), league)
    assert refusal(error.value) == "event-qualifier-tied"


def test_a_match_that_was_broken_off_leaves_the_title_where_it_was() -> None:
    made = match()
    play_game(made, 2)
    with pytest.raises(EventError) as error:
        titles.next_holder(made)
    assert refusal(error.value) == "event-no-title-match"
    made.apply(made.finish(at=0))
    holder = titles.next_holder(made)
    assert holder is not None
    assert holder.number == titles.HOLDER
