"""Swiss rounds of many players are paired beside the server, whose end stops the pairing."""

from __future__ import annotations

import threading

import pytest

from komadai.events import Created, Event, EventError, Settings, replay
from komadai.events.caissify import DutchSystem
from komadai.events.kinds.swiss import swiss_players
from komadai.events.swiss import SwissPlayer
from komadai.server.events.pairing import FEW, PairingProcess
from tests.processes import until
from tests.server.events.people import Club


def players(count: int) -> list[SwissPlayer]:
    """Before the second round, in which points differ."""
    event: Event = replay([Created(at=0, settings=Settings(name="Cup", rounds=5))])
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
