"""Matches of teams on the server: each board is a game of two accounts."""

from __future__ import annotations

from typing import Any

import pytest

from tests.server.conftest import code
from tests.server.tournaments.clocks import CLOCK
from tests.server.tournaments.people import Club, Person
from tests.server.tournaments.teams import enter


def match(arbiter: Person, event: str) -> dict[str, Any]:
    game: dict[str, Any] = arbiter.see(event)["rounds"][-1]["games"][0]
    return game


def test_a_match_of_two_teams_is_played_on_the_server_board_by_board(club: Club) -> None:
    arbiter = club.person("Chief")
    wada, oyama, masuda, habu = (club.person(name) for name in ("Wada", "Oyama", "Masuda", "Habu"))
    event = arbiter.create(system="round-robin", boards=3, clock=CLOCK, rated=True)
    enter(arbiter, event, "Kita", wada, oyama, "By letter")
    enter(arbiter, event, "Minami", masuda, habu, "At the board")
    assert [member["account"] for member in arbiter.see(event)["players"][0]["members"]] == [
        "Wada",
        "Oyama",
        None,
    ]
    arbiter.do(event, "pair")
    boards = arbiter.do(event, "start")["rounds"][0]["games"][0]["boards"]
    assert [board["playing"] for board in boards] == [True, True, False]
    assert boards[2]["game"] is None, "the third board is played elsewhere"
    assert [board["mine"] for board in match(habu, event)["boards"]] == [False, True, False]
    first = habu.get(f"/api/games/{boards[1]['game']}").json()
    assert first["you"] == ("black" if boards[1]["black"] == "Habu" else "white")
    assert first["rated"]

    masuda.resign(boards[0]["game"], wada)
    oyama.resign(boards[1]["game"], habu)
    arbiter.do(event, "result", round=1, board=1, seat=3, result="draw")
    view = arbiter.see(event)
    (game,) = view["rounds"][0]["games"]
    winners = [board[board["result"]] for board in game["boards"][:2]]
    assert winners == ["Wada", "Habu"]
    assert game["board_points"] == ["1½", "1½"]
    assert game["result"] == "draw"
    assert view["decided"]


def test_a_board_without_a_first_move_waits_for_the_arbiter_who_lets_it_be_played_again(club: Club) -> None:
    arbiter, wada, masuda = club.person("Chief"), club.person("Wada"), club.person("Masuda")
    event = arbiter.create(system="round-robin", boards=1, clock=CLOCK)
    enter(arbiter, event, "Kita", wada)
    enter(arbiter, event, "Minami", masuda)
    arbiter.do(event, "pair")
    arbiter.do(event, "start")
    (board,) = match(arbiter, event)["boards"]
    assert code(arbiter.ask(event, "replay", round=1, board=1, seat=1)) == "playing"
    with wada.open(board["game"]) as page:
        club.later(600_000)
        page.until(lambda state: state["status"] == "finished")
    assert match(arbiter, event)["boards"][0]["result"] is None
    assert code(arbiter.ask(event, "replay", round=1, board=1, seat=2)) == "not_found"
    arbiter.do(event, "replay", round=1, board=1, seat=1)
    (again,) = match(arbiter, event)["boards"]
    assert again["game"] != board["game"]
    loser, winner = (wada, masuda) if again["black"] == "Wada" else (masuda, wada)
    loser.resign(again["game"], winner)
    assert match(arbiter, event)["result"] == "white"


def test_a_team_that_withdraws_loses_its_games(club: Club) -> None:
    arbiter, wada, masuda = club.person("Chief"), club.person("Wada"), club.person("Masuda")
    event = arbiter.create(system="round-robin", boards=1, clock=CLOCK)
    enter(arbiter, event, "Kita", wada)
    enter(arbiter, event, "Minami", masuda)
    arbiter.do(event, "pair")
    arbiter.do(event, "start")
    (board,) = match(arbiter, event)["boards"]
    black, white = (wada, masuda) if board["black"] == "Wada" else (masuda, wada)
    with black.open(board["game"]) as page, white.open(board["game"]) as other:
        page.until(lambda state: state["clocks"]["running"] is not None)
        assert page.ask("move", usi="7g7f")["type"] == "done"
        other.until(lambda state: len(state["moves"]) == 1)
        assert other.ask("move", usi="3c3d")["type"] == "done"
        arbiter.do(event, "withdraw", player=board["black_team"])
        assert page.until(lambda state: state["status"] == "finished")["result"]["winner"] == "white"
    assert match(arbiter, event)["boards"][0]["result"] == "white"


@pytest.mark.parametrize("late", [False, True])
def test_an_account_is_in_one_team_and_takes_its_name_with_it(club: Club, late: bool) -> None:
    arbiter, wada, masuda = club.person("Chief"), club.person("Wada"), club.person("Masuda")
    event = arbiter.create(system="round-robin", boards=1, clock=CLOCK)
    enter(arbiter, event, "Kita", *(["Somebody"] if late else [wada]))
    if late:
        arbiter.do(event, "member", player=1, member={"account": "Wada", "rank": "2 dan"})
    refused = arbiter.ask(event, "add", name="Minami", members=[{"account": "Wada"}])
    assert code(refused) == "event_refused"
    assert "plays in a team already" in refused.json()["error"]["message"]["en"]
    assert (
        code(arbiter.ask(event, "add", name="Minami", members=[{"account": "Nobody"}])) == "no_such_account"
    )
    assert code(arbiter.ask(event, "add", name="Minami", members=[{}])) == "event_refused"
    enter(arbiter, event, "Minami", masuda)
    assert wada.get("/api/account/export").json()["events"] == [{"event": event, "team": 1}]
    assert wada.post("/api/account/delete", {"password": "to the ninth rank"}).status_code == 200
    members = arbiter.see(event)["players"][0]["members"]
    assert [member["account"] for member in members] == [None] * len(members)
    assert "Wada" not in arbiter.get(f"/api/events/{event}/table/json").text
    assert "Wada" not in str(arbiter.get(f"/api/events/{event}/log").json())


def test_a_board_of_a_match_that_another_arbiter_has_given_to_one_team_names_that_result(club: Club) -> None:
    arbiter = club.person("Chief")
    event = arbiter.create(system="round-robin", boards=3, online=False)
    enter(arbiter, event, "Kita", "A", "B", "C")
    enter(arbiter, event, "Minami", "D", "E", "F")
    arbiter.do(event, "pair")
    arbiter.do(event, "start")
    arbiter.do(event, "result", round=1, board=1, result="white-walkover")
    board = {"round": 1, "board": 1, "seat": 1, "result": "black"}
    answer = arbiter.ask(event, "result", **board)
    assert code(answer) == "other_result"
    assert answer.json()["error"]["standing"] == "white-walkover"
    assert match(arbiter, event)["result"] == "white-walkover"
    arbiter.do(event, "result", **board, corrects="white-walkover")
    assert match(arbiter, event)["result"] is None
    arbiter.do(event, "result", round=1, board=1, seat=2, result="draw")
