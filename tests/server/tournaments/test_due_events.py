"""What the server does by itself in an event: it creates games that are missing because it was killed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from komadai.server.tournaments import boards, session
from tests.processes import until
from tests.server.conftest import start_server
from tests.server.tournaments.clocks import CLOCK
from tests.server.tournaments.people import Club, Person

KINDS: dict[str, dict[str, Any]] = {
    "swiss": {"clock": CLOCK},
    "round-robin": {"clock": CLOCK},
    "knockout": {"clock": CLOCK},
    "title-match": {"clock": CLOCK},
    "ladder": {"days": 3},
    "league": {"days": 3},
    "simul": {"clock": CLOCK},
    "arena": {"clock": CLOCK, "minutes": 60},
}


def enter(arbiter: Person, players: list[Person], event: str, system: str) -> None:
    for player in players:
        if system == "title-match":
            name = (player.account or {})["name"]
            arbiter.do(event, "add", name=name, account=name)
        else:
            player.do(event, "join")


def begin(arbiter: Person, players: list[Person], event: str, system: str) -> None:
    """The acts after which there are games."""
    match system:
        case "ladder":
            players[1].do(event, "challenge", opponent=1)
            players[0].do(event, "answer", challenge=1, accept=True)
        case "league":
            pass  # the server puts them in touch
        case "simul":
            arbiter.do(event, "accept", player=2)
            arbiter.do(event, "start")
        case "arena":
            arbiter.do(event, "start")
        case _:
            arbiter.do(event, "pair")
            arbiter.do(event, "start")


def games(person: Person, event: str) -> list[dict[str, Any]]:
    return [game for each in person.see(event)["rounds"] for game in each["games"]]


@pytest.mark.parametrize("system", [system for system in KINDS if system != "arena"])
def test_games_are_created_though_the_server_was_killed_after_the_round_began(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, system: str
) -> None:
    monkeypatch.setattr(session, "CREATED_MS", 0)

    async def killed(*_: object) -> None:
        """Nothing is created."""

    with monkeypatch.context() as patch, start_server(tmp_path) as client:
        patch.setattr(boards, "create_games", killed)
        club = Club(client)
        arbiter, one, two = club.person("Chief"), club.person("One"), club.person("Two")
        event = arbiter.create(system=system, **KINDS[system])
        enter(arbiter, [one, two], event, system)
        begin(arbiter, [one, two], event, system)
        assert [game["game"] for game in games(arbiter, event)] == [None]
    with start_server(tmp_path) as client:
        arbiter.client = client
        until(lambda: None not in [game["game"] for game in games(arbiter, event)], "the missing game")
        (game,) = games(arbiter, event)
        assert game["playing"]
        store = client.app.state.tournaments.store
        until(lambda: client.blocking_portal.call(store.due_ms, event) is None, "nothing more to do")


def test_games_that_were_created_leave_nothing_to_do(club: Club) -> None:
    arbiter, one, two = club.person("Chief"), club.person("One"), club.person("Two")
    event = arbiter.create(system="round-robin", clock=CLOCK)
    enter(arbiter, [one, two], event, "round-robin")
    begin(arbiter, [one, two], event, "round-robin")
    store = club.client.app.state.tournaments.store
    assert club.client.blocking_portal.call(store.due_ms, event) is None


@pytest.mark.parametrize(
    ("system", "forfeits", "en"),
    [
        ("round-robin", [], "Not played: the first move was not made in time"),
        ("knockout", [], "Not played: the first move was not made in time"),
        ("ladder", ["no_first_move"], "lost without play: made no first move in time"),
        ("simul", ["no_first_move"], "lost without play: made no first move in time"),
    ],
)
def test_a_game_page_says_what_a_missing_first_move_means_in_its_event(
    club: Club, system: str, forfeits: list[str], en: str
) -> None:
    arbiter, one, two = club.person("Chief"), club.person("One"), club.person("Two")
    event = arbiter.create(system=system, clock=CLOCK)
    enter(arbiter, [one, two], event, system)
    begin(arbiter, [one, two], event, system)
    (game,) = games(arbiter, event)
    seated = [arbiter, one] if system == "simul" else [one, two]
    with seated[0].open(game["game"]) as page, seated[1].open(game["game"]):
        page.until(lambda state: state["clocks"]["running"] is not None)
        assert page.game["forfeits"] == forfeits
        club.later(600_000)
        ended = page.until(lambda state: state["status"] == "finished")
    assert ended["result"]["text"]["en"].endswith(en)
    result = games(arbiter, event)[0]["result"]
    assert result == (None if not forfeits else "white-walkover")
