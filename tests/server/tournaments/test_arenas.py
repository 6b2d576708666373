"""An arena on the server: it begins, pairs and ends by itself."""

from __future__ import annotations

import asyncio
import time
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from komadai.server.db.database import Database
from komadai.server.tournaments import pairing
from tests.server.conftest import Socket, code, start_server
from tests.server.statements import Statements
from tests.server.tournaments.arenas import at_the_page, paired
from tests.server.tournaments.people import Club, Person

CLOCK = {"main_ms": 300_000, "increment_ms": 0}


def arena(owner: Person, **settings: Any) -> str:
    return owner.create(**({"system": "arena", "minutes": 5, "clock": CLOCK} | settings))


def until(person: Person, event: str, socket: Socket, condition: Any) -> dict[str, Any]:
    """Reads messages of the page until the event is so."""
    while not condition(view := person.see(event)):
        while socket.receive()["type"] != "event":
            pass
    return view


def test_players_who_are_there_are_paired_again_and_again(club: Club) -> None:
    one, two, away = club.person("One"), club.person("Two"), club.person("Away")
    event = arena(one, rated=True)
    for person in (one, two, away):
        person.do(event, "join")
    view = one.do(event, "start")
    assert (view["status"], view["arena"]["minutes"]) == ("running", 5)
    assert 0 < view["arena"]["ms_left"] <= 300_000
    with at_the_page(one, event) as first, at_the_page(two, event) as second:
        for _ in range(3):
            game = paired(first)
            assert paired(second) == game
            one.resign(game, two)
        view = until(one, event, first, lambda view: view["players"][1]["points"] == 8)
        assert view["players"][1]["points"] == 2 + 2 + 4, "the third win in a row counts double"
        assert view["arena"]["on_fire"] == [2]
        assert code(one.ask(event, "pair")) == "event_refused"
        # Whoever pauses is not paired, and may go on.
        one.do(event, "withdraw", player=1)
        two.do(event, "withdraw", player=2)
        assert one.do(event, "return", player=1)["players"][0]["withdrawn"] is False
    found = away.get(f"/api/games/{game}/event").json()["event"]
    assert (found["id"], found["system"]) == (event, "arena")
    assert away.get(f"/api/games/{'2' * 12}/event").json() == {"event": None}
    assert [player["points"] for player in view["players"]] == [0, 8, 0]
    assert len(view["rounds"][0]["games"]) == view["arena"]["games"]
    assert [line["player"] for line in view["table"]] == [2, 1, 3]
    entries = [entry["text"]["en"] for entry in one.get(f"/api/events/{event}/log").json()["entries"]]
    assert entries[0] == "One plays again."
    assert "Paired: One – Two" in entries
    assert one.get(f"/api/events/{event}/table/pdf?language=ja").content.startswith(b"%PDF")


def test_who_makes_no_first_move_or_aborts_loses_and_is_paused(club: Club) -> None:
    with ExitStack() as pages:
        one, two = club.person("One"), club.person("Two")
        event = arena(one)
        one.do(event, "join")
        two.do(event, "join")
        one.do(event, "start")
        first = pages.enter_context(at_the_page(one, event))
        pages.enter_context(at_the_page(two, event))
        game = paired(first)
        with one.open(game) as here:  # two does not come
            assert here.game["forfeits"] == ["no_first_move", "aborted"]
            club.later(30_000)
            here.until(lambda state: state["status"] != "playing")
        view = until(one, event, first, lambda view: view["players"][1]["withdrawn"])
        (ended,) = view["rounds"][0]["games"]
        assert ended["result"] == ("black-walkover" if ended["black"] == 1 else "white-walkover")
        assert [player["points"] for player in view["players"]] == [2, 0]

        two.do(event, "return", player=2)
        game = paired(first)
        with one.open(game) as here, two.open(game):
            assert here.ask("abort")["type"] == "done"
            here.until(lambda state: state["status"] != "playing")
            assert here.game["result"]["text"]["en"].endswith("left before both had moved")
        view = until(two, event, first, lambda view: view["players"][0]["withdrawn"])
        assert [player["points"] for player in view["players"]] == [2, 2]


