"""Inviting somebody who is in the lobby, and who tosses the pawns."""

from __future__ import annotations

from itertools import count
from typing import Any

import pytest
from litestar.testing import TestClient

from komadai.ratings.ranks import Rank
from tests.server.conftest import Guest, code
from tests.server.lobby.lobbies import LOBBY, until
from tests.server.people.accounts import Browser

NUMBERS = count(1)


def member(client: TestClient[Any]) -> tuple[Browser, str]:
    browser, name = Browser(client), f"player_{next(NUMBERS)}"
    browser.register(name)
    return browser, name


def test_who_is_in_the_lobby_is_invited_and_plays(
    client: TestClient[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("komadai.server.lobby.room.REFRESH_S", 0.05)
    (one, one_name), (other, name), third = member(client), member(client), Browser(client)
    assert code(one.post("/api/challenges", {"to": name})) == "not_here"
    with one.connect() as mine, other.connect() as theirs:
        theirs.send("subscribe", topic=LOBBY)
        until(theirs, lambda _: True)
        mine.send("subscribe", topic=LOBBY)
        assert [each["account"] for each in until(mine, lambda lobby: lobby["people"])["people"]] == [name]
        made = one.post("/api/challenges", {"to": name.upper(), "side": "black"}).json()["id"]
        (invitation,) = until(theirs, lambda lobby: lobby["invitations"])["invitations"]
        assert (invitation["id"], invitation["maker"]["account"]) == (made, one_name)
        assert one.get("/api/lobby").json()["invitations"] == []
        assert all(seek["id"] != made for seek in third.get("/api/lobby").json()["seeks"])
        assert code(third.post(f"/api/challenges/{made}/accept", {})) == "challenge_gone"
        assert code(third.post(f"/api/challenges/{made}/decline", {})) == "not_invited"
        game = other.post(f"/api/challenges/{made}/accept", {}).json()["id"]
    assert other.get(f"/api/games/{game}").json()["you"] == "white"


def test_an_invitation_is_declined(client: TestClient[Any]) -> None:
    (one, _), (other, name) = member(client), member(client)
    with other.connect() as page:
        page.ask("subscribe", topic=LOBBY)
        made = one.post("/api/challenges", {"to": name}).json()["id"]
        assert other.post(f"/api/challenges/{made}/decline", {}).status_code == 200
        assert one.get(f"/api/challenges/{made}").json()["state"] == "declined"
        assert code(other.post(f"/api/challenges/{made}/accept", {})) == "challenge_gone"


def test_whom_somebody_has_blocked_cannot_invite_them(client: TestClient[Any]) -> None:
    (one, one_name), (other, name) = member(client), member(client)
    other.post(f"/api/people/{one_name}/block", {"on": True})
    with other.connect() as page:
        page.ask("subscribe", topic=LOBBY)
        assert code(one.post("/api/challenges", {"to": name})) == "not_here"
    assert code(one.post("/api/challenges", {"to": one_name})) == "yourself"
    assert code(one.post("/api/challenges", {"to": "nobody_at_all"})) == "no_such_account"


@pytest.mark.parametrize("listed", [True, False])
def test_whom_its_maker_has_blocked_cannot_accept_a_challenge(client: TestClient[Any], listed: bool) -> None:
    (one, one_name), (other, _), (third, _) = member(client), member(client), member(client)
    other.post(f"/api/people/{one_name}/block", {"on": True})
    made = other.post("/api/challenges", {"listed": listed}).json()["id"]
    assert code(one.post(f"/api/challenges/{made}/accept", {})) == "challenge_gone"
    assert third.post(f"/api/challenges/{made}/accept", {}).status_code == 201


@pytest.mark.parametrize(("tosser", "makers"), [("maker", True), ("other", False), ("higher", True)])
def test_the_last_throw_is_that_of_the_one_who_tosses(
    client: TestClient[Any], monkeypatch: pytest.MonkeyPatch, tosser: str, makers: bool
) -> None:
    monkeypatch.setattr("komadai.server.games.live.game_registry.toss", lambda: [True] * 5)
    maker, friend = Guest(client), Guest(client)
    made = maker.post("/api/challenges", {"side": "furigoma", "tosser": tosser}).json()["id"]
    game = friend.post(f"/api/challenges/{made}/accept", {}).json()["id"]
    assert maker.get(f"/api/games/{game}").json()["you"] == ("black" if makers else "white")


def test_the_pawns_are_tossed_for_the_higher_rank(
    client: TestClient[Any],
    monkeypatch: pytest.MonkeyPatch,
    ranks: dict[str, Rank | None],
) -> None:
    monkeypatch.setattr("komadai.server.games.live.game_registry.toss", lambda: [True] * 5)
    (one, one_name), (other, name) = member(client), member(client)
    ranks.update({one_name: Rank.kyu(3), name: Rank.dan(2)})
    made = one.post("/api/challenges", {"side": "furigoma"}).json()["id"]
    game = other.post(f"/api/challenges/{made}/accept", {}).json()["id"]
    assert other.get(f"/api/games/{game}").json()["you"] == "black"


def test_what_one_says_when_resigning_is_kept(client: TestClient[Any]) -> None:
    maker, friend = Guest(client), Guest(client)
    made = maker.post("/api/challenges", {"side": "black"}).json()["id"]
    game = friend.post(f"/api/challenges/{made}/accept", {}).json()["id"]
    with maker.open(game) as page, friend.open(game):
        assert page.ask("resign", word="arimasen")["type"] == "done"
    assert friend.get(f"/api/games/{game}").json()["result"]["word"] == "arimasen"
