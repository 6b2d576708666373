"""Team events: lineups, boards, match points and board points."""

from __future__ import annotations

from typing import Any

import pytest

from komadai import tournaments
from komadai.tournaments import EventError, Member, Result, Tournament, teams
from komadai.tournaments.core.table import member_name
from komadai.tournaments.kinds import System
from tests.tournaments.players import event, refusal


def team_event(count: int, boards: int = 3, system: System = "round-robin", size: int = 4) -> Tournament:
    """So many teams T1 … of four members each, the strongest first: a1 … a4, b1 … b4."""
    settings = tournaments.Settings(name="Cup", system=system, boards=boards, rounds=3)
    made = tournaments.replay([tournaments.Created(at=0, settings=settings)])
    for number in range(1, count + 1):
        members = [
            Member(name=f"{chr(96 + number)}{place}", rating=2100 - 100 * number)
            for place in range(1, size + 1)
        ]
        made.apply(made.enter(f"T{number}", at=0, members=members))
    return made


def begin(made: Tournament) -> None:
    made.apply(made.pair(at=0))
    made.apply(made.start(at=0))


def enter(made: Tournament, board: int, *results: Result) -> None:
    for seat, result in enumerate(results, 1):
        made.apply(made.enter_result(len(made.rounds), board, result, seat=seat, at=0))


def names(made: Tournament, board: int) -> list[tuple[str, str]]:
    game = made.game(len(made.rounds), board)
    found = []
    for seat in range(1, made.boards + 1):
        black, white = teams.members_on(game, seat)
        found.append((member_name(made, black), member_name(made, white)))
    return found


def test_colours_alternate_from_board_to_board() -> None:
    made = team_event(2)
    begin(made)
    first, second = (chr(96 + number) for number in made.game(1, 1).players)
    assert names(made, 1) == [
        (f"{first}1", f"{second}1"),
        (f"{second}2", f"{first}2"),
        (f"{first}3", f"{second}3"),
    ]


def test_the_match_goes_to_the_team_with_more_board_points() -> None:
    made = team_event(2)
    begin(made)
    enter(made, 1, "black", "black")  # one each
    assert made.game(1, 1).result is None
    enter_last = made.enter_result(1, 1, "draw", seat=3, at=0)
    made.apply(enter_last)
    assert (made.game(1, 1).result, teams.points(made.game(1, 1))) == ("draw", (1.5, 1.5))
    made.apply(made.enter_result(1, 1, "white", seat=1, at=0, reason="two pawns"))
    assert (made.game(1, 1).result, teams.points(made.game(1, 1))) == ("white", (0.5, 2.5))
    loser, winner = made.game(1, 1).players
    assert [(line.player, line.points, line.tie_breaks[0]) for line in tournaments.standings(made)] == [
        (winner, 1, 2.5),
        (loser, 0, 0.5),
    ]


def test_equal_match_points_are_ordered_by_board_points() -> None:
    made = team_event(3)
    while not made.is_decided:
        begin(made)
        game = made.game(len(made.rounds), 1)
        # Each team wins one match; T3 wins on all boards, the others by two to one.
        winner = {frozenset({1, 2}): 1, frozenset({2, 3}): 2, frozenset({1, 3}): 3}[frozenset(game.players)]
        black_wins = winner == game.players[0]
        results: list[Result] = []
        for seat in (1, 2, 3):
            wins = seat != 3 or winner == 3
            results.append("black" if (black_wins is wins) is teams.has_black(seat) else "white")
        enter(made, 1, *results)
    table = tournaments.standings(made)
    assert [line.points for line in table] == [1, 1, 1]
    assert table[0].player == 3
    assert "1- 0" in [cell for row in tournaments.table.rows(made) for cell in row]


def test_a_substitute_comes_in_at_the_place_of_the_board_order() -> None:
    made = team_event(2)
    made.apply(made.pair(at=0))
    made.apply(made.line_up(1, [4, 1, 3], at=0))
    made.apply(made.start(at=0))
    assert {name for pair in names(made, 1) for name in pair if name[0] == "a"} == {"a1", "a3", "a4"}
    assert [sorted(pair)[0] for pair in names(made, 1)] == ["a1", "a3", "a4"]
    with pytest.raises(EventError) as error:
        made.line_up(1, [1, 2, 3], at=0)
    assert refusal(error.value) == "event-lineup-late"


def test_lineups_hold_for_one_round() -> None:
    made = team_event(4, system="swiss")
    made.apply(made.line_up(1, [2, 3, 4], at=0))
    begin(made)
    for board in (1, 2):
        enter(made, board, "black", "white", "black")
    begin(made)
    shown = {name for board in (1, 2) for pair in names(made, board) for name in pair}
    assert {"a1", "a2", "a3"} <= shown
    assert "a4" not in shown


def test_a_board_without_a_player_is_lost() -> None:
    made = team_event(2, size=2)
    made.apply(made.add_member(2, Member(name="b3"), at=0))
    begin(made)
    game = made.game(1, 1)
    walkover = "black-walkover" if game.players[0] == 2 else "white-walkover"
    assert game.boards == [None, None, walkover]
    enter(made, 1, "draw", "draw")
    assert game.result == ("black" if game.players[0] == 2 else "white")


def test_a_team_that_withdraws_loses_all_boards() -> None:
    made = team_event(2)
    begin(made)
    made.apply(made.withdraw(1, at=0))
    assert [teams.points_of(made.game(1, 1), team, 3) for team in (1, 2)] == [0, 3]


def test_a_bye_is_worth_half_of_the_board_points() -> None:
    made = team_event(3, boards=4, system="swiss")
    begin(made)
    (bye,) = (game for game in made.rounds[0].games if not game.board)
    assert (bye.points_of(bye.pairing.black), teams.points_of(bye, bye.pairing.black, 4)) == (1, 2)


@pytest.mark.parametrize(
    ("settings", "code"),
    [
        ({"system": "knockout"}, "event-teams-kind"),
        ({"system": "title-match", "rounds": 7}, "event-teams-kind"),
        ({"handicaps": "by-rank"}, "event-teams-handicaps"),
    ],
)
def test_teams_play_round_robin_or_swiss_without_handicaps(settings: dict[str, Any], code: str) -> None:
    with pytest.raises(EventError) as error:
        tournaments.check_settings(tournaments.Settings(name="Cup", boards=3, **settings))
    assert refusal(error.value) == code


def test_refusals() -> None:
    made = team_event(2)
    begun = team_event(2)
    begin(begun)
    made.apply(made.pair(at=0))
    for ask, code in (
        (lambda: team_event(1).enter("T9", at=0), "event-no-members"),
        (lambda: made.add_member(1, Member(name="A1"), at=0), "event-name-taken"),
        (lambda: made.line_up(1, [1, 2, 3, 4], at=0), "event-lineup-size"),
        (lambda: made.line_up(1, [], at=0), "event-lineup-size"),
        (lambda: made.line_up(1, [7], at=0), "event-no-member"),
        (lambda: made.enter_result(1, 1, "black", seat=1, at=0), "event-round-not-begun"),
        (lambda: begun.enter_result(1, 1, "black", seat=4, at=0), "event-no-seat"),
        (lambda: begun.enter_result(1, 1, "black", at=0), "event-whole-match"),
        (lambda: event(2).team(1),
         "event-no-teams"),
    ):  # fmt: skip
        with pytest.raises(EventError) as error:
            ask()
        assert refusal(error.value) == code
