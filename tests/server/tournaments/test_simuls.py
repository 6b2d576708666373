"""A simultaneous display on the server: the host plays several persons at once."""

from __future__ import annotations

from contextlib import ExitStack
from typing import Any

import pytest

from tests.processes import until
from tests.server.conftest import code
from tests.server.tournaments.people import Club, Person

CLOCK = {"main_ms": 600_000, "byoyomi_ms": 30_000}


def display(host: Person, *guests: Person, **settings: Any) -> str:
    """A display with applicants, of whom nobody is accepted yet."""
    event = host.create(**({"system": "simul", "clock": CLOCK} | settings))
    for guest in guests:
        guest.do(event, "join")
    return event


def begin(host: Person, event: str, *handicaps: str) -> list[dict[str, Any]]:
    """Accepts all applicants and begins; the games."""
    for player, handicap in enumerate(handicaps, 2):
        host.do(event, "accept", player=player, handicap=handicap)
    games: list[dict[str, Any]] = host.do(event, "start")["rounds"][0]["games"]
    return games


def playing(person: Person) -> str | None:
    game: str | None = person.get("/api/playing").json()["game"]
    return game


def test_the_host_plays_all_at_once_and_the_results_make_the_table(club: Club) -> None:
    host, one, two, late = (club.person(name) for name in ("Teacher", "One", "Two", "Late"))
    event = display(host, one, two, rated=True, host_minutes=20)
    view = host.see(event)
    assert (view["me"], view["rated"], view["simul"]["host"]) == (1, False, 1)
    assert view["clock_text"]["en"] != view["simul"]["host_clock_text"]["en"]
    assert [each["handicap"] for each in view["simul"]["applicants"]] == [None, None]

    first, second = begin(host, event, "two-piece", "even")
    assert [(game["black"], game["white"], game["handicap"]) for game in (first, second)] == [
        (2, 1, "two-piece"),
        (3, 1, "even"),
    ]
    assert late.see(event)["can_join"] is False
    with ExitStack() as pages:
        everybody = pages.enter_context(host.connect())
        boards = []
        for game in (first, second):
            assert everybody.subscribe(game["game"])["type"] == "done"
            boards.append(dict(everybody.game))
        clocks = boards[0]["clocks"]
        assert (clocks["black"]["remaining_ms"], clocks["white"]["remaining_ms"]) == (600_000, 1_800_000)
        assert [board["you"] for board in boards] == ["white", "white"]
        assert not boards[0]["replays_a_draw"]
        here = [
            pages.enter_context(guest.open(game["game"])) for guest, game in ((one, first), (two, second))
        ]
        for page in here:
            page.until(lambda state: state["attendance"] == {"black": "here", "white": "here", "watchers": 0})
        assert playing(host) in (first["game"], second["game"])
        # The host moves first on the board with a handicap, and gets no help meanwhile.
        assert everybody.subscribe(first["game"])["type"] == "done"
        assert everybody.ask("move", usi="3c3d")["type"] == "done"
        here[0].until(lambda state: len(state["moves"]) == 1)
        assert code(host.post("/api/games", {"side": "black", "engine": "good"})) == "playing"
        assert here[0].ask("resign")["type"] == "done"
        assert here[1].ask("resign")["type"] == "done"
    view = two.see(event)
    assert view["status"] == "finished", "it is over with its last game"
    assert {key: view["simul"][key] for key in ("won", "drawn", "lost", "playing")} == {
        "won": 2,
        "drawn": 0,
        "lost": 0,
        "playing": 0,
    }
    assert [(line["player"], line["points"]) for line in view["table"]] == [(1, "2"), (2, "0"), (3, "0")]
    assert playing(host) is None
    entries = [entry["text"]["en"] for entry in host.get(f"/api/events/{event}/log").json()["entries"]]
    assert "Board 1: White won" in entries
    assert any(entry.startswith("One was accepted: ") for entry in entries)
    assert host.get(f"/api/events/{event}/table/pdf?language=ja").content.startswith(b"%PDF")


