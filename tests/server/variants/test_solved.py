"""Solved variants on the server: the table is made by a job, shows the value of moves, and plays.

The variants that come with the library are too large for a test, except for a tiny one that stands in for
dobutsu here.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from litestar.testing import TestClient

from komadai.server.variants import solved, views
from komadai.variants import Board, Variant
from komadai.variants import variant as variants
from komadai.variants.solve import solve
from tests.processes import PATIENCE_S
from tests.server.conftest import UNLIMITED, Guest, Server, code
from tests.variants.solve.tiny_variants import CHICK, DOBUTSU, definition

TINY: Final = definition("dobutsu", 3, 4, "1k1/1c1/1C1/1K1", DOBUTSU, CHICK)
SOLVED: Final = "/api/variants/dobutsu/solved"


@pytest.fixture(autouse=True)
def tiny(monkeypatch: pytest.MonkeyPatch) -> Iterator[Variant]:
    """A game of a lion and a chick on each side, in place of dobutsu."""
    variant = Variant.parse(TINY)
    shipped = variants._shipped

    def with_tiny(name: str, options: tuple[tuple[str, str], ...]) -> Variant:
        return variant if name == "dobutsu" else shipped(name, options)

    monkeypatch.setattr(variants, "_shipped", with_tiny)
    views.listed.cache_clear()
    yield variant
    views.listed.cache_clear()


@pytest.fixture
def running(server: Server) -> Iterator[TestClient[Any]]:
    with server(limits=UNLIMITED) as client:
        yield client


def solve_on_the_page(guest: Guest) -> dict[str, Any]:
    """Begins a job and waits for its end; returns its last state."""
    answer = guest.post("/api/variants/dobutsu/solve", {})
    assert answer.status_code == 201, answer.text
    with guest.connect() as page:
        page.send("subscribe", topic={"type": "job", "id": answer.json()["id"]})
        while True:
            message = page.receive()
            if message["type"] == "solve_job" and message["job"]["state"] == "done":
                job: dict[str, Any] = message["job"]
                return job


def test_a_job_makes_the_table_in_the_data_folder(running: TestClient[Any], tmp_path: Path) -> None:
    guest = Guest(running)
    assert guest.get(SOLVED).json() == {"ready": False, "begun": False, "allowed": True, "job": None}
    job = solve_on_the_page(guest)
    assert job["error"] is None
    assert job["variant"] == "dobutsu"
    assert (tmp_path / "solved" / "dobutsu.solved").exists()
    assert guest.get(SOLVED).json()["ready"] is True


def test_every_move_has_its_value(running: TestClient[Any], tmp_path: Path, tiny: Variant) -> None:
    table = solve(tiny, tmp_path / "solved")
    board = Board(tiny)
    answer = running.get("/api/variants/dobutsu/values", params={"sfen": board.sfen()}).json()
    assert tuple(answer["value"].values()) == table.value(board)
    assert {move["usi"] for move in answer["moves"]} == {move.usi() for move in board.legal_moves}
    for move, (usi, value) in zip(answer["moves"], table.moves(board).items(), strict=True):
        assert (move["usi"], tuple(move["value"].values())) == (usi, tuple(value))
    assert running.get("/api/variants/dobutsu/values").json() == answer  # without sfen, the start


def test_a_position_that_cannot_occur_has_no_value(running: TestClient[Any], tmp_path: Path) -> None:
    solve(Variant.named("dobutsu"), tmp_path / "solved")
    answer = running.get("/api/variants/dobutsu/values", params={"sfen": "1k1/3/3/1K1 b - 1"})
    assert answer.json() == {"value": None, "moves": []}
    wrong = running.get("/api/variants/dobutsu/values", params={"sfen": "9/9 b - 1"})
    assert code(wrong) == "invalid"


def test_without_a_table_there_are_no_values(running: TestClient[Any], tmp_path: Path) -> None:
    assert running.get("/api/variants/dobutsu/values").status_code == 404
    assert running.get("/api/variants/minishogi/values").status_code == 404
    (tmp_path / "solved").mkdir()
    (tmp_path / "solved" / "dobutsu.solved").write_bytes(b"no table")
    assert running.get("/api/variants/dobutsu/values").status_code == 404
    assert running.get(SOLVED).json()["ready"] is False


def test_only_small_games_can_be_solved(running: TestClient[Any]) -> None:
    assert running.get("/api/variants/dobutsu").json()["solvable"] is True
    for name in ("minishogi", "goro-goro", "chu"):
        assert running.get(f"/api/variants/{name}").json()["solvable"] is False
        assert running.get(f"/api/variants/{name}/solved").status_code == 404
        assert Guest(running).post(f"/api/variants/{name}/solve", {}).status_code == 404


def test_a_stopped_job_is_continued(
    running: TestClient[Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stopped_by_the_first_report(task: solved.SolveTask, progress: object) -> None:
        task.stop()
        raise solved._Stopped

    guest = Guest(running)
    with monkeypatch.context() as patched:
        patched.setattr(solved.SolveTask, "_on_progress", stopped_by_the_first_report)
        job = solve_on_the_page(guest)
    assert job["error"] is None
    state = guest.get(SOLVED).json()
    assert (state["ready"], state["begun"]) == (False, True)
    assert (tmp_path / "solved" / "dobutsu.state").exists()
    solve_on_the_page(guest)
    state = guest.get(SOLVED).json()
    assert (state["ready"], state["begun"]) == (True, False)


def test_the_page_stops_its_job(running: TestClient[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    def until_stopped(task: solved.SolveTask) -> None:
        deadline = time.monotonic() + PATIENCE_S
        while not task._stopped:
            assert time.monotonic() < deadline
            time.sleep(0.01)

    monkeypatch.setattr(solved.SolveTask, "run", until_stopped)
    guest, other = Guest(running), Guest(running)
    job = guest.post("/api/variants/dobutsu/solve", {}).json()
    assert guest.get(SOLVED).json()["job"]["id"] == job["id"]
    again = guest.post("/api/variants/dobutsu/solve", {})
    assert (again.status_code, again.json()["id"]) == (200, job["id"])
    assert other.get(SOLVED).json()["job"] is None
    assert other.post("/api/variants/dobutsu/solve/stop", {}).status_code == 404
    stopped = guest.post("/api/variants/dobutsu/solve/stop", {}).json()
    assert stopped["stopped"] is True


def test_a_public_server_makes_no_tables(server: Server) -> None:
    with server(limits=UNLIMITED, host_names=("shogi.example",)) as client:
        guest = Guest(client)
        assert guest.get(SOLVED).json()["allowed"] is False
        assert code(guest.post("/api/variants/dobutsu/solve", {})) == "invalid"


def test_a_failure_to_write_the_table_is_reported(running: TestClient[Any], tmp_path: Path) -> None:
    (tmp_path / "solved").write_text("no folder")
    job = solve_on_the_page(Guest(running))
    assert "cannot be written" in job["error"]["en"]


@pytest.mark.parametrize("level", [15])
def test_the_highest_level_plays_by_the_table(running: TestClient[Any], tmp_path: Path, level: int) -> None:
    variant = Variant.named("dobutsu")
    table = solve(variant, tmp_path / "solved")
    guest = Guest(running)
    game_id = guest.begin(variant="dobutsu", impasse="none", side="black", level=level, engine="good")
    with guest.open(game_id) as page:
        board = Board(variant)
        while page.game["status"] == "playing":
            if page.game["position"]["turn"] == "black":
                assert page.ask("move", usi=page.game["position"]["legal"][0])["type"] == "done"
            else:
                page.receive()
        for usi in page.usi:
            if board.turn.key == "white" and (values := table.moves(board)):
                assert values[usi] == next(iter(values.values()))
            board.push_usi(usi)
    assert len(page.usi) >= 2