def test_an_arena_goes_on_after_a_restart_and_ends_when_its_time_is_over(tmp_path: Path) -> None:
    with start_server(tmp_path) as client:
        club = Club(client)
        one, two = club.person("One"), club.person("Two")
        event = arena(one, starts_ms=1)  # at once, as soon as there are two
        one.do(event, "join")
        two.do(event, "join")
        with at_the_page(one, event) as first, at_the_page(two, event):
            game = paired(first)
        with one.open(game) as here, two.open(game):
            here.until(lambda state: state["status"] == "playing")
        clock = one.see(event)["arena"]["ms_left"]

    async def later() -> None:
        """The server's clock goes on from its last heartbeat, if that is later than the machine's clock."""
        database = await Database.open(None, tmp_path)
        await database.save_heartbeat(time.time_ns() // 1_000_000 + clock + 1_000)
        await database.close()

    asyncio.run(later())
    with start_server(tmp_path) as client:
        for person in (one, two):
            person.client = client
        assert one.see(event)["status"] == "running", "a game that runs is played to its end"
        with at_the_page(one, event) as first:
            one.resign(game, two)
            view = until(one, event, first, lambda view: view["status"] == "finished")
        assert [player["points"] for player in view["players"]] == [0, 2]
        assert (view["arena"]["playing"], view["arena"]["ms_left"]) == (0, None)


def test_an_arena_of_two_processes_is_looked_after_by_one(tmp_path: Path, database_url: str | None) -> None:
    from komadai.server.tournaments.requests import NewTournament
    from komadai.server.tournaments.store import EventStore, TournamentRow
    from komadai.tournaments import Created, Settings

    async def main() -> list[bool]:
        database = await Database.open(database_url, tmp_path)
        store = EventStore(database)
        row = TournamentRow(
            id="arena", created_ms=0, owner_id="owner", settings=NewTournament(name="A"), acts=1,
            status="open", players=0, rounds=0, total_rounds=1, due_ms=5,
        )  # fmt: skip
        await store.create(row, Created(at=0, settings=Settings(name="A")))
        assert (await store.due(4), await store.due(5)) == ([], ["arena"])
        kept = [
            await store.keep("arena", "first", 10, 20),
            await store.keep("arena", "second", 15, 25),
            await store.keep("arena", "first", 18, 30),
            await store.keep("arena", "second", 31, 40),
            await store.keep("arena", "first", 35, 45),
        ]
        await database.close()
        return kept

    assert asyncio.run(main()) == [True, False, True, True, False]


@pytest.mark.parametrize(
    ("settings", "refused"),
    [
        ({"clock": None}, "invalid"),
        ({"minutes": 4}, "invalid"),
        ({"system": "battle"}, "invalid"),
    ],
)
def test_settings_that_cannot_be_played_are_refused(
    club: Club, settings: dict[str, Any], refused: str
) -> None:
    owner = club.person("Sponsor")
    answer = owner.post("/api/events", {"name": "Cup", "system": "arena", "clock": CLOCK, **settings})
    assert code(answer) == refused


def test_an_arena_over_the_board_is_paired_by_its_arbiter(club: Club) -> None:
    owner = club.person("Sponsor")
    event = arena(owner, online=False, clock=None, streaks=False)
    for name in ("Wada", "Oyama", "Masuda"):
        owner.do(event, "add", name=name)
    owner.do(event, "start")
    (game,) = owner.do(event, "pair")["rounds"][0]["games"]
    assert code(owner.ask(event, "pair")) == "event_refused", "one is free, who waits"
    owner.do(event, "result", round=1, board=1, result="black")
    view = owner.do(event, "pair")
    assert [player["points"] for player in view["players"]][game["black"] - 1] == 1
    assert len(view["rounds"][0]["games"]) == 2
    online = arena(owner)
    assert code(owner.ask(online, "add", name="Wada")) == "event_refused"


def test_the_server_looks_up_at_once_who_of_those_that_wait_plays_elsewhere(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pairing, "pairs", lambda _: [])
    persons = [club.person(f"Player{number}") for number in range(6)]
    event = arena(persons[0])
    for person in persons:
        person.do(event, "join")
    persons[0].do(event, "start")
    tournaments = club.client.app.state.tournaments
    statements, counts = Statements(), []
    with statements.listening(club.client.app), ExitStack() as pages:
        for waiting in (persons[:2], persons[2:]):
            for person in waiting:
                pages.enter_context(at_the_page(person, event))
            look = partial(tournaments.look_after, event)
            counts.append(len(club.client.blocking_portal.call(statements.of, look)))
    assert counts[0] == counts[1] > 0
