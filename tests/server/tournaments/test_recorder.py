"""A third person keeps the time and the record of two players at the board."""

from __future__ import annotations

from typing import Any

from komadai import STARTPOS
from tests.server.conftest import Guest, Socket, code
from tests.server.tournaments.people import Club, Person
from tests.server.tournaments.teams import enter


def recorded(club: Club, **settings: Any) -> tuple[Person, Person, str]:
    """An event over the board of two guests of the club, whose game Kiroku records."""
    arbiter, recorder = club.person("Chief"), club.person("Kiroku")
    event = arbiter.create(online=False, clock={"main_ms": 600000, "byoyomi_ms": 30000}, **settings)
    for name in ("Wada", "Oyama"):
        arbiter.do(event, "add", name=name)
    arbiter.do(event, "pair")
    return arbiter, recorder, event


def joined(socket: Socket, game: str) -> dict[str, Any]:
    assert socket.subscribe(game)["type"] == "done"
    return socket.game


def test_the_recorder_enters_both_sides_moves_and_the_result_stands_in_the_table(club: Club) -> None:
    arbiter, recorder, event = recorded(club)
    (game,) = arbiter.do(event, "record", round=1, board=1, account="Kiroku")["rounds"][0]["games"]
    assert (game["recorder"], game["recording"], game["playing"]) == ("Kiroku", False, True)
    assert recorder.see(event)["rounds"][0]["games"][0]["recording"] is True
    names = dict(enumerate(("Wada", "Oyama"), 1))
    with recorder.connect() as socket:
        view = joined(socket, game["game"])
        assert (view["black"]["name"]["en"], view["white"]["name"]["en"]) == (
            names[game["black"]],
            names[game["white"]],
        )
        assert view["both"] is True
        assert view["clocks"]["running"] == "black"
        for usi in ("7g7f", "8c8d"):
            assert socket.ask("move", usi=usi)["type"] == "done"
        assert socket.ask("take_back")["type"] == "done", "a slip of the recorder is corrected"
        assert socket.ask("move", usi="3c3d")["type"] == "done"
        assert socket.ask("resign")["type"] == "done"
    (ended,) = arbiter.see(event)["rounds"][0]["games"]
    assert ended["result"] == "white", "Black, whose turn it was, has resigned"
    record = Guest(club.client).get(f"/api/games/{game['game']}/record?format=kif").content.decode("utf-8")
    assert all(name in record for name in names.values())


def test_a_drawn_knockout_game_is_recorded_again_with_colours_exchanged(club: Club) -> None:
    arbiter, recorder, event = recorded(club, system="knockout")
    (first,) = arbiter.do(event, "record", round=1, board=1, account="Kiroku")["rounds"][0]["games"]
    with recorder.connect() as socket:
        joined(socket, first["game"])
        for _ in range(3):
            for usi in ("2h3h", "8b7b", "3h2h", "7b8b"):
                assert socket.ask("move", usi=usi)["type"] == "done"
    (drawn,) = arbiter.see(event)["rounds"][0]["games"]
    assert (drawn["result"], drawn["playing"]) == (None, False)
    (again,) = arbiter.do(event, "record", round=1, board=1, account="Kiroku", exchange=True)["rounds"][0][
        "games"
    ]
    with recorder.connect() as socket:
        joined(socket, again["game"])
        assert socket.ask("resign")["type"] == "done"
    # Who is Black on the board is White in the pairing, so the pairing's Black has won.
    assert arbiter.see(event)["rounds"][0]["games"][0]["result"] == "black"


def test_only_a_third_person_whom_the_arbiter_names_keeps_the_record(club: Club) -> None:
    arbiter, recorder, event = recorded(club)
    player, other = club.person("Player"), club.person("Other")
    arbiter.do(event, "unpair")
    arbiter.do(event, "withdraw", player=1)
    arbiter.do(event, "add", name="Player", account="Player")
    arbiter.do(event, "pair")
    assert code(player.ask(event, "record", round=1, board=1, account="Other")) == "not_arbiter"
    assert code(arbiter.ask(event, "record", round=1, board=1, account="Nobody")) == "no_such_account"
    refused = arbiter.ask(event, "record", round=1, board=1, account="Player")
    assert (code(refused), "third person" in refused.text) == ("event_refused", True)
    (game,) = arbiter.do(event, "record", round=1, board=1, account="Kiroku")["rounds"][0]["games"]
    with recorder.connect() as first, other.connect() as second, player.connect() as at_board:
        joined(first, game["game"])
        assert joined(second, game["game"])["you"] is None
        assert second.ask("move", usi="7g7f")["code"] == "not_yours"
        assert joined(at_board, game["game"])["you"] is None
        assert at_board.ask("move", usi="7g7f")["code"] == "not_yours"
        arbiter.do(event, "record", round=1, board=1, account="Other")
        assert first.ask("move", usi="7g7f")["code"] == "not_yours"
        assert second.ask("move", usi="7g7f")["type"] == "done"
    # Whoever plays at a board has no help from the server meanwhile.
    assert code(player.post("/api/explorer", {"sfen": STARTPOS})) == "playing"


def test_a_board_of_a_team_match_has_a_recorder_too(club: Club) -> None:
    arbiter, recorder, wada = club.person("Chief"), club.person("Kiroku"), club.person("Wada")
    event = arbiter.create(
        online=False, system="round-robin", boards=2, clock={"main_ms": 600000, "byoyomi_ms": 30000}
    )
    enter(arbiter, event, "Kita", "Kimura", wada)
    enter(arbiter, event, "Minami", "Masuda", "Habu")
    arbiter.do(event, "pair")
    assert code(arbiter.ask(event, "record", round=1, board=1, account="Kiroku")) == "event_refused"
    assert code(arbiter.ask(event, "record", round=1, board=1, seat=3, account="Kiroku")) == "event_refused"
    assert code(arbiter.ask(event, "record", round=1, board=1, seat=2, account="Wada")) == "event_refused"
    assert arbiter.see(event)["rounds"][0]["started"] is False, "nothing began with what was refused"
    (match,) = arbiter.do(event, "record", round=1, board=1, seat=2, account="Kiroku")["rounds"][0]["games"]
    first, second = match["boards"]
    assert (first["game"], second["recorder"], second["playing"]) == (None, "Kiroku", True)
    assert [board["recording"] for board in recorder.see(event)["rounds"][0]["games"][0]["boards"]] == [
        False,
        True,
    ]
    with recorder.connect() as socket, wada.connect() as at_board:
        view = joined(socket, second["game"])
        assert [view[color]["name"]["en"] for color in ("black", "white")] == [
            second["black"],
            second["white"],
        ]
        joined(at_board, second["game"])
        assert at_board.ask("move", usi="7g7f")["code"] == "not_yours"
        assert socket.ask("move", usi="7g7f")["type"] == "done"
        assert code(wada.post("/api/explorer", {"sfen": STARTPOS})) == "playing"
        assert socket.ask("resign")["type"] == "done"
    (ended,) = arbiter.see(event)["rounds"][0]["games"]
    assert (ended["boards"][1]["result"], ended["result"]) == ("black", None)
    again = arbiter.ask(event, "record", round=1, board=1, seat=2, account="Kiroku")
    assert code(again) == "event_refused", "it has a result"
