"""A challenge, its seek and its game say whether the game is rated, and if not, why."""

from __future__ import annotations

from itertools import count
from typing import Any

import pytest
from litestar.testing import TestClient

from tests.server.conftest import Guest, begin_two
from tests.server.people.accounts import Browser

CLOCK = {"main_ms": 600_000, "byoyomi_ms": 30_000}
POSITION = "4k4/9/9/9/9/9/9/9/4K4 b G 1"
NUMBERS = count(1)
Said = tuple[bool, str | None]


@pytest.fixture(autouse=True)
def _no_page_is_open(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("komadai.server.lobby.challenges.SEEK_GRACE_S", 600.0)


def member(client: TestClient[Any]) -> Browser:
    browser = Browser(client)
    browser.register(f"rated_{next(NUMBERS)}")
    return browser


def said(view: dict[str, Any]) -> Said:
    return view["rated"], view["unrated_reason"]


def of_challenge(viewer: Guest, made: str) -> Said:
    return said(viewer.get(f"/api/challenges/{made}").json())


def of_seek(viewer: Guest, made: str) -> Said:
    return said(next(seek for seek in viewer.get("/api/lobby").json()["seeks"] if seek["id"] == made))


@pytest.mark.parametrize(
    ("choices", "expected"),
    [
        ({"rated": True, "clock": CLOCK}, (True, None)),
        ({"rated": True, "days": 3}, (True, None)),
        ({"rated": True, "clock": CLOCK, "handicap": "six-piece"}, (True, None)),
        ({"rated": True, "clock": CLOCK, "handicap": "ten-piece"}, (False, "handicap")),
        ({"rated": True, "clock": CLOCK, "sfen": POSITION}, (False, "position")),
        ({"rated": True}, (False, "no_clock")),
        ({"rated": False, "handicap": "ten-piece"}, (False, None)),
    ],
)
def test_challenge_seek_and_game_of_two_accounts_say_the_same(
    client: TestClient[Any], choices: dict[str, Any], expected: Said
) -> None:
    maker, other = member(client), member(client)
    seek = {"side": "black", "listed": True, **choices}
    made = maker.post("/api/challenges", seek).json()["id"]
    for viewer in (maker, other):
        assert of_challenge(viewer, made) == of_seek(viewer, made) == expected
    accepted = other.post(f"/api/challenges/{made}/accept", {}).json()["id"]
    assert said(other.get(f"/api/games/{accepted}").json()) == expected


def test_a_guest_and_whoever_looks_at_a_guests_seek_read_that_both_need_accounts(
    client: TestClient[Any],
) -> None:
    guest, account = Guest(client), member(client)
    clock = {"clock": CLOCK | {"main_ms": 660_000}}
    of_guest = guest.post("/api/lobby/quick", clock).json()["challenge"]
    assert of_challenge(guest, of_guest) == of_seek(guest, of_guest) == (False, "guest")
    assert of_challenge(account, of_guest) == of_seek(account, of_guest) == (False, "guest")
    of_account = account.post("/api/challenges", {"listed": True, "rated": True, "clock": CLOCK})
    made = of_account.json()["id"]
    assert of_seek(guest, made) == of_challenge(guest, made) == (False, "guest")
    assert of_seek(account, made) == of_challenge(account, made) == (True, None)


def test_a_game_with_a_guest_says_that_it_is_not_rated_and_why(client: TestClient[Any]) -> None:
    game = begin_two(member(client), Guest(client), rated=True, clock=CLOCK)
    assert said(client.get(f"/api/games/{game}").json()) == (False, "guest")


def test_an_aborted_game_says_that_it_has_no_result(client: TestClient[Any]) -> None:
    one, other = member(client), member(client)
    game = begin_two(one, other, rated=True, clock=CLOCK)
    with one.open(game) as black, other.open(game):
        black.ask("abort")
    assert said(one.get(f"/api/games/{game}").json()) == (False, "no_result")


def test_the_choices_of_a_new_game_say_which_handicaps_are_rated(client: TestClient[Any]) -> None:
    handicaps = client.get("/api/options").json()["handicaps"]
    assert {each["key"] for each in handicaps if each["rated"]} == {
        "even", "lance", "bishop", "rook", "rook-lance", "two-piece", "four-piece", "five-piece", "six-piece"
    }  # fmt: skip
    assert len(handicaps) > 9
