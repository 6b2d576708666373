"""Results of games on the server, which the event waits for."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from komadai.server.tournaments import ends
from tests.processes import until
from tests.server.conftest import start_server
from tests.server.tournaments.people import Club

CLOCK = {"main_ms": 600_000}


def test_a_game_that_ended_before_it_was_waited_for_gives_its_result_and_leaves_the_memory(
    tmp_path: Path,
) -> None:
    with start_server(tmp_path) as client:
        club = Club(client)
        arbiter, one, two = club.person("Chief"), club.person("One"), club.person("Two")
        event = arbiter.create(system="round-robin", clock=CLOCK)
        one.do(event, "join")
        two.do(event, "join")
        arbiter.do(event, "pair")
        (game,) = arbiter.do(event, "start")["rounds"][0]["games"]
    with start_server(tmp_path) as client:
        for person in (one, two):
            person.client = client
        registry, service = client.app.state.registry, client.app.state.tournaments

        async def event_in_memory() -> Any:
            loaded = await service.load(event)
            async with loaded.lock:
                await loaded.refresh()
            return loaded

        loaded = client.blocking_portal.call(event_in_memory)
        one.resign(game["game"], two)
        assert [played.status for played in loaded.games] == ["playing"]
        live = client.blocking_portal.call(ends.listen, loaded, game["game"])
        until(lambda: loaded.event.rounds[0].games[0].result is not None, "the result")
        live.used_at_ms = 0
        until(lambda: not live.in_use, "the game is not used any more")
        assert registry.games_in_memory == 1
