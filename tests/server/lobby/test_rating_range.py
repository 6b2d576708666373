"""A seek with a range of ratings can be accepted only by people whose rating is near that of its maker."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from litestar.testing import TestClient

from komadai.server.games.player_names import PlayerNames
from tests.server.people.accounts import Browser

CLOCK = {"main_ms": 600_000, "byoyomi_ms": 30_000}
SEEK = {"side": "furigoma", "listed": True, "clock": CLOCK, "rating_within": 200}


@pytest.fixture
def ratings(monkeypatch: pytest.MonkeyPatch) -> dict[str, int]:
    """The ratings, by the name of the account; 1500 for others."""
    known: dict[str, int] = {}
    real = PlayerNames.at

    async def at(self: PlayerNames, asked: Any) -> Any:
        names = await real(self, asked)
        return {
            each: msgspec.structs.replace(name, rating=known.get(name.account or "", name.rating))
            for each, name in names.items()
        }

    monkeypatch.setattr(PlayerNames, "at", at)
    monkeypatch.setattr("komadai.server.lobby.challenges.SEEK_GRACE_S", 600.0)  # no page is open
    return known


def person(client: TestClient[Any], name: str) -> Browser:
    browser = Browser(client)
    browser.register(name)
    return browser


def fits(viewer: Browser, seek_id: str) -> bool:
    """What the lobby and the page of the challenge say, which must be the same."""
    (in_lobby,) = (seek for seek in viewer.get("/api/lobby").json()["seeks"] if seek["id"] == seek_id)
    on_page = viewer.get(f"/api/challenges/{seek_id}").json()
    assert in_lobby["fits"] == on_page["fits"]
    assert in_lobby["rating_within"] == on_page["rating_within"] == 200
    found: bool = in_lobby["fits"]
    return found


@pytest.mark.parametrize(("rating", "near"), [(1300, True), (1700, True), (1299, False), (1701, False)])
def test_the_difference_decides_and_its_limit_is_within(
    client: TestClient[Any], ratings: dict[str, int], rating: int, near: bool
) -> None:
    maker, other = person(client, f"Maker{rating}"), person(client, f"Other{rating}")
    ratings.update({f"Maker{rating}": 1500, f"Other{rating}": rating})
    made = maker.post("/api/challenges", SEEK).json()["id"]
    assert fits(other, made) is near
    assert fits(maker, made), "one's own seek can be opened"
    answer = other.post(f"/api/challenges/{made}/accept", {})
    if near:
        assert answer.status_code == 201
    else:
        assert (answer.status_code, answer.json()["error"]["code"]) == (403, "rating_range")
        assert maker.get(f"/api/challenges/{made}").json()["state"] == "open"


def test_a_new_account_has_the_rating_with_which_all_begin(client: TestClient[Any], ratings: Any) -> None:
    maker, other = person(client, "FirstDay"), person(client, "SecondDay")
    made = maker.post("/api/challenges", SEEK).json()["id"]
    assert fits(other, made)
    assert other.post(f"/api/challenges/{made}/accept", {}).status_code == 201


def test_a_guest_has_no_rating(client: TestClient[Any], ratings: Any) -> None:
    maker, guest = person(client, "HasRating"), Browser(client)
    made = maker.post("/api/challenges", SEEK).json()["id"]
    assert not fits(guest, made)
    assert guest.post(f"/api/challenges/{made}/accept", {}).json()["error"]["code"] == "rating_range"
    assert guest.post("/api/challenges", SEEK).json()["error"]["code"] == "no_account"


@pytest.mark.parametrize(
    "change",
    [
        {"clock": None},
        {"to": "Somebody"},
        {"rating_within": 49},
        {"rating_within": 2001},
        {"rating_within": "200"},
    ],
)
def test_a_range_that_makes_no_sense_is_refused(client: TestClient[Any], change: dict[str, Any]) -> None:
    maker = Browser(client)
    answer = maker.post("/api/challenges", SEEK | change)
    assert (answer.status_code, answer.json()["error"]["code"]) == (400, "invalid")
    assert answer.json()["error"]["field"] == "rating_within"
