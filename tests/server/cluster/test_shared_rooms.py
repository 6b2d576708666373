"""Studies and events of two servers on one database: what is stored at one is seen at the other."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from typing import Any

import pytest

from komadai.server.games.live.game_registry import GameRegistry
from tests.processes import until
from tests.server.cluster.conftest import Pair
from tests.server.conftest import Guest, code
from tests.server.studies.kept_reviews import RECORD, reviewed
from tests.server.studies.studies import Page, Study
from tests.server.tournaments.arenas import at_the_page, paired
from tests.server.tournaments.people import Person


def names(page: Page) -> list[tuple[str, bool]]:
    return [(person["name"]["en"], person["here"]) for person in page.people]


def test_a_study_is_one_tree_for_pages_at_both_servers(pair: Pair) -> None:
    owner, friend = Guest(pair[0]), Guest(pair[1])
    study = Study.new(owner, visibility="unlisted", writers="link")
    theirs = study.of(friend)
    with study.page() as here, theirs.page() as there:
        while [at for _, at in names(here)] != [True, True]:
            here.socket.receive()
        node = study.do("add", node=0, usi="7g7f")
        assert there.until(node + 1)[node]["usi"] == "7g7f"
        answer = theirs.do("add", node=node, usi="3c3d")
        assert here.until(answer + 1)[answer]["usi"] == "3c3d"
        theirs.do("comment", node=answer, text="a pawn for a pawn")
        assert here.until(answer + 2)[answer]["comment"] == "a pawn for a pawn"

    with study.page() as here:
        while True not in [at for _, at in names(here)]:
            here.socket.receive()
        with theirs.page():
            while names(here) != [(names(here)[0][0], True), (names(here)[1][0], True)]:
                here.socket.receive()
        while [at for _, at in names(here)] != [True, False]:
            here.socket.receive()


def test_operations_at_both_servers_at_once_have_one_order(pair: Pair) -> None:
    owner, friend = Guest(pair[0]), Guest(pair[1])
    study = Study.new(owner, visibility="unlisted", writers="link")
    theirs = study.of(friend)
    moves = ["7g7f", "2g2f", "5g5f", "9g9f", "1g1f", "3g3f"]
    with study.page() as here, theirs.page() as there, ThreadPoolExecutor(6) as pool:
        asked = [
            pool.submit((study, theirs)[number % 2].do, "add", node=0, usi=usi)
            for number, usi in enumerate(moves)
        ]
        assert len({each.result() for each in asked}) == len(moves)
        assert here.until(len(moves) + 1) == there.until(len(moves) + 1)


def test_settings_chapters_and_the_end_of_a_study_reach_the_other_server(pair: Pair) -> None:
    owner, reader = Guest(pair[0]), Guest(pair[1])
    study = Study.new(owner, visibility="unlisted")
    theirs = study.of(reader)
    with theirs.page() as page:
        study.settings(name="Endgames", visibility="unlisted")
        while page.last.get("study", {}).get("name") != "Endgames":
            page.socket.receive()
        made = owner.post(f"{study.path}/chapters", {"name": "Second"})
        assert made.status_code == 201, made.text
        while len(page.last.get("study", {}).get("chapters", [])) != 2:
            page.socket.receive()
        owner.post(f"{study.path}/chapters/{study.chapter}/delete", {})
        assert page.wait_for("chapter_gone")["chapter"] == study.chapter
    second = Study(reader, {"id": study.id, "chapter": made.json()["chapter"]})
    with second.page() as page:
        study.settings(name="Endgames", visibility="private")
        page.wait_for("chapter_gone")
    assert code(second.view) == "not_found"


def test_a_review_made_at_one_server_is_heard_of_at_the_other(pair: Pair) -> None:
    study = Study.new(Guest(pair[0]), record=RECORD, visibility="public")
    with study.of(Guest(pair[1])).page() as page:
        reviewed(study)
        assert page.wait_for("chapter_reviewed")["chapter"] == study.chapter


def person(pair: Pair, at: int, name: str) -> Person:
    made = Person(pair[at])
    made.register(name)
    return made


def test_an_event_is_run_at_two_servers(pair: Pair) -> None:
    """The arbiter is at one, the players at the other, where the result is taken."""
    arbiter = person(pair, 0, "Chief")
    first, second = person(pair, 1, "First"), person(pair, 1, "Second")
    event = arbiter.create(rounds=1, system="round-robin", clock={"main_ms": 600_000})
    versions: list[int] = []
    with arbiter.connect() as page:
        page.ask("subscribe", topic={"type": "event", "id": event})

        def seen(version: int) -> None:
            while not versions or versions[-1] < version:
                message = page.receive()
                if message["type"] == "event":
                    versions.append(message["version"])

        first.do(event, "join")
        second.do(event, "join")
        seen(3)
        arbiter.do(event, "pair")
        view = arbiter.do(event, "start")
        (game,) = view["rounds"][0]["games"]
        black, white = (first, second) if game["black"] == 1 else (second, first)
        black.resign(game["game"], white)
        seen(view["version"] + 1)
    result = arbiter.see(event)["rounds"][0]["games"][0]["result"]
    assert result == second.see(event)["rounds"][0]["games"][0]["result"] == "white"


def test_a_result_is_taken_though_the_server_that_created_the_game_is_gone(pair: Pair) -> None:
    """The other one has a page of the event open, and hears the end of the game by itself."""
    arbiter = person(pair, 0, "Chief2")
    first, second = person(pair, 1, "First2"), person(pair, 1, "Second2")
    event = arbiter.create(rounds=1, system="round-robin", clock={"main_ms": 600_000})
    first.do(event, "join")
    second.do(event, "join")
    arbiter.do(event, "pair")
    view = arbiter.do(event, "start")
    (game,) = view["rounds"][0]["games"]
    registry: GameRegistry = pair[0].app.state.registry
    live: Any = registry._games[game["game"]]
    live._listeners.clear()  # nobody there takes the result
    with second.connect() as page:
        page.ask("subscribe", topic={"type": "event", "id": event})
        black, white = (first, second) if game["black"] == 1 else (second, first)
        black.resign(game["game"], white)
        while (message := page.receive())["type"] != "event" or message["version"] <= view["version"]:
            pass


def test_two_arbiters_at_two_servers_create_one_game(pair: Pair) -> None:
    arbiter, helper = person(pair, 0, "Chief3"), person(pair, 1, "Helper3")
    first, second = person(pair, 1, "First3"), person(pair, 1, "Second3")
    event = arbiter.create(rounds=1, system="round-robin", clock={"main_ms": 600_000})
    arbiter.do(event, "arbiter", account="Helper3")
    first.do(event, "join")
    second.do(event, "join")
    arbiter.do(event, "pair")
    with ThreadPoolExecutor(2) as pool:
        both = [pool.submit(each.ask, event, "start") for each in (arbiter, helper)]
        assert sorted(each.result().status_code for each in both)[0] == 200
    (game,) = arbiter.see(event)["rounds"][0]["games"]
    with first.open(game["game"]) as page, second.open(game["game"]):
        page.ask("abort")
    until(lambda: not helper.see(event)["rounds"][0]["games"][0]["playing"], "the end of the game")
    with ThreadPoolExecutor(2) as pool:
        both = [
            pool.submit(each.ask, event, "replay", round=1, board=1, exchange=False)
            for each in (arbiter, helper)
        ]
        codes = sorted(each.result().status_code for each in both)
    assert codes == [200, 409]


def test_a_display_begins_at_one_server_with_its_guests_at_the_other(pair: Pair) -> None:
    """Their games open by themselves there, the boards reach both, and the table is one."""
    host = person(pair, 0, "Host4")
    guests = [person(pair, 1, name) for name in ("Guest4a", "Guest4b")]
    event = host.create(system="simul", clock={"main_ms": 600_000})
    for guest in guests:
        guest.do(event, "join")
    for player in (2, 3):
        host.do(event, "accept", player=player, handicap="even")
    with ExitStack() as pages:
        here = [pages.enter_context(at_the_page(guest, event)) for guest in guests]
        host.do(event, "start")
        opened = [paired(page) for page in here]
    games = host.see(event)["rounds"][0]["games"]
    assert [game["game"] for game in games] == opened
    for guest, game in zip(guests, opened, strict=True):
        with guest.open(game) as theirs, host.open(game) as ours:
            theirs.until(lambda state: state["clocks"]["running"] == "black")
            assert theirs.ask("move", usi="7g7f")["type"] == "done"
            ours.until(lambda state: len(state["moves"]) == 1)
            assert ours.ask("resign")["type"] == "done"
            theirs.until(lambda state: state["status"] == "finished")
    until(lambda: guests[0].see(event)["status"] == "finished", "the end of the display")
    assert host.see(event)["simul"]["lost"] == 2


def test_a_pairing_of_an_arena_opens_at_both_servers(pair: Pair) -> None:
    """One of them pairs; each player is at another one."""
    one, other = person(pair, 0, "Arena5a"), person(pair, 1, "Arena5b")
    event = one.create(system="arena", minutes=5, clock={"main_ms": 300_000})
    one.do(event, "join")
    other.do(event, "join")
    with at_the_page(one, event) as first, at_the_page(other, event) as second:
        one.do(event, "start")
        assert paired(first) == paired(second)


def test_a_pairing_is_decided_again_if_a_player_withdraws_at_the_other_server_meanwhile(
    pair: Pair, monkeypatch: pytest.MonkeyPatch
) -> None:
    arbiter, helper = person(pair, 0, "Chief4"), person(pair, 1, "Helper4")
    event = arbiter.create(rounds=1, online=False)
    arbiter.do(event, "arbiter", account="Helper4")
    for number in range(1, 7):
        arbiter.do(event, "add", name=f"P{number}")
    store = pair[0].app.state.tournaments.store
    append = store.append

    async def append_too_late(*arguments: Any, **more: Any) -> None:
        monkeypatch.undo()
        await asyncio.to_thread(helper.do, event, "withdraw", player=6)
        await append(*arguments, **more)

    monkeypatch.setattr(store, "append", append_too_late)
    games = arbiter.do(event, "pair")["rounds"][0]["games"]
    assert not any(6 in (game["black"], game["white"]) for game in games)
    assert [game["bye"] for game in games].count("full") == 1
    assert helper.see(event)["rounds"] == arbiter.see(event)["rounds"]
