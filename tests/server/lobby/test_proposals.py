"""The lobby proposes the handicap that fits the ranks of the viewer and of the person who waits."""

from __future__ import annotations

from typing import Any

import pytest
from litestar.testing import TestClient

from komadai.ratings.ranks import Rank
from tests.server.people.accounts import Browser

CLOCK = {"main_ms": 600_000, "byoyomi_ms": 30_000}


def seek_of(viewer: Browser, seek_id: str) -> dict[str, Any]:
    seeks = viewer.get("/api/lobby").json()["seeks"]
    return next(seek for seek in seeks if seek["id"] == seek_id)


@pytest.mark.parametrize(
    ("maker", "viewer", "handicap", "you_give"),
    [
        (Rank.dan(3), Rank.dan(1), "lance", False),
        (Rank.kyu(5), Rank.dan(1), "rook-lance", True),
        (Rank.dan(1), Rank.kyu(10), "six-piece", False),
        (Rank.dan(1), Rank.kyu(1), "even", False),
    ],
)
def test_the_stronger_player_gives_the_handicap_of_the_difference(
    client: TestClient[Any],
    ranks: dict[str, Rank | None],
    maker: Rank,
    viewer: Rank,
    handicap: str,
    you_give: bool,
) -> None:
    number = abs(maker.grade - viewer.grade)
    waiting, other = Browser(client), Browser(client)
    waiting.register(f"Waits{number}")
    other.register(f"Looks{number}")
    ranks.update({f"Waits{number}": maker, f"Looks{number}": viewer})
    made = waiting.post("/api/challenges", {"side": "furigoma", "listed": True, "clock": CLOCK})
    seek = seek_of(other, made.json()["id"])
    assert seek["maker"]["rank"] == {"en": "?", "ja": "?"}, "the rank at the speed of the seek is shown"
    assert (seek["proposal"]["handicap"], seek["proposal"]["you_give"]) == (handicap, you_give)
    assert seek_of(waiting, made.json()["id"])["proposal"] is None


def test_with_a_difference_of_one_the_weaker_player_is_proposed_as_black_in_an_even_game(
    client: TestClient[Any], ranks: dict[str, Rank | None]
) -> None:
    waiting, stronger, weaker = Browser(client), Browser(client), Browser(client)
    for name, browser in (("Middle", waiting), ("Stronger", stronger), ("Weaker", weaker)):
        browser.register(name)
    ranks.update({"Middle": Rank.dan(1), "Stronger": Rank.dan(2), "Weaker": Rank.kyu(1)})
    made = waiting.post("/api/challenges", {"side": "furigoma", "listed": True, "clock": CLOCK})
    even = {"en": "Even", "ja": "平手"}
    for viewer, gives in ((stronger, True), (weaker, False)):
        proposal = seek_of(viewer, made.json()["id"])["proposal"]
        assert proposal == {"handicap": "even", "name": even, "you_give": gives}


def test_nothing_is_proposed_for_equal_or_unknown_ranks(
    client: TestClient[Any], ranks: dict[str, Rank | None]
) -> None:
    waiting, equal, unknown = Browser(client), Browser(client), Browser(client)
    for name, browser in (("Waits", waiting), ("Equal", equal), ("Unknown", unknown)):
        browser.register(name)
    ranks.update({"Waits": Rank.dan(1), "Equal": Rank.dan(1)})
    made = waiting.post("/api/challenges", {"side": "furigoma", "listed": True, "clock": CLOCK})
    assert [seek_of(each, made.json()["id"])["proposal"] for each in (equal, unknown)] == [None, None]
