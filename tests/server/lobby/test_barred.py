"""Who was barred or closed begins no games: neither by challenges of before nor by seeks nor rematches."""

from __future__ import annotations

from itertools import count
from typing import Any

import pytest
from litestar.testing import TestClient

from komadai.server.moderation import administration
from tests.server.conftest import begin_two, code
from tests.server.people.accounts import Browser, somebody

FRESH = count(700_000, 1_000)


@pytest.fixture(autouse=True)
def _no_page_is_open(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("komadai.server.lobby.challenges.SEEK_GRACE_S", 600.0)


def bar_unseen(client: TestClient[Any], name: str) -> None:
    """Bars an account as another process does, whose lobby withdraws nothing yet."""
    store = client.app.state.people.store

    async def bar() -> None:
        account = await administration.named(store, name)
        end = administration.FOR_EVER
        await administration.bar(store, account, 1, until_ms=end, reason="x", actor=None)

    with client.portal() as portal:
        portal.call(bar)


@pytest.mark.parametrize(
    ("path", "body"),
    [("act", {"act": "bar", "reason": "x"}), ("ban", {"reason": "x"})],
)
def test_the_challenges_of_a_barred_or_closed_account_are_withdrawn(
    client: TestClient[Any], path: str, body: dict[str, Any]
) -> None:
    moderator, _ = somebody(client, "moderator")
    (maker, name), friend = somebody(client), Browser(client)
    link = maker.post("/api/challenges", {}).json()["id"]
    seek = maker.post("/api/challenges", {"listed": True}).json()["id"]
    with friend.connect() as page:
        page.send("subscribe", topic={"type": "challenge", "id": link})
        assert page.receive()["challenge"]["state"] == "open"
        moderator.post(f"/api/moderation/people/{name}/{path}", body)
        while (message := page.receive())["type"] != "challenge":
            pass
        assert message["challenge"]["state"] == "withdrawn"
    assert code(friend.post(f"/api/challenges/{link}/accept", {})) == "challenge_gone"
    assert seek not in [each["id"] for each in friend.get("/api/lobby").json()["seeks"]]


def test_nobody_accepts_the_challenge_of_an_account_that_was_barred_elsewhere(
    client: TestClient[Any],
) -> None:
    (maker, name), friend = somebody(client), Browser(client)
    link = maker.post("/api/challenges", {}).json()["id"]
    bar_unseen(client, name)
    assert code(friend.post(f"/api/challenges/{link}/accept", {})) == "challenge_gone"


def test_quick_pairing_passes_over_the_seek_of_an_account_that_was_barred_elsewhere(
    client: TestClient[Any],
) -> None:
    clock = {"main_ms": next(FRESH), "byoyomi_ms": 30_000}
    (maker, name), friend, third = somebody(client), Browser(client), Browser(client)
    maker.post("/api/lobby/quick", {"clock": clock})
    bar_unseen(client, name)
    waiting = friend.post("/api/lobby/quick", {"clock": clock}).json()
    assert waiting["game"] is None
    assert code(maker.post("/api/lobby/quick", {"clock": clock})) == "barred", "its own seek is of no use"
    assert third.post("/api/lobby/quick", {"clock": clock}).json()["game"] is not None


def test_the_rematch_that_a_barred_account_has_offered_does_not_begin(client: TestClient[Any]) -> None:
    (maker, name), friend = somebody(client), Browser(client)
    game = begin_two(maker, friend)
    with maker.open(game) as page:
        page.ask("abort")
    assert maker.post(f"/api/games/{game}/rematch", {}).json()["id"] is None
    bar_unseen(client, name)
    assert code(friend.post(f"/api/games/{game}/rematch", {})) == "challenge_gone"


def test_who_was_barred_sits_out_the_rounds_of_a_swiss_event(client: TestClient[Any]) -> None:
    arbiter, _ = somebody(client)
    people = [somebody(client) for _ in range(3)]
    event = arbiter.post("/api/events", {"name": "Cup", "rounds": 2, "online": True}).json()["id"]

    def command(who: Browser, kind: str) -> Any:
        answer = who.post(f"/api/events/{event}/commands", {"command": {"type": kind}})
        assert answer.status_code == 200, answer.text
        return answer.json()

    for person, _ in people:
        command(person, "join")
    bar_unseen(client, people[0][1])
    view = command(arbiter, "pair")
    (barred,) = [each["number"] for each in view["players"] if each["account"] == people[0][1]]
    games = view["rounds"][0]["games"]
    assert [game["bye"] for game in games if barred in (game["black"], game["white"])] == ["zero"]
    assert [game["bye"] for game in games if barred not in (game["black"], game["white"])] == [None]
