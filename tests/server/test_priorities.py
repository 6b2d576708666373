"""Live games come before analysis on a small machine: the priorities of the engine processes."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from komadai.engine.program import OURS, EngineProgram
from tests.processes import until
from tests.server.conftest import UNLIMITED, Guest, start_server

pytestmark = pytest.mark.skipif(
    shutil.which("nice") is None or not Path("/proc/self/task").exists(), reason="needs nice and /proc"
)
PLAYS = EngineProgram("plays", OURS.command, levels=True)


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient[Any]]:
    with start_server(tmp_path, limits=UNLIMITED, engines=(OURS, PLAYS)) as running:
        yield running


def engines() -> dict[int, int]:
    """The engine processes of this server, and by how much each gives way to it."""
    own = os.getpriority(os.PRIO_PROCESS, 0)
    found = {}
    for task in Path("/proc/self/task").iterdir():
        for pid in map(int, (task / "children").read_text().split()):
            with suppress(OSError):  # it has ended meanwhile
                words = Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")
                if b"usi" in words and b"nice" not in words[0]:
                    found[pid] = os.getpriority(os.PRIO_PROCESS, pid) - own
    return found


def test_the_engine_of_a_game_has_the_priority_of_the_server(guest: Guest) -> None:
    before = engines().keys()
    with guest.open(guest.begin(engine="plays", level=1)) as page:
        page.ask("move", usi="7g7f")
        page.until(lambda game: len(game["moves"]) == 2)
        found = [give_way for pid, give_way in engines().items() if pid not in before]
    assert found
    assert set(found) == {0}


def test_engines_of_live_analysis_give_way(guest: Guest) -> None:
    before = engines().keys()
    job = guest.post("/api/analysis/jobs", {"engines": ["komadai"]}).json()
    until(lambda: guest.get(f"/api/analysis/jobs/{job['id']}").json()["engines"][0]["lines"], "lines")
    found = [give_way for pid, give_way in engines().items() if pid not in before]
    assert guest.post(f"/api/analysis/jobs/{job['id']}/stop", {}).status_code == 200
    assert found == [10]


def test_engines_of_reviews_give_way(guest: Guest) -> None:
    before = engines().keys()
    nodes: list[dict[str, Any]] = [{}, {"parent": 0, "usi": "7g7f"}, {"parent": 1, "usi": "3c3d"}]
    job = guest.post("/api/reviews/jobs", {"record": {"nodes": nodes}, "nodes": 500_000}).json()
    until(lambda: guest.get(f"/api/reviews/jobs/{job['id']}").json()["done"], "a reviewed move")
    found = [give_way for pid, give_way in engines().items() if pid not in before]
    assert guest.post(f"/api/reviews/jobs/{job['id']}/stop", {}).status_code == 200
    assert found == [5]
