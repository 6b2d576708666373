"""Commands that cross each other: whatever comes first counts, and the other one changes nothing."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from komadai.outcome import Outcome, Termination
from komadai.pieces import WHITE
from komadai.play import events as ev
from komadai.play.events import ClockSettings
from komadai.server.cluster.cluster import RemotePresence
from komadai.server.errors import ApiError
from komadai.server.games import wire as games_wire
from komadai.server.games.live import game_registry
from komadai.server.games.live.game_registry import GameRegistry, created_event
from komadai.server.games.live.live_game import LiveGame
from tests.server.conftest import Guest, Socket, begin_two
from tests.server.games.live_games import GUEST, SFEN, begin, with_registry
from tests.server.games.tables import both, plies, table
from tests.server.people.accounts import PASSWORD, Browser
from tests.server.registries import now_ms, services_of

PLAYERS = ("1" * 32, "2" * 32)
ENTERED = "K8/1+R+B+P5/9/9/9/9/9/6+r+b1/7k1 b 7P2G2S2N2L7p2g2s2n2l 1"
"""Both kings have entered, with 24 points or more on each side; Black may declare."""


def together(*calls: Callable[[], dict[str, Any]]) -> list[str]:
    """Makes these calls at once; the answers in their order: ``done``, or the code of an error."""
    with ThreadPoolExecutor(len(calls)) as pool:
        answers = [each.result() for each in [pool.submit(call) for call in calls]]
    return [answer.get("code", answer["type"]) for answer in answers]


def test_a_take_back_asked_for_while_the_other_moved_does_not_undo_that_move(client: TestClient[Any]) -> None:
    with table(client) as pages:
        black, white = pages
        black.ask("move", usi="7g7f")
        both(pages, plies(1))
        seen = black.event
        assert white.ask("move", usi="3c3d")["type"] == "done"
        assert black.ask("take_back", event=seen)["code"] == "stale"
        both(pages, lambda game: len(game["moves"]) == 2 and game["offers"] == [])


def begun_event(registry: GameRegistry) -> ev.Created:
    new = games_wire.GameSettings(clock=ClockSettings(main_ms=60_000))
    persons = (ev.Person(), ev.Person())
    return created_event(new, persons, "fixed", SFEN, "even", now_ms(registry))


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[LiveGame]:
    """All games that the registry makes in memory."""
    games: list[LiveGame] = []

    class Made(LiveGame):
        def __init__(self, *values: Any) -> None:
            super().__init__(*values)
            games.append(self)

    monkeypatch.setattr(game_registry, "LiveGame", Made)
    return games


def test_a_game_that_is_opened_while_it_begins_is_once_in_memory(
    tmp_path: Path, made: list[LiveGame], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test(registry: GameRegistry) -> None:
        store, opened = services_of(registry).store.begin, []
        told: list[LiveGame] = []

        async def begin_and_open(row: Any, *values: Any) -> Any:
            stored = await store(row, *values)
            opened.append(await registry.game(row.id))
            return stored

        monkeypatch.setattr(services_of(registry).store, "begin", begin_and_open)
        registry.begun_listeners.append(told.append)
        game_id = await registry.begin(begun_event(registry), PLAYERS)
        assert made == opened == told == [await registry.game(game_id)]

    with_registry(tmp_path, test)


def test_a_game_that_begins_while_it_is_loaded_is_once_in_memory(
    tmp_path: Path, made: list[LiveGame], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test(registry: GameRegistry) -> None:
        store, loading = services_of(registry).store.begin, []
        loads, goes_on = asyncio.Event(), asyncio.Event()

        async def slow_elsewhere(_topics: Any) -> dict[str, list[RemotePresence]]:
            loads.set()
            await goes_on.wait()
            return {}

        async def begin_and_load(row: Any, *values: Any) -> Any:
            stored = await store(row, *values)
            loading.append(asyncio.create_task(registry.game(row.id)))
            await loads.wait()
            goes_on.set()
            return stored

        monkeypatch.setattr(services_of(registry).store, "begin", begin_and_load)
        monkeypatch.setattr(services_of(registry).core.cluster, "presence_elsewhere", slow_elsewhere)
        game_id = await registry.begin(begun_event(registry), PLAYERS)
        assert made == [await loading[0]] == [await registry.game(game_id)]

    with_registry(tmp_path, test)


def test_a_game_begins_even_if_it_cannot_be_read_who_is_here(
    tmp_path: Path, made: list[LiveGame], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test(registry: GameRegistry) -> None:
        async def failing(_topics: Any) -> dict[str, list[RemotePresence]]:
            raise OSError("no connection")

        told: list[LiveGame] = []
        registry.begun_listeners.append(told.append)
        monkeypatch.setattr(services_of(registry).core.cluster, "presence_elsewhere", failing)
        game_id = await registry.begin(begun_event(registry), PLAYERS)
        assert made == told == [await registry.game(game_id)]

    with_registry(tmp_path, test)


def test_a_game_that_cannot_be_loaded_leaves_nothing_in_memory(
    tmp_path: Path, made: list[LiveGame], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test(registry: GameRegistry) -> None:
        game_id = await registry.begin(begun_event(registry), PLAYERS)
        made[0].stop()
        made.clear()
        registry._games.clear()

        async def failing(_topics: Any) -> dict[str, list[RemotePresence]]:
            raise OSError("no connection")

        with monkeypatch.context() as patch:
            patch.setattr(services_of(registry).core.cluster, "presence_elsewhere", failing)
            with pytest.raises(OSError, match="no connection"):
                await registry.game(game_id)
        assert made == []
        assert [await registry.game(game_id)] == made

    with_registry(tmp_path, test)


@pytest.mark.parametrize("attempt", range(4))
def test_a_player_agrees_to_a_take_back_and_moves_at_once(client: TestClient[Any], attempt: int) -> None:
    black, white = Guest(client), Guest(client)
    game_id = begin_two(black, white)
    with black.open(game_id) as page, white.open(game_id) as first, white.open(game_id) as second:
        page.until(lambda game: game["attendance"]["white"] == "here")
        page.ask("move", usi="7g7f")
        page.ask("take_back")
        pages = (page, first, second)
        for each in pages:
            each.until(lambda game: game["offers"] != [])
        answers = together(
            lambda: first.ask("answer", offer="take_back", accept=True),
            lambda: second.ask("move", usi="3c3d"),
        )
        assert answers in (["done", "stale"], ["no_such_offer", "done"], ["stale", "done"])
        count = 0 if answers[0] == "done" else 2
        for each in pages:
            each.until(lambda game: len(game["moves"]) == count and game["offers"] == [])


def result_of(page: Socket) -> tuple[str | None, str]:
    page.until(lambda game: game["status"] == "finished")
    return page.game["result"]["winner"], page.game["result"]["termination"]


@pytest.mark.parametrize(
    ("rule", "results"),
    [
        ("27-point", {("black", "impasse_declaration"), ("white", "failed_declaration")}),
        ("agreed", {(None, "impasse_agreed")}),
    ],
)
def test_both_declare_the_impasse_at_once_and_the_game_ends_once(
    client: TestClient[Any], rule: str, results: set[tuple[str | None, str]]
) -> None:
    with table(client, impasse=rule, sfen=ENTERED) as pages:
        black, white = pages
        answers = together(lambda: black.ask("declare"), lambda: white.ask("declare"))
        if rule == "agreed" and answers != ["done", "done"]:
            # White's came first and was not due; Black's stands as an offer.
            assert answers == ["done", "not_your_turn"]
            white.until(lambda game: game["offers"] != [])
            assert white.ask("answer", offer="impasse", accept=True)["type"] == "done"
        elif rule != "agreed":
            assert answers in (["done", "not_your_turn"], ["done", "finished"])
        assert {result_of(page) for page in pages} <= results
        assert result_of(black) == result_of(white)


@pytest.mark.parametrize("attempt", range(4))
def test_one_account_moves_on_two_devices_at_once_and_one_move_is_played(
    client: TestClient[Any], attempt: int
) -> None:
    name = f"Devices_{attempt}"
    desk, phone, other = Browser(client), Browser(client), Guest(client)
    desk.register(name)
    assert phone.log_in(name, PASSWORD).status_code == 200
    game_id = begin_two(desk, other)
    with desk.open(game_id) as first, phone.open(game_id) as second, other.open(game_id) as page:
        first.until(lambda game: game["attendance"]["white"] == "here")
        for each in (first, second):
            each.until(lambda game: game["event"] == first.event)
        moves = ("7g7f", "2g2f")
        answers = together(lambda: first.ask("move", usi=moves[0]), lambda: second.ask("move", usi=moves[1]))
        assert sorted(answers) == ["done", "stale"]
        both((first, second), plies(1))
        page.until(plies(1))
        assert first.usi == second.usi == page.usi == [moves[answers.index("done")]]


@pytest.mark.parametrize(
    ("early_ms", "ending"), [(1, Termination.RESIGNATION), (0, Termination.TIME_FORFEIT)]
)
def test_a_resignation_that_arrived_before_the_flag_fell_is_one_however_long_it_waited(
    tmp_path: Path, early_ms: int, ending: Termination
) -> None:
    async def test(registry: GameRegistry) -> None:
        live = await begin(registry, clock=ClockSettings(main_ms=300))
        deadline = live.game.deadline
        assert deadline is not None
        resign = games_wire.ResignCommand(id="r", game=live.id, event=live.game.count)
        async with live.stored.lock:  # the server is busy with something else
            waiting = asyncio.ensure_future(live.command(GUEST, resign, deadline - early_ms))
            await asyncio.sleep(0.5)
        if ending is Termination.TIME_FORFEIT:
            with pytest.raises(ApiError, match="finished"):
                await waiting
        else:
            await waiting
        assert live.game.outcome == Outcome(WHITE, ending)

    with_registry(tmp_path, test)