def test_the_game_of_a_guest_opens_by_itself(club: Club) -> None:
    host, one = club.person("Teacher"), club.person("One")
    event = display(host, one)
    with one.connect() as page:
        assert page.ask("subscribe", topic={"type": "event", "id": event})["type"] == "done"
        (game,) = begin(host, event, "lance")
        while (message := page.receive())["type"] != "event" or message["game"] is None:
            pass
        assert message["game"] == game["game"]


def test_only_the_host_accepts_and_only_who_is_accepted_plays(club: Club) -> None:
    host, one, two = club.person("Teacher"), club.person("One"), club.person("Two")
    event = display(host, one, two)
    assert code(one.ask(event, "accept", player=2)) == "not_arbiter"
    assert code(one.ask(event, "start")) == "not_arbiter"
    assert code(host.ask(event, "start")) == "event_refused", "nobody is accepted yet"
    assert code(host.ask(event, "accept", player=2, handicap="queen")) == "event_refused"
    host.do(event, "accept", player=2)
    host.do(event, "accept", player=3, handicap="rook")
    view = host.do(event, "accept", player=2, handicap=None)
    assert [(each["player"], each["handicap"]) for each in view["simul"]["applicants"]] == [
        (3, "rook"),
        (2, None),
    ]
    assert view["simul"]["applicants"][0]["handicap_name"]["ja"] == "飛車落ち"
    (game,) = host.do(event, "start")["rounds"][0]["games"]
    assert (game["black"], game["handicap"]) == (3, "rook")


FIRST_MOVE_MS = 600_000


@pytest.mark.parametrize("handicap", ["even", "two-piece"])
@pytest.mark.parametrize(
    ("comes", "result", "told"),
    [
        ("host", "white-walkover", "Black lost without play: made no first move in time"),
        ("guest", "black-walkover", "White lost without play: made no first move in time"),
        ("nobody", "neither", "Not played: neither player came"),
    ],
)
def test_who_never_comes_to_a_board_loses_it_without_play_whoever_is_to_move(
    club: Club, handicap: str, comes: str, result: str, told: str
) -> None:
    host, one, watcher = club.person("Teacher"), club.person("One"), club.person("Visitor")
    event = display(host, one, clock=None)
    (game,) = begin(host, event, handicap)
    person = {"host": host, "guest": one, "nobody": watcher}[comes]
    with person.open(game["game"]) as page:
        assert page.game["forfeits"] == ["no_first_move"]
        club.later(FIRST_MOVE_MS)
        assert page.until(lambda state: state["status"] != "playing")["result"]["text"]["en"] == told
    view = one.see(event)
    assert view["rounds"][0]["games"][0]["result"] == result
    assert view["status"] == "finished"


def test_who_makes_no_first_move_loses_though_both_are_here(club: Club) -> None:
    host, one = club.person("Teacher"), club.person("One")
    event = display(host, one)
    (game,) = begin(host, event, "two-piece")
    with host.open(game["game"]) as page, one.open(game["game"]):
        page.until(lambda state: state["clocks"]["running"] == "white")
        club.later(FIRST_MOVE_MS)
        text = page.until(lambda state: state["status"] != "playing")["result"]["text"]
    assert text["ja"] == "上手の不戦敗（初手が時間内に指されず）"
    assert host.see(event)["rounds"][0]["games"][0]["result"] == "black-walkover"


def test_after_the_start_nobody_is_accepted_and_those_who_were_not_are_told(club: Club) -> None:
    host, one, two, late = (club.person(name) for name in ("Teacher", "One", "Two", "Late"))
    event = display(host, one, two)
    (game,) = begin(host, event, "even")
    refused = host.ask(event, "accept", player=3, handicap="even")
    assert refused.json()["error"]["message"]["en"] == (
        "the display has begun: nobody can be accepted any more."
    )
    assert code(late.ask(event, "join")) == "event_refused"
    view = two.see(event)
    assert (view["me"], view["status"], len(view["rounds"][0]["games"])) == (3, "running", 1)
    with two.open(game["game"]) as page:
        assert page.game["you"] is None, "they may watch"


