"""How the program thinks, over HTTP and the socket: searches side by side, and the measured numbers."""

from __future__ import annotations

import time
from typing import Any

import pytest

from komadai import STARTPOS, Board
from tests.server.conftest import Guest, code

MIDDLE_GAME = "ln1g3nl/1r1sg1k2/p1pppsbp1/5pp1p/1p5P1/2P1P1P1P/PPBP1P3/2GS1SGR1/LN2K2NL w - 1"
MODES = ["full-width", "principal-variation", "realization-probability"]


def finished(guest: Guest, **body: Any) -> dict[str, Any]:
    answer = guest.post("/api/thinking/jobs", body)
    assert answer.status_code == 201, answer.text
    job: dict[str, Any] = answer.json()
    for _ in range(1200):
        if job["state"] == "done":
            return job
        time.sleep(0.05)
        job = guest.get(f"/api/thinking/jobs/{job['id']}").json()
    raise AssertionError("the job does not end")


def test_the_same_position_is_searched_in_each_mode(guest: Guest) -> None:
    job = finished(guest, sfen=MIDDLE_GAME, modes=MODES, depth=3, seconds=30)
    board = Board(MIDDLE_GAME)
    assert (job["error"], job["sfen"], job["legal_moves"]) == (None, board.sfen(), len(board.legal_moves))
    assert job["full_tree"][:3] == [board.perft(1), board.perft(2), board.perft(3)]
    assert [search["mode"] for search in job["searches"]] == MODES
    for search in job["searches"]:
        assert search["state"] == "done"
        assert [each["depth"] for each in search["iterations"]] == [1, 2, 3]
        assert search["nodes"] == sum(each["nodes"] for each in search["iterations"])
        last = search["iterations"][-1]
        assert last["nodes"] == sum(last["nodes_at_ply"])
        assert last["line"][0] == search["best"] == search["line"][0]["text"]
        moves = {move.usi() for move in board.legal_moves}
        assert {each["usi"] for each in search["tree"]} <= moves
        assert any(each["replies"] for each in search["tree"])
        if search["mode"] == "full-width":
            assert set(last["counts"]) <= {
                *("main_nodes", "leaves", "beta_cutoffs", "first_move_cutoffs", "table_hits", "game_ends")
            }


def test_a_mate_is_reported_as_that_of_the_mate_solver(guest: Guest) -> None:
    sfen = "8l/7b1/8k/6+B2/7Pg/9/9/9/9 b Rr3g4s4n3l17p 1"
    job = finished(guest, sfen=sfen, modes=["principal-variation"], seconds=10)
    last = job["searches"][0]["iterations"][-1]
    assert (last["mate"], last["cp"], last["solved"]) == (3, None, True)
    assert job["searches"][0]["best"]["usi"] == "R*1b"


def test_an_impossible_position_is_refused_in_both_languages(guest: Guest) -> None:
    job = finished(guest, sfen="4k4/9/9/9/9/4P4/4P4/9/4K4 b - 1", modes=["full-width"])
    assert "pawns" in job["error"]["en"]
    assert "二歩" in job["error"]["ja"]
    assert job["searches"][0]["iterations"] == []


@pytest.mark.parametrize(
    "body",
    [
        {"sfen": "x", "modes": ["full-width"]},
        {"sfen": STARTPOS, "modes": []},
        {"sfen": STARTPOS, "modes": ["depth-first"]},
        {"sfen": STARTPOS, "modes": ["full-width"], "seconds": 31},
        {"sfen": STARTPOS, "modes": ["full-width"], "depth": 0},
    ],
)
def test_an_invalid_request_is_refused(guest: Guest, body: dict[str, Any]) -> None:
    assert code(guest.post("/api/thinking/jobs", body)) == "invalid"


def test_a_search_can_be_stopped_and_keeps_its_iterations(guest: Guest) -> None:
    answer = guest.post("/api/thinking/jobs", {"sfen": STARTPOS, "modes": MODES, "seconds": 30})
    job = answer.json()
    assert code(Guest(guest.client).get(f"/api/thinking/jobs/{job['id']}")) == "not_found"
    for _ in range(1200):
        job = guest.get(f"/api/thinking/jobs/{job['id']}").json()
        if job["searches"][0]["iterations"]:
            break
        time.sleep(0.05)
    assert guest.post(f"/api/thinking/jobs/{job['id']}/stop", {}).status_code == 200
    for _ in range(1200):
        job = guest.get(f"/api/thinking/jobs/{job['id']}").json()
        if job["state"] == "done":
            break
        time.sleep(0.05)
    assert job["state"] == "done"
    assert job["searches"][0]["best"] is not None
    assert job["searches"][-1]["state"] in ("waiting", "done")


def test_the_progress_is_pushed_to_the_page(guest: Guest) -> None:
    job = guest.post("/api/thinking/jobs", {"sfen": STARTPOS, "modes": ["full-width"], "depth": 3}).json()
    with guest.connect() as page:
        page.send("subscribe", topic={"type": "job", "id": job["id"]})
        message = page.receive()
        while message["type"] != "thinking" or message["job"]["state"] != "done":
            message = page.receive()
        assert message["job"] == guest.get(f"/api/thinking/jobs/{job['id']}").json()


def test_a_job_of_another_feature_is_not_found(guest: Guest) -> None:
    job = guest.post("/api/tsume/jobs", {"kind": "solve", "sfen": MIDDLE_GAME, "seconds": 1}).json()
    assert code(guest.get(f"/api/thinking/jobs/{job['id']}")) == "not_found"


def test_the_measured_numbers_are_those_of_shogi(guest: Guest) -> None:
    collections = guest.get("/api/thinking/measured").json()["collections"]
    assert len(collections) >= 2
    for each in collections:
        assert each["games"] > 0
        assert 40 < each["branching"] < 150
        assert 50 < each["plies"] <= each["longest"]
        assert each["by_ply"][0] == pytest.approx(30, abs=5)
