"""Swiss rounds of many players are paired beside the server, whose end stops the pairing."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import threading
import time

import pytest

from komadai.server.tournaments.pairing import FEW, ArenaProcess, PairingProcess
from komadai.tournaments import Created, EventError, Settings, Swiss, replay
from komadai.tournaments.acts import Matched
from komadai.tournaments.core.rounds import Pairing
from komadai.tournaments.kinds.arena.pairing import Waiting, pairs
from komadai.tournaments.kinds.swiss.caissify import DutchSystem
from komadai.tournaments.kinds.swiss.pairing import SwissPlayer
from komadai.tournaments.kinds.swiss.rules import swiss_players
from tests.processes import until
from tests.server.tournaments.people import Club


def players(count: int) -> list[SwissPlayer]:
    """Before the second round, in which points differ."""
    event = Swiss.of(replay([Created(at=0, settings=Settings(name="Cup", rounds=5))]))
    for number in range(count):
        event.apply(event.enter(f"P{number}", at=0, rating=1000 + number))
    event.apply(event.pair(at=0))
    event.apply(event.start(at=0))
    for game in event.rounds[0].boards:
        event.apply(event.enter_result(1, game.board, "black" if game.board % 3 else "white", at=0))
    return swiss_players(event, event.players)


@pytest.mark.parametrize("count", [8, FEW + 3])
def test_the_pairings_are_those_of_the_system(count: int) -> None:
    before = players(count)
    assert PairingProcess().pair(before, 2, 5) == DutchSystem().pair(before, 2, 5)


def test_what_the_system_refuses_is_refused_in_the_same_words() -> None:
    crowd = players(FEW + 2)
    everybody = frozenset(player.number for player in crowd)
    met = [
        SwissPlayer(
            player.number,
            player.seed,
            player.score,
            player.colors,
            player.floats,
            player.byes,
            player.walkovers,
            everybody - {player.number},
        )
        for player in crowd
    ]
    with pytest.raises(EventError, match="without a second game"):
        PairingProcess().pair(met, 2, 5)


def test_one_large_round_is_paired_at_a_time_and_the_end_of_the_server_stops_it() -> None:
    pairing, errors = PairingProcess(), []

    def pair() -> None:
        try:
            pairing.pair(players(200), 2, 5)
        except EventError as error:
            errors.append(error.message.code)

    waiting = threading.Thread(target=pair)
    waiting.start()
    until(lambda: pairing._running is not None and pairing._running.pid is not None, "the process")
    with pytest.raises(EventError, match="try again in a minute"):
        pairing.pair(players(FEW + 2), 2, 5)
    pairing.close()
    waiting.join()
    assert errors == ["event-pairing-stopped"]
    with pytest.raises(EventError, match="stopped"):
        pairing.pair(players(FEW + 2), 2, 5)


def test_more_than_sixty_four_players_enter_and_are_paired(club: Club) -> None:
    arbiter = club.person("Chief")
    event = arbiter.create(online=False)
    for number in range(70):
        arbiter.do(event, "add", name=f"P{number}")
    view = arbiter.do(event, "pair")
    assert len(view["rounds"][0]["games"]) == 35


def free(count: int) -> Waiting:
    """Players who have met others at random."""
    chance = random.Random(count)
    numbers = tuple(range(1, count + 1))
    last = tuple(chance.choice([other for other in numbers if other != number]) for number in numbers)
    return Waiting(numbers, last, tuple(chance.randrange(1000) for _ in numbers), True, 2000)


def test_arenas_wait_for_one_process_that_stays_alive_and_hold_nothing_else() -> None:
    """The times are those of the thread of the event loop, so that other programs do not count."""

    async def pair() -> None:
        arenas = ArenaProcess()
        try:
            assert await arenas.pairs(free(8)) == pairs(free(8))
            assert arenas._process is None
            before = time.thread_time()
            found = await arenas.pairs(free(500))
            assert time.thread_time() - before < 0.02
            assert found == pairs(free(500))
            assert arenas._process is not None
            pid = arenas._process.pid
            at_once = await asyncio.gather(*(arenas.pairs(free(count)) for count in (60, 80, 100)))
            assert at_once == [pairs(free(count)) for count in (60, 80, 100)]
            assert arenas._process.pid == pid
            assert pid is not None
            os.kill(pid, signal.SIGKILL)
            assert await arenas.pairs(free(60)) == at_once[0], "another one is begun"
        finally:
            arenas.close()

    asyncio.run(pair())


def test_the_end_of_the_server_stops_the_pairing_of_arenas() -> None:
    async def pair() -> None:
        arenas = ArenaProcess()
        waiting = [asyncio.create_task(arenas.pairs(free(500))) for _ in range(2)]
        while arenas._process is None:
            await asyncio.sleep(0.01)
        arenas.close()
        for task in waiting:
            with pytest.raises(EventError, match="stopped"):
                await task
        assert arenas._process is None

    asyncio.run(pair())


def test_an_arena_in_which_all_have_met_one_player_goes_on(club: Club) -> None:
    arbiter = club.person("Chief")
    event = arbiter.create(system="arena", online=False)
    for number in range(1, 25):
        arbiter.do(event, "add", name=f"P{number}")
    arbiter.do(event, "start")
    service = club.client.app.state.tournaments

    async def all_meet_the_first() -> None:
        loaded = await service.load(event)
        async with loaded.lock:
            for number in range(2, 25):
                pairing = Pairing(black=1, white=number)
                await loaded.act("", lambda event, pairing=pairing: Matched(at=0, pairings=(pairing,)))
                await loaded.act(
                    "", lambda event: event.enter_result(1, len(event.rounds[0].games), "white", at=0)
                )

    club.client.blocking_portal.call(all_meet_the_first)
    games = arbiter.do(event, "pair")["rounds"][0]["games"]
    assert sum(game["result"] is None for game in games) == 12, "nobody else plays, so one pair meets again"
