"""Quick pairing: two people who ask for the same game get it, whoever asks first."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import count
from typing import Any

import msgspec
import pytest
from litestar.testing import TestClient

from komadai.server.games.player_names import PlayerNames
from tests.server.people.accounts import Browser

Clock = dict[str, int]
FRESH = count(600_000, 1_000)


@pytest.fixture
def clock() -> Clock:
    """A clock that no other test asks for: they share the lobby."""
    return {"main_ms": next(FRESH), "byoyomi_ms": 30_000}


@pytest.fixture(autouse=True)
def _no_page_is_open(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("komadai.server.lobby.challenges.SEEK_GRACE_S", 600.0)


def play_now(person: Browser, clock: Clock) -> dict[str, Any]:
    answer = person.post("/api/lobby/quick", {"clock": clock})
    assert answer.status_code == 201, answer.text
    found: dict[str, Any] = answer.json()
    return found


def seeks(person: Browser, clock: Clock) -> list[str]:
    found = person.get("/api/lobby").json()["seeks"]
    return [seek["id"] for seek in found if seek["clock"]["main_ms"] == clock["main_ms"]]


def test_the_second_gets_the_game_of_the_first_and_both_see_it(client: TestClient[Any], clock: Clock) -> None:
    first, second = Browser(client), Browser(client)
    waiting = play_now(first, clock)
    assert waiting["game"] is None
    assert seeks(second, clock) == [waiting["challenge"]], "who finds nobody waits in the lobby"
    found = play_now(second, clock)
    assert found["game"] is not None
    for person, seek in ((first, waiting), (second, found)):
        view = person.get(f"/api/challenges/{seek['challenge']}").json()
        assert (view["state"], view["game"]) == ("accepted", found["game"])
    game = second.get(f"/api/games/{found['game']}").json()
    assert game["clock"]["byoyomi_ms"] == 30_000
    assert seeks(first, clock) == []


def test_another_clock_is_another_game(client: TestClient[Any], clock: Clock) -> None:
    first, second = Browser(client), Browser(client)
    waiting = play_now(first, clock)
    assert play_now(second, clock | {"byoyomi_ms": 10_000})["game"] is None
    assert waiting["challenge"] in seeks(first, clock)


def test_who_asks_again_keeps_their_seek(client: TestClient[Any], clock: Clock) -> None:
    person = Browser(client)
    assert play_now(person, clock) == play_now(person, clock)
    assert len(seeks(person, clock)) == 1


def test_a_seek_made_by_hand_for_the_same_game_is_taken(client: TestClient[Any], clock: Clock) -> None:
    maker, other = Browser(client), Browser(client)
    seek = {"side": "furigoma", "listed": True, "rated": True, "clock": clock, "visibility": "private"}
    made = maker.post("/api/challenges", seek).json()["id"]
    assert play_now(other, clock)["game"] == maker.get(f"/api/challenges/{made}").json()["game"]


@pytest.mark.parametrize(
    "change",
    [{"handicap": "lance"}, {"side": "black"}, {"illegal": "lose"}, {"rated": False}, {"listed": False}],
)
def test_a_seek_for_a_different_game_is_left_alone(
    client: TestClient[Any], clock: Clock, change: dict[str, Any]
) -> None:
    maker, other = Browser(client), Browser(client)
    seek = {"side": "furigoma", "listed": True, "rated": True, "clock": clock} | change
    made = maker.post("/api/challenges", seek).json()["id"]
    assert play_now(other, clock)["game"] is None
    assert maker.get(f"/api/challenges/{made}").json()["state"] == "open"


def test_of_several_the_one_with_the_nearest_rating_is_taken(
    client: TestClient[Any], clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    ratings = {"Far": 2100, "Near": 1450, "Asks": 1500}
    real = PlayerNames.of

    async def of(self: PlayerNames, *arguments: Any) -> Any:
        names = await real(self, *arguments)
        return {
            person: msgspec.structs.replace(name, rating=ratings[name.account or ""])
            for person, name in names.items()
        }

    people = {name: Browser(client) for name in ratings}
    for name, person in people.items():
        person.register(name)
    guest = Browser(client)
    seek = {"side": "furigoma", "listed": True, "rated": True, "clock": clock}
    for person in (guest, people["Far"], people["Near"]):
        person.post("/api/challenges", seek)
    monkeypatch.setattr(PlayerNames, "of", of)
    game = play_now(people["Asks"], clock)["game"]
    view = people["Asks"].get(f"/api/games/{game}").json()
    assert {view["black"]["account"], view["white"]["account"]} == {"Near", "Asks"}
    assert len(seeks(guest, clock)) == 2, "the others wait on"


def test_the_blocked_are_not_paired(client: TestClient[Any], clock: Clock) -> None:
    one, two = Browser(client), Browser(client)
    one.register("Blocker")
    two.register("Blocked")
    assert one.post("/api/people/Blocked/block", {"on": True}).status_code == 200
    play_now(two, clock)
    assert play_now(one, clock)["game"] is None


def test_many_at_once_are_paired_two_by_two_and_nobody_twice(client: TestClient[Any], clock: Clock) -> None:
    people = [Browser(client) for _ in range(8)]
    for person in people:
        person.get("/api/session")
    with ThreadPoolExecutor(8) as threads:
        found = list(threads.map(partial(play_now, clock=clock), people))
    games = [
        person.get(f"/api/challenges/{seek['challenge']}").json()["game"]
        for person, seek in zip(people, found, strict=True)
    ]
    paired = [game for game in games if game is not None]
    assert len(paired) >= 6, "at most one pair asked at the same moment; it is paired a second later"
    assert all(paired.count(game) == 2 for game in paired)


def test_a_clock_without_time_is_refused(client: TestClient[Any]) -> None:
    answer = Browser(client).post("/api/lobby/quick", {"clock": {"main_ms": 0, "byoyomi_ms": 0}})
    assert (answer.status_code, answer.json()["error"]["field"]) == (400, "clock")