def test_the_host_who_leaves_a_board_that_has_begun_may_be_claimed_against(club: Club) -> None:
    host, one = club.person("Teacher"), club.person("One")
    event = display(host, one, clock={"main_ms": 3_600_000})
    (game,) = begin(host, event, "even")
    with one.open(game["game"]) as page:
        with host.open(game["game"]) as boards:
            assert page.ask("move", usi="7g7f")["type"] == "done"
            boards.until(lambda state: len(state["moves"]) == 1)
            assert boards.ask("move", usi="3c3d")["type"] == "done"
        page.until(lambda state: len(state["moves"]) == 2)
        live = club.client.app.state.registry._games[game["game"]]
        until(lambda: not live.attendance.presence.is_here(live.guests[1]), "the host's leaving")
        assert page.ask("claim")["type"] == "error", "the host has only just left"
        club.later(60_000)
        assert page.ask("claim")["type"] == "done"
    view = host.see(event)
    assert view["rounds"][0]["games"][0]["result"] == "black"
    assert (view["status"], view["simul"]["lost"]) == ("finished", 1)


def test_a_host_who_withdraws_before_the_start_holds_it_up_and_may_come_back(club: Club) -> None:
    host, one = club.person("Teacher"), club.person("One")
    event = display(host, one)
    host.do(event, "accept", player=2)
    host.do(event, "withdraw", player=1)
    assert code(host.ask(event, "start")) == "event_refused"
    assert one.see(event)["players"][0]["withdrawn"], "the others are told"
    host.do(event, "return", player=1)
    assert host.do(event, "start")["status"] == "running"


def test_a_host_who_withdraws_loses_all_boards_that_are_played(club: Club) -> None:
    host, one, two = club.person("Teacher"), club.person("One"), club.person("Two")
    event = display(host, one, two)
    first, second = begin(host, event, "even", "even")
    with one.open(first["game"]) as page, ExitStack() as boards:
        assert boards.enter_context(host.open(first["game"])).ask("move", usi="3c3d")["type"] == "error"
        assert page.ask("move", usi="7g7f")["type"] == "done"
        there = boards.enter_context(host.open(first["game"]))
        assert there.ask("move", usi="3c3d")["type"] == "done"
        view = host.do(event, "withdraw", player=1)
        page.until(lambda state: state["status"] != "playing")
        assert page.game["result"]["winner"] == "black"
    assert [game["result"] for game in view["rounds"][0]["games"]] == ["black", "black-walkover"]
    assert view["status"] == "finished"
    with two.open(second["game"]) as page:
        assert page.game["status"] == "finished"


def test_the_link_of_a_display_is_a_qr_code(club: Club) -> None:
    host = club.person("Teacher")
    event = display(host)
    view = host.see(event)
    assert (view["link"], view["reachable"]) == (f"http://127.0.0.1:8123/events/{event}", False)
    picture = host.get(f"/api/events/{event}/qr.svg")
    assert picture.headers["content-type"] == "image/svg+xml"
    assert picture.text.startswith("<svg")
    assert code(host.get("/api/events/222222222222/qr.svg")) == "not_found"


@pytest.mark.parametrize(
    "settings",
    [
        {"system": "simul", "clock": None, "host_minutes": 10},
        {"system": "swiss", "host_minutes": 10},
        {"system": "simul", "host_minutes": 601},
    ],
)
def test_only_a_host_with_a_clock_gets_more_time(club: Club, settings: dict[str, Any]) -> None:
    host = club.person("Teacher")
    answer = host.post("/api/events", {"name": "Display", "clock": CLOCK, **settings})
    assert code(answer) == "invalid"
