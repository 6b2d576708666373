"""Ladders on the server: challenges by the players themselves, games here and at the board, and time."""

from __future__ import annotations

from typing import Any

from komadai.tournaments import ladder
from tests.server.conftest import code
from tests.server.tournaments.people import Club, Person


def order(view: dict[str, Any]) -> list[int]:
    return [place["player"] for place in view["ladder"]["places"]]


def test_a_challenge_is_accepted_played_here_and_won(club: Club) -> None:
    arbiter, top, low = club.person("Chief"), club.person("Top"), club.person("Low")
    event = arbiter.create(system="ladder", online=True, days=3)
    top.do(event, "join")
    view = low.do(event, "join")
    assert (order(view), view["days"]) == ([1, 2], 3)
    assert view["ladder"]["places"][1]["may_challenge"] == [1]
    assert code(top.ask(event, "challenge", opponent=2)) == "event_refused"
    (challenge,) = low.do(event, "challenge", opponent=1)["ladder"]["challenges"]
    assert code(low.ask(event, "answer", challenge=1, accept=True)) == "not_arbiter"
    assert code(top.ask(event, "take_back", challenge=1)) == "not_arbiter"
    (played,) = top.do(event, "answer", challenge=challenge["number"], accept=True)["rounds"]
    game = played["games"][0]["game"]
    assert top.get(f"/api/games/{game}").json()["days"] == 3
    assert code(low.ask(event, "result", round=1, board=1, result="black")) == "not_arbiter"
    top.resign(game, low)
    view = arbiter.see(event)
    assert order(view) == [2, 1]
    assert [line["player"] for line in view["table"]] == [2, 1]


def test_players_at_the_board_enter_the_first_result_themselves(club: Club) -> None:
    arbiter, top, low = club.person("Chief"), club.person("Top"), club.person("Low")
    event = arbiter.create(system="ladder", online=False)
    for person in (top, low):
        person.do(event, "join")
    arbiter.do(event, "challenge", player=2, opponent=1)
    top.do(event, "answer", challenge=1, accept=True)
    other = club.person("Other")
    assert code(other.ask(event, "result", round=1, board=1, result="white")) == "not_arbiter"
    black = arbiter.see(event)["rounds"][0]["games"][0]["black"]
    low.do(event, "result", round=1, board=1, result="black" if black == 2 else "white")
    assert order(arbiter.see(event)) == [2, 1]
    assert code(top.ask(event, "result", round=1, board=1, result=None)) == "not_arbiter"
    log = arbiter.get(f"/api/events/{event}/log").json()["entries"]
    assert log[1]["text"]["en"] == "Top accepted the challenge of Low."


def test_an_unanswered_challenge_is_won_when_somebody_looks(club: Club) -> None:
    arbiter, top, low = club.person("Chief"), club.person("Top"), club.person("Low")
    event = arbiter.create(system="ladder", online=False, answer_days=7)
    for person in (top, low):
        person.do(event, "join")
    low.do(event, "challenge", opponent=1)
    club.later(7 * ladder.DAY_MS)
    assert order(Person(club.client).see(event)) == [2, 1]
    log = arbiter.get(f"/api/events/{event}/log").json()["entries"]
    assert (log[0]["by"]["en"], log[0]["text"]["ja"]) == (
        "Server",
        "TopさんがLowさんの挑戦に期限までに答えず",
    )


def test_who_does_not_make_the_first_move_loses_and_a_game_that_is_left_counts_for_nobody(club: Club) -> None:
    arbiter, top, low = club.person("Chief"), club.person("Top"), club.person("Low")
    event = arbiter.create(system="ladder", days=3)
    for person in (top, low):
        person.do(event, "join")
    low.do(event, "challenge", opponent=1)
    game = top.do(event, "answer", challenge=1, accept=True)["rounds"][0]["games"][0]
    with top.connect() as socket:
        socket.subscribe(game["game"])
        assert socket.ask("abort")["type"] == "done"
    assert arbiter.see(event)["rounds"][0]["games"][0]["result"] == "neither"
    low.do(event, "challenge", opponent=1)
    game = top.do(event, "answer", challenge=2, accept=True)["rounds"][1]["games"][0]
    club.later(4 * ladder.DAY_MS)
    with low.connect() as socket:  # whoever looks sees that the time is up
        socket.subscribe(game["game"])
        socket.until(lambda state: state["status"] == "finished")
    assert arbiter.see(event)["rounds"][1]["games"][0]["result"] == "white-walkover"
    assert order(arbiter.see(event)) == ([2, 1] if game["white"] == 2 else [1, 2])


def test_correspondence_has_no_clock_and_is_played_here(club: Club) -> None:
    arbiter = club.person("Chief")
    for wrong in ({"online": False, "days": 3}, {"days": 3, "clock": {"main_ms": 60000}}):
        answer = arbiter.post("/api/events", {"name": "Post", **wrong})
        assert answer.json()["error"]["field"] == "days"
