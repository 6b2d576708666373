"""A league by correspondence: who is put in touch, with which handicap, and what becomes of the strengths."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from komadai import tournaments
from komadai.tournaments import EventError, League, Result, league, league_report
from tests.tournaments.players import event, refusal

JANUARY = league_report.end_of(date(2025, 12, 31)) + 1
DAY = 86_400_000


def members(*ratings: int, **settings: Any) -> League:
    """A league of members with these ratings, entered in January 2026."""
    created = tournaments.Settings(name="PSL", system="league", **settings)
    made = tournaments.replay([tournaments.Created(at=JANUARY, settings=created)])
    for number, rating in enumerate(ratings, 1):
        made.apply(made.enter(f"M{number}", at=JANUARY, rating=rating))
    return League.of(made)


def pair(made: League) -> list[tuple[set[int], str]]:
    made.apply(made.pair(at=JANUARY))
    made.apply(made.start(at=JANUARY))
    return [(set(game.players), game.pairing.handicap) for game in made.rounds[-1].boards]


def win(made: League, round_number: int, board: int, winner: int, at: int = JANUARY + DAY) -> None:
    black = made.game(round_number, board).pairing.black == winner
    made.apply(made.enter_result(round_number, board, "black" if black else "white", at=at))


def test_members_near_in_strength_are_put_in_touch_and_two_games_run_at_once() -> None:
    made = members(1500, 1510, 2000, 2010)
    assert [players for players, _ in pair(made)] == [{1, 2}, {3, 4}, {2, 3}, {1, 4}]
    with pytest.raises(EventError) as error:
        made.pair(at=JANUARY)
    assert refusal(error.value) == "event-nobody-waits"
    win(made, 1, 1, winner=1)
    made.apply(made.want(1, 0, [], at=JANUARY))
    assert league.pairs(made) == []


def test_nobody_is_put_in_touch_without_a_common_language() -> None:
    made = members(1500, 1500, 1500)
    for player, languages in ((1, ["en", "de"]), (2, ["ja"]), (3, ["ja", "en"])):
        made.apply(made.want(player, 1, languages, at=JANUARY))
    assert league.pairs(made) == [(1, 3)]
    made.apply(made.want(2, 2, [], at=JANUARY))
    assert league.pairs(made)[0] == (1, 2)


def test_the_handicap_follows_from_the_strengths() -> None:
    made = members(1500, 1950, handicaps="by-rank")
    ((players, handicap),) = pair(made)
    assert (players, handicap) == ({1, 2}, "two-piece")
    assert made.game(1, 1).pairing.black == 1, "the weaker takes the handicap and is Black"
    assert pair(members(1500, 1950))[0][1] == "even"


def test_strengths_change_after_each_game_by_result_and_handicap() -> None:
    made = members(1500, 1950, handicaps="by-rank")
    pair(made)
    win(made, 1, 1, winner=1)
    # 450 points are what two pieces make up for, so the game was even: half of K for each.
    assert {number: round(value) for number, value in league.strengths(made).items()} == {1: 1514, 2: 1940}
    other: Result = "white" if made.game(1, 1).result == "black" else "black"
    made.apply(made.enter_result(1, 1, other, at=JANUARY + 9 * DAY))
    assert round(league.strengths(made)[1]) == 1486
    assert [(line.player, line.points) for line in tournaments.standings(made)] == [(2, 1960), (1, 1486)]


def test_the_next_handicap_is_that_of_the_new_strengths() -> None:
    made = members(1500, 1574, handicaps="by-rank")
    made.apply(made.want(1, 1, [], at=JANUARY))
    assert pair(made)[0][1] == "lance"
    win(made, 1, 1, winner=1)
    assert pair(made)[0][1] == "even"


def test_a_game_without_play_changes_no_strength() -> None:
    made = members(1500, 1500)
    pair(made)
    made.apply(made.withdraw(2, at=JANUARY))
    assert league.strengths(made)[1] == 1500
    assert [line.player for line in tournaments.standings(made)] == [1, 2]


def test_who_has_neither_rank_nor_rating_starts_at_1000() -> None:
    assert league.strengths(members(0))[1] == 1000


def test_the_report_of_june_has_the_strengths_of_its_last_day() -> None:
    made = members(1500, 1500, 1400)
    made.apply(made.want(1, 1, ["en"], at=JANUARY))
    made.apply(made.want(2, 1, ["en"], at=JANUARY))
    made.apply(made.want(3, 0, [], at=JANUARY))
    pair(made)
    june = date(2026, 6, 30)
    win(made, 1, 1, winner=2, at=league_report.end_of(june))
    pair(made)
    win(made, 2, 1, winner=1, at=league_report.end_of(june) + 1)
    made.apply(made.enter("New", at=league_report.end_of(june) + DAY, rating=1450))
    first = league_report.report(made, june)
    assert [(line.place, line.player, line.strength) for line in first] == [
        (1, 2, 1514), (2, 1, 1486), (3, 3, 1400)
    ]  # fmt: skip
    assert [(line.won, line.lost, line.languages) for line in first[:2]] == [(1, 0, ("en",)), (0, 1, ("en",))]
    assert first[0].change is None, "all have entered since the last report"
    second = league_report.report(made, date(2026, 12, 31))
    assert {line.player: line.change for line in second}[3] == 0
    assert {line.player: line.change for line in second}[4] is None
    assert {line.player: (line.won, line.drawn, line.lost) for line in second}[1] == (1, 0, 0)


def test_reports_come_out_at_the_end_of_june_and_december() -> None:
    made = members(1500)
    assert league_report.days(made, JANUARY + DAY) == []
    assert league_report.days(made, league_report.end_of(date(2027, 1, 1))) == [
        date(2026, 12, 31),
        date(2026, 6, 30),
    ]
    assert league_report.before(date(2026, 6, 30)) == date(2025, 12, 31)


def test_languages_are_codes() -> None:
    made = members(1500)
    act = made.want(1, 3, ["en", "ja", "en"], at=JANUARY)
    assert act.languages == ("en", "ja")
    assert tournaments.decode_act(tournaments.encode_act(act)) == act
    with pytest.raises(EventError) as error:
        League.of(event(2))
    assert refusal(error.value) == "event-only-league"
