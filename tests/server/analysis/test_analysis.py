"""Live analysis over HTTP and the socket: lines, place in the queue, its ends, fair play."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from typing import Any

import pytest
from litestar.testing import TestClient

from komadai import STARTPOS, Board
from komadai.engine.program import OURS, EngineProgram
from komadai.messages.text import Text
from komadai.server.analysis import jobs as tasks
from komadai.server.analysis import warm_engines
from komadai.server.games.fair_play import fair_play
from komadai.server.jobs import job_queue
from tests.server.conftest import FAKE_ENGINE, UNLIMITED, Guest, begin_two, code, start_server

PATH = "/api/analysis/jobs"
CRASHES = EngineProgram("crash", (sys.executable, str(FAKE_ENGINE), "crash"))
XBOARD = EngineProgram("xboard", ("xboard",), protocol="xboard")
MATE_IN_1 = "4k4/9/4P4/9/9/9/9/9/4K4 b G 1"


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient[Any]]:
    """A server with our engine, one that crashes, and one that cannot analyse."""
    folder = tmp_path_factory.mktemp("server")
    with start_server(folder, limits=UNLIMITED, engines=(OURS, CRASHES, XBOARD)) as running:
        yield running


def begin(guest: Guest, **body: Any) -> dict[str, Any]:
    answer = guest.post(PATH, {"engines": ["komadai"], **body})
    assert answer.status_code == 201, answer.text
    job: dict[str, Any] = answer.json()
    return job


def until(guest: Guest, job: dict[str, Any], done: Any) -> dict[str, Any]:
    for _ in range(1200):
        job = guest.get(f"{PATH}/{job['id']}").json()
        if done(job):
            return job
        time.sleep(0.05)
    raise AssertionError(f"it does not come: {job}")


def is_done(job: dict[str, Any]) -> bool:
    return bool(job["state"] == "done")


def test_each_line_has_its_score_and_moves_that_can_be_played(guest: Guest) -> None:
    job = until(guest, begin(guest, moves=["7g7f", "3c3d"], lines=2, depth=3), is_done)
    assert (job["error"], job["threads"]) == (None, tasks.THREADS)
    (found,) = job["engines"]
    assert (found["engine"], found["error"]) == ("komadai", None)
    assert len(found["lines"]) == 2
    board = Board("startpos moves 7g7f 3c3d")
    assert job["sfen"] == board.sfen()
    for line in found["lines"]:
        assert line["depth"] >= 3
        assert 0 < line["win"] < 1
        copy = board.copy()
        for move in line["moves"]:
            copy.push_usi(move["usi"])
            assert copy.sfen() == move["sfen"]


def test_scores_are_those_of_black_also_if_white_is_to_move(guest: Guest) -> None:
    for sfen, mate, win in ((MATE_IN_1, 1, 1.0), (Board(MATE_IN_1).mirror().sfen(), -1, 0.0)):
        job = until(guest, begin(guest, start_sfen=sfen, lines=1, depth=3), is_done)
        line = job["engines"][0]["lines"][0]
        assert (line["mate"], line["cp"], line["win"]) == (mate, None, win)


def test_it_goes_on_until_it_is_stopped_and_keeps_its_lines(guest: Guest) -> None:
    job = until(guest, begin(guest), lambda job: job["engines"][0]["lines"])
    assert guest.post(f"{PATH}/{job['id']}/stop", {}).status_code == 200
    job = until(guest, job, is_done)
    assert (job["stopped"], job["error"]) == (True, None)
    assert job["engines"][0]["lines"]


def test_a_new_one_ends_that_of_the_same_person_and_waits_for_those_of_others(
    client: TestClient[Any],
) -> None:
    one, other = Guest(client), Guest(client)
    first = until(one, begin(one), lambda job: job["state"] == "working")
    waiting = until(other, begin(other), lambda job: job["place"] == 1)
    assert waiting["state"] == "waiting"
    second = begin(one)
    until(one, first, is_done)
    until(other, waiting, lambda job: job["state"] == "working")
    assert until(one, second, lambda job: job["place"] == 1)["state"] == "waiting"
    for guest, job in ((other, waiting), (one, second)):
        guest.post(f"{PATH}/{job['id']}/stop", {})
        until(guest, job, is_done)


def test_it_ends_when_no_page_watches_it(guest: Guest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(job_queue, "UNWATCHED_S", 0.2)
    assert until(guest, begin(guest), is_done)["stopped"]


def test_it_makes_room_after_a_while_if_others_wait(
    client: TestClient[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tasks, "CROWDED_SECONDS", 0.1)
    one, other = Guest(client), Guest(client)
    first, second = begin(one), begin(other)
    until(one, first, is_done)
    assert until(other, second, lambda job: job["state"] == "working")["place"] is None
    other.post(f"{PATH}/{second['id']}/stop", {})
    until(other, second, is_done)


def test_it_ends_when_its_person_begins_to_play_against_a_person(client: TestClient[Any]) -> None:
    one, other = Guest(client), Guest(client)
    job = until(one, begin(one), lambda job: job["state"] == "working")
    game_id = begin_two(one, other)
    assert code(one.get(f"{PATH}/{job['id']}")) == "playing"
    with one.open(game_id) as page:
        page.ask("abort")
    assert until(one, job, is_done)["stopped"]


def test_it_says_why_it_ended_if_help_is_refused_meanwhile(
    client: TestClient[Any], guest: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def refusal(_: object) -> Text:
        return fair_play.OF_A_GAME

    job = until(guest, begin(guest), lambda job: job["state"] == "working")
    monkeypatch.setattr(client.app.state.fair_play, "refusal", refusal)
    job = until(guest, job, is_done)
    assert (job["error"]["en"], job["stopped"]) == (fair_play.OF_A_GAME.en, False)


def test_the_page_knows_the_engines_and_the_limits(guest: Guest) -> None:
    assert guest.get("/api/analysis/options").json() == {
        "engines": ["komadai", "crash"], "home": [], "at_once": tasks.AT_ONCE,
        "threads": tasks.THREADS, "seconds": tasks.SECONDS,
    }  # fmt: skip


def test_the_engine_stays_alive_between_positions(
    client: TestClient[Any], guest: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    engines = client.app.state.analysis_engines
    until(guest, begin(guest, depth=2), is_done)
    assert engines.waiting == 1
    started: list[str] = []
    monkeypatch.setattr(warm_engines, "Engine", lambda *_, **__: started.append("another"))
    job = until(guest, begin(guest, moves=["7g7f"]), lambda job: job["engines"][0]["lines"])
    guest.post(f"{PATH}/{job['id']}/stop", {})
    assert until(guest, job, is_done)["error"] is None
    assert (started, engines.waiting) == ([], 1)


def test_an_engine_that_nobody_uses_ends_after_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(warm_engines, "IDLE_S", 0.1)
    fresh = warm_engines.WarmEngines(1)
    fresh.give_back(OURS, fresh.take(OURS, 1))
    for _ in range(600):
        if not fresh.waiting:
            break
        time.sleep(0.05)
    assert fresh.waiting == 0
    fresh.close()


ROOK_ATTACKS_GOLD = "4k4/9/9/9/r4G3/9/9/9/4K4 b - 1"


def test_a_threat_is_what_the_other_side_would_play_if_it_could_move_twice(guest: Guest) -> None:
    job = until(guest, begin(guest, start_sfen=ROOK_ATTACKS_GOLD, depth=3, threats=True), is_done)
    threats = job["threats"]
    assert threats["error"] is None
    best = threats["lines"][0]
    assert best["moves"][0]["usi"] == "9e4e"
    assert (best["cp"] if best["mate"] is None else best["mate"]) < 0  # a fast machine finds a mate


def test_who_is_in_check_has_no_threat_to_look_for(guest: Guest) -> None:
    in_check = "4k4/9/4G4/9/9/9/4r4/9/4K4 b - 1"
    job = until(guest, begin(guest, start_sfen=in_check, depth=2, threats=True), is_done)
    assert job["threats"]["lines"] == []
    assert "in check" in job["threats"]["error"]["en"]
    assert job["engines"][0]["lines"]


def test_a_brinkmate_is_found_on_demand(guest: Guest) -> None:
    path = "/api/analysis/brinkmate"
    sfen = "8k/9/7G1/9/9/9/9/9/4K4 b G 1"
    answer = guest.post(path, {"sfen": sfen, "plies": 1})
    assert answer.status_code == 201
    job = answer.json()
    for _ in range(1200):
        job = guest.get(f"{path}/{job['id']}").json()
        if job["state"] == "done":
            break
        time.sleep(0.05)
    assert (job["result"], job["error"]) in [("brinkmate", None), ("mate", None)]
    assert job["moves"]


def test_a_position_without_moves_says_so(guest: Guest) -> None:
    mated = "4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1"
    job = until(guest, begin(guest, start_sfen=mated), is_done)
    assert "no legal move" in job["error"]["en"]


def test_an_engine_that_crashes_does_not_end_the_other(guest: Guest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tasks, "AT_ONCE", 2)
    job = until(guest, begin(guest, engines=["crash", "komadai"], depth=2), is_done)
    crashed, ours = job["engines"]
    assert "failed" in crashed["error"]["en"]
    assert (ours["error"], bool(ours["lines"])) == (None, True)


def test_two_engines_need_two_processors(guest: Guest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tasks, "AT_ONCE", 1)
    answer = guest.post(PATH, {"engines": ["komadai", "crash"]})
    assert code(answer) == "invalid"
    assert "too few processors" in answer.json()["error"]["message"]["en"]


@pytest.mark.parametrize(
    "body",
    [
        {"engines": ["xboard"]},
        {"engines": []},
        {"engines": ["nobody"]},
        {"engines": ["komadai"], "lines": 0},
        {"engines": ["komadai"], "lines": 6},
        {"engines": ["komadai"], "depth": 61},
        {"engines": ["komadai"], "start_sfen": "nothing"},
        {"engines": ["komadai"], "moves": ["5e5d"]},
        {"start_sfen": STARTPOS},
    ],
)
def test_an_invalid_request_is_refused(guest: Guest, body: dict[str, Any]) -> None:
    assert code(guest.post(PATH, body)) == "invalid"
