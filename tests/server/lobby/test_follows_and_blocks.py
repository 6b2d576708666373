"""In the lobby those whom one follows come first, and who has blocked whom do not see each other."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from itertools import count
from typing import Any

import pytest
from litestar.testing import TestClient

from komadai.server.lobby import views
from tests.server.conftest import Guest, Socket, begin_two, code
from tests.server.lobby.lobbies import LOBBY, until
from tests.server.people.accounts import Browser

NUMBERS = count(1)


@pytest.fixture(autouse=True)
def _quick_lobby(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("komadai.server.lobby.challenges.SEEK_GRACE_S", 600.0)
    monkeypatch.setattr("komadai.server.lobby.room.REFRESH_S", 0.05)


class Member(Browser):
    """A person with an account."""

    def __init__(self, client: TestClient[Any]) -> None:
        super().__init__(client)
        self.name = f"social_{next(NUMBERS)}"
        self.register(self.name)

    def set(self, relation: str, other: Member, on: bool = True) -> None:
        assert self.post(f"/api/people/{other.name}/{relation}", {"on": on}).status_code == 200

    def seek(self, **choices: Any) -> str:
        made: str = self.post("/api/challenges", {"listed": True, **choices}).json()["id"]
        return made

    @property
    def lobby(self) -> dict[str, Any]:
        lobby: dict[str, Any] = self.get("/api/lobby").json()
        return lobby

    @property
    def seeks(self) -> list[str]:
        return [seek["id"] for seek in self.lobby["seeks"]]


@contextmanager
def in_lobby(*members: Member) -> Iterator[list[Socket]]:
    with ExitStack() as stack:
        pages = [stack.enter_context(member.connect()) for member in members]
        for page in pages:
            page.send("subscribe", topic=LOBBY)
            until(page, lambda _: True)
        yield pages


@contextmanager
def playing(black: Browser, white: Browser, visibility: str = "public") -> Iterator[str]:
    game = begin_two(black, white, visibility=visibility)
    with black.open(game) as first, white.open(game):
        first.until(lambda shown: shown["attendance"]["white"] == "here")
        assert first.ask("move", usi="7g7f")["type"] == "done"
        yield game


def test_a_block_hides_the_seeks_of_both_from_each_other(client: TestClient[Any]) -> None:
    blocker, blocked, third = Member(client), Member(client), Member(client)
    made, answer = blocker.seek(), blocked.seek()
    assert made in blocked.seeks
    blocker.set("block", blocked)
    assert made not in blocked.seeks
    assert answer not in blocker.seeks
    assert {made, answer} <= set(third.seeks)
    assert made in blocker.seeks
    blocker.set("block", blocked, on=False)
    assert made in blocked.seeks


def test_a_seek_goes_from_the_open_lobby_of_who_is_blocked(client: TestClient[Any]) -> None:
    blocker, blocked = Member(client), Member(client)
    made = blocker.seek()
    with in_lobby(blocked) as (page,):
        blocker.set("block", blocked)
        until(page, lambda lobby: made not in [seek["id"] for seek in lobby["seeks"]])
        another = blocker.seek()
        blocker.post(f"/api/challenges/{made}/withdraw", {})
        third = Member(client)
        shown = third.seek()
        lobby = until(page, lambda lobby: shown in [seek["id"] for seek in lobby["seeks"]])
        assert another not in [seek["id"] for seek in lobby["seeks"]]


def test_who_is_blocked_does_not_see_the_blocker_among_those_who_are_here(client: TestClient[Any]) -> None:
    blocker, blocked = Member(client), Member(client)
    with in_lobby(blocker, blocked):
        assert blocker.name in [one["account"] for one in blocked.lobby["people"]]
        blocker.set("block", blocked)
        assert blocker.name not in [one["account"] for one in blocked.lobby["people"]]
        assert blocked.name not in [one["account"] for one in blocker.lobby["people"]]


@pytest.mark.parametrize("first_blocks", [True, False])
def test_quick_pairing_never_pairs_who_have_blocked_each_other(
    client: TestClient[Any], first_blocks: bool
) -> None:
    first, second = Member(client), Member(client)
    if first_blocks:
        first.set("block", second)
    else:
        second.set("block", first)
    clock = {"clock": {"main_ms": 700_000 + first_blocks, "byoyomi_ms": 30_000}}
    assert first.post("/api/lobby/quick", clock).json()["game"] is None
    assert second.post("/api/lobby/quick", clock).json()["game"] is None


def test_whom_one_follows_comes_first_in_seeks_and_in_who_is_here(client: TestClient[Any]) -> None:
    viewer, others = Member(client), [Member(client) for _ in range(3)]
    made = [other.seek() for other in others]
    with in_lobby(*others):
        assert viewer.lobby["followed"] == []
        for followed in others:
            viewer.set("follow", followed)
            lobby = viewer.lobby
            assert lobby["seeks"][0]["id"] == made[others.index(followed)]
            assert lobby["people"][0]["account"] == followed.name
            assert lobby["followed"] == [followed.name]
            viewer.set("follow", followed, on=False)


def test_whom_one_follows_is_shown_in_a_lobby_that_is_too_full_for_all(
    client: TestClient[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(views, "MAX_PEOPLE", 1)
    viewer, others = Member(client), [Member(client) for _ in range(3)]
    with in_lobby(*others):
        for followed in others:
            viewer.set("follow", followed)
            assert [one["account"] for one in viewer.lobby["people"]] == [followed.name]
            viewer.set("follow", followed, on=False)


def test_games_of_those_whom_one_follows_come_first(client: TestClient[Any]) -> None:
    viewer, followed = Member(client), Member(client)
    with playing(followed, Member(client)) as game, playing(Member(client), Member(client)) as newer:
        ids = [each["id"] for each in viewer.lobby["games"]]
        assert ids.index(newer) < ids.index(game)
        viewer.set("follow", followed)
        assert viewer.lobby["games"][0]["id"] == game
        assert followed.name in viewer.lobby["followed"]


def test_one_sees_who_of_those_whom_one_follows_is_here_and_plays_in_public(
    client: TestClient[Any],
) -> None:
    viewer, away, here, plays, hides, blocks = (Member(client) for _ in range(6))
    for followed in (away, here, plays, hides, blocks):
        viewer.set("follow", followed)
    blocks.set("block", viewer)
    opponent = Member(client)
    with (
        in_lobby(here, blocks),
        playing(plays, opponent) as game,
        playing(hides, opponent, "unlisted"),
        playing(hides, opponent, "private"),
    ):
        shown = viewer.get("/api/lobby/followed").json()["people"]
    assert sorted((each["account"], each["here"], each["game"]) for each in shown) == sorted(
        [(here.name, True, None), (plays.name, False, game)]
    )


def test_a_guest_follows_nobody(client: TestClient[Any]) -> None:
    assert code(Guest(client).get("/api/lobby/followed")) == "no_account"
