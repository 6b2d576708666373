"""Swiss pairings, judged by rules written here and not by the library that makes them."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

import pytest
from msgspec.structs import replace

from komadai import tournaments
from komadai.pieces import Color
from komadai.tournaments import EventError, Result, Swiss
from komadai.tournaments.core.rounds import Pairing
from tests.tournaments.players import event, play, refusal

Matching = list[tuple[int, int]]


def colors_before(made: Swiss, player: int, rounds: int) -> list[Color]:
    games = [each.game_of(player) for each in made.rounds[:rounds]]
    return [game.color_of(player) for game in games if game is not None and game.was_played]


def check_round(made: Swiss, number: int) -> None:
    """The rules of a Swiss round that have no exception before the last round."""
    this = made.rounds[number - 1]
    seen = [player for game in this.games for player in game.players]
    assert len(seen) == len(set(seen)), "everyone has one place in a round"
    for game in this.boards:
        met = {frozenset(before.players) for each in made.rounds[: number - 1] for before in each.boards}
        assert frozenset(game.players) not in met, "nobody meets twice"
    byes = [game for game in this.games if game.pairing.bye == "full"]
    assert len(byes) <= 1
    for game in byes:
        player = game.players[0]
        before = [each.game_of(player) for each in made.rounds[: number - 1]]
        assert all(game is None or game.pairing.bye != "full" for game in before), "one bye at most"
    if number == made.total_rounds:
        return
    for player in made.players:
        colors = colors_before(made, player, number)
        assert abs(colors.count(Color.BLACK) - colors.count(Color.WHITE)) <= 2, "colours are balanced"
        assert len(colors) < 3 or len(set(colors[-3:])) > 1, "no colour three times in a row"


def matchings(players: list[int]) -> Iterator[Matching]:
    """All ways to pair an even number of players."""
    if not players:
        yield []
        return
    first, rest = players[0], players[1:]
    for other in rest:
        for others in matchings([player for player in rest if player != other]):
            yield [(first, other), *others]


def most_pairs_in_top_group(made: Swiss, number: int) -> int:
    """How many games within the highest score group a complete legal round can have, by trying all."""
    before = number - 1
    game_players = [player for game in made.rounds[before].boards for player in game.players]
    met = {frozenset(game.players) for each in made.rounds[:before] for game in each.boards}
    best = max(made.score(player, before) for player in game_players)
    top = {player for player in game_players if made.score(player, before) == best}

    def may_have(player: int, color: Color) -> bool:
        colors = [*colors_before(made, player, before), color]
        balance = colors.count(Color.BLACK) - colors.count(Color.WHITE)
        return abs(balance) <= 2 and (len(colors) < 3 or len(set(colors[-3:])) > 1)

    def is_legal(pair: tuple[int, int]) -> bool:
        first, second = pair
        return frozenset(pair) not in met and any(
            may_have(first, color) and may_have(second, color.opponent) for color in Color
        )

    return max(
        sum(set(pair) <= top for pair in matching)
        for matching in matchings(game_players)
        if all(map(is_legal, matching))
    )


@pytest.mark.parametrize("players", [7, 8, 9, 13])
def test_random_events_keep_the_rules_of_swiss_pairing(players: int) -> None:
    for seed in range(2):
        made = event(players)
        chance = random.Random(100 * players + seed)
        for number in range(1, 6):
            play(made, chance=chance)
            check_round(made, number)


@pytest.mark.parametrize("players", [7, 8, 9])
def test_leaders_meet_leaders_as_far_as_possible(players: int) -> None:
    for seed in range(2):
        made = event(players, rounds=5)
        chance = random.Random(seed)
        for number in range(1, 5):
            play(made, chance=chance)
            if number > 1:
                before = number - 1
                this = made.rounds[before].boards
                playing = [player for game in this for player in game.players]
                best = max(made.score(player, before) for player in playing)
                within = sum(all(made.score(p, before) == best for p in game.players) for game in this)
                assert within == most_pairs_in_top_group(made, number)


def test_the_first_round_sets_the_upper_half_against_the_lower() -> None:
    made = event(8)
    play(made)
    assert {frozenset(game.players) for game in made.rounds[0].boards} == {
        frozenset(pair) for pair in ((1, 5), (2, 6), (3, 7), (4, 8))
    }


def test_the_weakest_player_of_an_odd_number_has_the_first_bye_which_is_worth_a_point() -> None:
    made = event(7)
    play(made)
    (bye,) = [game for game in made.rounds[0].games if not game.board]
    assert bye.players == (7,)
    assert made.score(7) == 1


def test_a_late_entry_plays_from_the_next_round_on_without_points_for_what_was_missed() -> None:
    made = event(8)
    play(made)
    made.apply(made.enter("Late", at=0, rating=1500))
    play(made)
    late = made.players[9]
    assert late.first_round == 2
    assert made.games_of(9)[0] is None
    game = made.games_of(9)[1]
    assert game is not None
    check_round(made, 2)


def test_nobody_enters_after_the_last_round_was_paired() -> None:
    made = event(2, rounds=1)
    play(made)
    with pytest.raises(EventError) as error:
        made.enter("Late", at=0)
    assert refusal(error.value) == "event-no-more-rounds"


def test_who_withdraws_after_the_pairing_loses_without_play_and_is_paired_no_more() -> None:
    made = event(8)
    made.apply(made.pair(at=0))
    made.apply(made.withdraw(1, at=0))
    game = made.rounds[0].game_of(1)
    assert game is not None
    assert game.result in ("black-walkover", "white-walkover")
    assert made.score(5) == 1
    for each in made.rounds[0].boards:
        if each.is_open:
            made.apply(made.enter_result(1, each.board, "black", at=0))
    play(made)
    assert made.rounds[1].game_of(1) is None
    check_round(made, 2)


def test_pairings_that_have_not_begun_are_made_again_without_who_withdrew() -> None:
    made = event(8)
    made.apply(made.pair(at=0))
    made.apply(made.withdraw(8, at=0))
    made.apply(made.unpair(at=0))
    play(made)
    assert made.rounds[0].game_of(8) is None
    assert sum(game.pairing.bye == "full" for game in made.rounds[0].games) == 1


def test_a_round_that_has_begun_is_not_paired_again() -> None:
    made = event(4)
    play(made)
    with pytest.raises(EventError) as error:
        made.unpair(at=0)
    assert refusal(error.value) == "event-started"


def test_a_game_set_by_hand_is_played_and_the_others_are_paired_around_it() -> None:
    made = event(8)
    made.apply(made.force(1, 2, at=0, reason="both leave early"))
    play(made)
    assert (1, 2) in [game.players for game in made.rounds[0].boards]
    check_round(made, 1)


def test_players_who_met_are_set_against_each_other_again_only_on_demand() -> None:
    made = event(4)
    play(made)
    first, second = made.rounds[0].boards[0].players
    with pytest.raises(EventError) as error:
        made.force(first, second, at=0)
    assert refusal(error.value) == "event-met-before"
    made.apply(made.force(first, second, again=True, at=0))
    made.apply(made.unforce(at=0))
    assert made.forced == []


def test_a_player_may_sit_out_for_half_a_point() -> None:
    made = event(8)
    made.apply(made.sit_out(3, "half", at=0))
    play(made)
    assert made.score(3) == 0.5
    made.apply(made.sit_out(4, "zero", at=0))
    made.apply(made.sit_out(4, None, at=0))
    play(made)
    game = made.rounds[1].game_of(4)
    assert game is not None
    assert game.board


def test_a_result_corrected_two_rounds_later_changes_the_table_but_no_pairings() -> None:
    made = event(8)
    for _ in range(3):
        play(made)
    pairings = [game.players for each in made.rounds for game in each.games]
    game = made.rounds[0].boards[0]
    winner, loser = (game.players[0], game.players[1])[:: 1 if game.result == "black" else -1]
    before = made.score(winner), made.score(loser)
    other: Result = "white" if game.result == "black" else "black"
    made.apply(made.enter_result(1, 1, other, at=0, reason="two pawns on a file"))
    assert (made.score(winner), made.score(loser)) == (before[0] - 1, before[1] + 1)
    assert [game.players for each in made.rounds for game in each.games] == pairings
    play(made)
    check_round(made, 4)


def test_of_two_players_who_want_the_same_colour_the_one_with_more_points_has_it() -> None:
    """1 and 4 were Black and then White; 4 has half a point more, 1 the higher rating."""
    made = event(4)
    play(made, {1: "black", 2: "draw"})
    play(made, {1: "black", 2: "white"})
    assert [game.players for each in made.rounds for game in each.boards] == [(1, 3), (4, 2), (2, 1), (3, 4)]
    assert (made.score(1), made.score(4)) == (1, 1.5)
    play(made)
    assert (4, 1) in [game.players for game in made.rounds[2].boards]


@pytest.mark.slow
@pytest.mark.parametrize("part", range(4))
def test_another_engine_makes_the_same_pairings_with_the_same_colours(shared_data: Path, part: int) -> None:
    for number, given in enumerate(json.loads((shared_data / "swiss" / "rounds.json").read_text())):
        if number % 4 != part:
            continue
        made = event(0, rounds=len(given["rounds"]))
        for player, rating in enumerate(given["players"], 1):
            made.apply(made.enter(f"P{player}", at=0, rating=rating))
        for this in given["rounds"]:
            for player in this["withdrawn"]:
                made.apply(made.withdraw(player, at=0))
            act = made.pair(at=0)
            games = {(pairing.black, pairing.white or 0) for pairing in act.pairings}
            assert games == set(map(tuple, this["pairs"])), f"event {number}, round {act.round}"
            pairings = tuple(
                Pairing(black=black, white=white or None, bye=None if white else "full")
                for black, white in this["pairs"]
            )
            made.apply(replace(act, pairings=pairings))
            results = [result for result in this["results"] if result != "bye"]
            for board, result in enumerate(results, 1):
                made.apply(made.enter_result(act.round, board, result, at=0))
        assert len(made.rounds) == len(given["rounds"]) > 2


def test_the_last_player_gets_no_bye_and_the_event_can_be_finished() -> None:
    made = event(3)
    play(made)
    for player in (1, 2, 3):
        made.apply(made.withdraw(player, at=0))
        if player > 1:
            with pytest.raises(EventError) as error:
                made.pair(at=0)
            assert refusal(error.value) == "event-too-few-left"
    made.apply(made.finish(at=0))
    assert len(made.rounds) == 1


def test_there_is_no_round_of_byes_only() -> None:
    made = event(3)
    made.apply(made.sit_out(1, "half", at=0))
    made.apply(made.sit_out(2, "half", at=0))
    with pytest.raises(EventError) as error:
        made.pair(at=0)
    assert refusal(error.value) == "event-too-few-left"


def test_a_game_set_by_hand_and_a_bye_are_a_round() -> None:
    made = event(3)
    made.apply(made.force(2, 3, at=0))
    play(made)
    assert [game.players for game in made.rounds[0].games] == [(2, 3), (1,)]


def test_stored_rounds_keep_their_colours() -> None:
    """The log has the round in which the colours were given by number."""
    log: list[tournaments.Act] = [
        tournaments.Created(at=0, settings=tournaments.Settings(name="Cup")),
        *(
            tournaments.acts.Entered(at=0, player=number, name=f"P{number}", rating=2000 - 10 * number)
            for number in range(1, 5)
        ),
    ]
    for number, pairs in enumerate(([(1, 3), (4, 2)], [(2, 1), (3, 4)], [(1, 4), (3, 2)]), 1):
        pairings = tuple(Pairing(black=black, white=white) for black, white in pairs)
        log.append(tournaments.acts.Paired(at=0, round=number, pairings=pairings))
    assert [game.players for game in tournaments.replay(log).rounds[2].boards] == [(1, 4), (3, 2)]


def test_an_open_result_stops_the_next_pairing() -> None:
    made = event(4)
    made.apply(made.pair(at=0))
    with pytest.raises(EventError) as error:
        made.pair(at=0)
    assert refusal(error.value) == "event-open-games"
    assert "1, 2" in str(error.value)


def test_four_players_cannot_play_four_rounds_without_meeting_again() -> None:
    made = event(4, rounds=4)
    for _ in range(3):
        play(made)
    met = {frozenset(game.players) for each in made.rounds for game in each.boards}
    assert met == {frozenset(pair) for pair in combinations(range(1, 5), 2)}
    with pytest.raises(EventError) as error:
        made.pair(at=0)
    assert refusal(error.value) == "event-no-pairing"


def test_with_handicaps_the_weaker_player_is_black_and_gets_the_proposed_one() -> None:
    made = tournaments.replay(
        [tournaments.Created(at=0, settings=tournaments.Settings(name="Club", rounds=1, handicaps="by-rank"))]
    )
    for name, rank in (("Uwate", "3 dan"), ("Shitate", "4 kyu"), ("Fourth", "二段"), ("Third", "初段")):
        made.apply(made.enter(name, at=0, rank=tournaments.read_rank(rank)))
    play(made)
    terms = {(made.players[game.pairing.black].name, game.pairing.handicap) for game in made.rounds[0].boards}
    # 3 dan against 1 dan: two grades; 2 dan against 4 kyu: five.
    assert terms == {("Third", "lance"), ("Shitate", "rook-lance")}
