"""A challenge to players of some ratings only."""

from __future__ import annotations

from typing import Any

import pytest
from litestar.testing import TestClient

from komadai.server.lobby import lobby as lobby_room
from tests.server.conftest import Guest, code
from tests.server.lobby.test_proposals import CLOCK, seek_of
from tests.server.people.accounts import Browser


@pytest.fixture(autouse=True)
def seeks_need_no_page(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lobby_room, "SEEK_GRACE_S", 600.0)


@pytest.mark.parametrize(
    ("bounds", "fits"),
    [
        ({}, True),
        ({"rating_min": 1500}, True),
        ({"rating_max": 1500}, True),
        ({"rating_min": 1501}, False),
        ({"rating_max": 1499}, False),
        ({"rating_min": 1400, "rating_max": 1600}, True),
        ({"rating_min": 1600, "rating_max": 1800}, False),
    ],
)
def test_a_new_account_has_1500_and_accepts_what_fits(
    client: TestClient[Any], bounds: dict[str, int], fits: bool
) -> None:
    maker, viewer = Guest(client), Browser(client)
    viewer.register(f"Range_{sum(bounds.values())}_{len(bounds)}")
    made = maker.post("/api/challenges", {"listed": True, "clock": CLOCK, **bounds}).json()["id"]
    seek, view = seek_of(viewer, made), viewer.get(f"/api/challenges/{made}").json()
    for shown in (seek, view):
        assert shown["fits"] is fits
        assert {name: shown[name] for name in bounds} == bounds
    answer = viewer.post(f"/api/challenges/{made}/accept", {})
    assert answer.status_code == (201 if fits else 403)
    if not fits:
        assert code(answer) == "rating_range"
        assert viewer.get(f"/api/challenges/{made}").json()["state"] == "open"


def test_a_guest_has_no_rating_and_accepts_only_what_asks_for_none(client: TestClient[Any]) -> None:
    maker, guest = Guest(client), Guest(client)
    made = maker.post("/api/challenges", {"listed": True, "clock": CLOCK, "rating_max": 4000}).json()["id"]
    assert seek_of(guest, made)["fits"] is False  # type: ignore[arg-type]
    assert code(guest.post(f"/api/challenges/{made}/accept", {})) == "rating_range"


@pytest.mark.parametrize(
    ("settings", "field"),
    [
        ({"rating_min": 1500}, "clock"),
        ({"clock": CLOCK, "rating_min": 1600, "rating_max": 1500}, "rating_max"),
        ({"clock": CLOCK, "rating_min": -1}, "rating_min"),
        ({"clock": CLOCK, "rating_max": 4001}, "rating_max"),
    ],
)
def test_a_range_that_nobody_can_have_is_refused(
    client: TestClient[Any], settings: dict[str, Any], field: str
) -> None:
    answer = Guest(client).post("/api/challenges", settings)
    assert (code(answer), answer.json()["error"]["field"]) == ("invalid", field)


def test_a_seek_says_that_its_position_was_set_up(client: TestClient[Any]) -> None:
    maker, viewer = Guest(client), Browser(client)
    for number, settings in enumerate(
        ({"sfen": "4k4/9/9/9/9/9/9/9/4K4 b G 1"}, {"variant": "minishogi", "sfen": "4k/5/5/5/K4 b G 1"}, {})
    ):
        made = maker.post("/api/challenges", {"listed": True, "clock": CLOCK, **settings}).json()["id"]
        viewer = Browser(client)
        seek = seek_of(viewer, made)
        assert seek["set_up"] is (number < 2)
        assert (seek["handicap_name"]["en"] == "Set-up position") is (number < 2)
