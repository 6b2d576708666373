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


NAKAHARA, KATO = 1, 2


def test_the_match_of_1982_is_won_by_the_challenger_after_ten_played_games() -> None:
    """As the documents tell: Kato had Black in the first game, an impasse; games 6 and 8 ended by repetition;
    Black lost no game, and the holder lost the match 3-4."""
    made = match(after_replay="exchanged")
    blacks = []
    for number, repetitions in enumerate((0, 0, 0, 0, 0, 1, 0, 1), 1):
        made.apply(made.pair(at=0))
        tossed = {1: KATO, 8: NAKAHARA}.get(number)  # the lots of those days, drawn at the board
        game = made.game(number, 1)
        if tossed is not None and game.players[0] != tossed:
            made.apply(made.set_colors(number, 1, tossed, at=0))
        blacks.append(game.players[0])
        for _ in range(repetitions):
            made.apply(made.play_again(number, 1, at=0))
            blacks.append(game.players[0])
        made.apply(made.enter_result(number, 1, "draw" if number == 1 else "black", at=0))
    assert blacks == [KATO, NAKAHARA, KATO, NAKAHARA, KATO, NAKAHARA, KATO, NAKAHARA, NAKAHARA, KATO]
    assert len(made.rounds) == made.total_rounds == 8
    assert title_match.score_text(made) == "3-4"
    assert made.is_decided
    assert title_match.winner(made) == KATO
    assert [(line.player, line.points) for line in tournaments.standings(made)] == [(KATO, 4), (NAKAHARA, 3)]


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


def test_colours_go_on_from_a_replay_where_the_match_says_so() -> None:
    made = match(after_replay="exchanged")
    first = play_game(made, 1, repetitions=1)
    assert play_game(made, 2) == first, "the replay was the other way round"
    assert play_game(made, 1, repetitions=2) == first[::-1]
    assert play_game(made, 2) == first, "the second replay was as the game"


def test_the_arbiter_sets_the_colours_of_a_game_before_it_begins() -> None:
    made = match()
    made.apply(made.pair(at=0))
    black, white = made.game(1, 1).players
    with pytest.raises(EventError) as error:
        made.set_colors(1, 1, black, at=0)
    assert refusal(error.value) == "event-has-black"
    with pytest.raises(EventError) as error:
        made.set_colors(1, 1, 3, at=0)
    assert refusal(error.value) == "event-no-player"
    act = made.set_colors(1, 1, white, at=0)
    made.apply(act)
    assert made.game(1, 1).players == (white, black)
    assert tournaments.decode_act(tournaments.encode_act(act)) == act
    made.apply(made.start(at=0))
    with pytest.raises(EventError) as error:
        made.set_colors(1, 1, black, at=0)
    assert refusal(error.value) == "event-game-begun"
    made.apply(made.enter_result(1, 1, "black", at=0))
    assert play_game(made, 2) == (black, white), "the next games go on from it"


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
    assert refusal(error.value) == "event-only-match"


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
