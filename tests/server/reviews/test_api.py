"""Reviews over HTTP and the socket: a job with progress, its result, its files, a stop."""

from __future__ import annotations

import time
from typing import Any

import pytest
from litestar.testing import TestClient

from komadai import kifu
from tests.server.conftest import Guest, code
from tests.server.reviews.reviews import MOVES, begun, finished, record


def test_a_game_is_reviewed_with_progress(guest: Guest) -> None:
    job = begun(guest, *MOVES)
    assert job["total"] == 12
    job = finished(guest, job)
    assert job["error"] is None
    assert job["done"] == job["total"] >= 12
    assert len(job["wins"]) == 12
    review = job["review"]
    assert review["complete"]
    assert [move["usi"] for move in review["moves"]] == MOVES
    last = review["moves"][-1]
    assert (last["move_class"], last["side"], last["move"]["western"]) == ("blunder", "black", "R-2c+")
    assert "Blunder" in last["text"]["en"]
    assert "悪手" in last["text"]["ja"]
    assert last["best"]["line"][0]["usi"] == last["best"]["usi"]
    assert review["black_accuracy"] < review["white_accuracy"]
    assert "opening_left" in [each["kind"] for each in review["milestones"]]


def test_a_finished_review_can_be_downloaded(guest: Guest) -> None:
    path = f"/api/reviews/jobs/{finished(guest, begun(guest, *MOVES))['id']}/files"
    game = kifu.read(guest.get(f"{path}/kif?language=ja").content)
    assert "悪手" in game.end.comment
    assert "Blunder" in guest.get(f"{path}/html").text
    assert guest.get(f"{path}/pdf").content.startswith(b"%PDF")
    assert list(guest.get(f"{path}/json").json()) == [
        "engine",
        "nodes",
        "accuracy",
        "plies",
        "milestones",
        "style",
    ]
    assert code(guest.get(f"{path}/exe")) == "not_found"


def test_a_stopped_review_keeps_its_first_moves(guest: Guest) -> None:
    job = begun(guest, *MOVES, nodes=500_000)
    while not guest.get(f"/api/reviews/jobs/{job['id']}").json()["done"]:
        time.sleep(0.05)
    assert guest.post(f"/api/reviews/jobs/{job['id']}/stop", {}).status_code == 200
    job = finished(guest, job)
    assert job["stopped"]
    assert job["error"] is None
    assert not job["review"]["complete"]
    assert len(job["review"]["moves"]) < len(MOVES)


def test_the_job_of_another_guest_is_not_found(client: TestClient[Any], guest: Guest) -> None:
    job = begun(guest, "7g7f")
    assert code(Guest(client).get(f"/api/reviews/jobs/{job['id']}")) == "not_found"


def test_a_game_from_an_impossible_position_is_refused_in_both_languages(guest: Guest) -> None:
    start = "4k4/9/9/9/9/4P4/4P4/9/4K4 b - 1"
    answer = guest.post("/api/reviews/jobs", {"record": record(start=start)})
    assert code(answer) == "invalid"
    message = answer.json()["error"]["message"]
    assert "not reviewed" in message["en"]
    assert "検討できません" in message["ja"]


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"record": record(), "nodes": 999},
        {"record": record(), "nodes": 10**9},
        {"record": record(*["5i5h", "5a5b", "5h5i", "5b5a"] * 251)},
    ],
)
def test_an_invalid_request_is_refused(guest: Guest, body: dict[str, Any]) -> None:
    assert code(guest.post("/api/reviews/jobs", body)) == "invalid"
