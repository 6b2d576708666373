"""A server that is killed at random loses no acknowledged move. `make chaos` has more kills."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "tools"))

from chaos.campaign import STAGES, Campaign, State
from chaos.load import Guest, KnownGame
from chaos.server_process import Server

from tests.amounts import examples
from tests.server.postgresql import Cluster, cluster


@pytest.fixture
def postgresql() -> Iterator[Cluster]:
    with cluster() as running:
        yield running


@pytest.mark.slow
@pytest.mark.timeout(7200)
def test_kills_in_every_stage_lose_no_acknowledged_move_and_leave_no_engine(tmp_path: Path) -> None:
    reported: list[str] = []
    first = Campaign(tmp_path, 1, play_s=1.0, report=reported.append)
    assert first.run_stages(["play", "start", "migration", "play", "shutdown", "play"]).findings == []
    # A campaign goes on where it ended.
    rest = ["start", "play", "migration", "play", "start", "shutdown", "play", "play", "migration", "start"]
    state = Campaign(tmp_path, 1, play_s=1.0, report=reported.append).run_stages(rest * examples(1, 10))
    assert reported == state.findings == []
    if examples(1, 10) == 1:
        assert state.kills == {"play": 7, "start": 4, "migration": 3, "shutdown": 2}
    assert state.acknowledged > 0
    assert state.engines > 0


@pytest.mark.slow
@pytest.mark.timeout(7200)
def test_kills_of_workers_lose_no_acknowledged_move(tmp_path: Path, postgresql: Cluster) -> None:
    campaign = Campaign(tmp_path, 1, database=postgresql.create(), workers=2, play_s=1.0)
    state = campaign.run_stages(["worker"] * examples(4, 40))
    assert state.findings == []
    assert state.kills == {"worker": examples(4, 40)}
    assert state.acknowledged > 0


def test_a_lost_move_is_found(tmp_path: Path) -> None:
    server = Server(tmp_path)
    try:
        url = server.address()
        guest = Guest()
        with guest.client(url) as client:
            game_id = client.post("/api/games", json={"side": "black", "both": True}).json()["id"]
        guest.games[game_id] = KnownGame(against_engine=False)
        assert guest.lost(url) == []
        guest.games[game_id].acknowledged.append("7g7f")
        (wrong,) = guest.lost(url)
        assert game_id in wrong
        guest.games["x" * 12] = KnownGame(against_engine=False, acknowledged=["7g7f"])
        assert any("status 404" in each for each in guest.lost(url))
    finally:
        server.kill()


def test_the_stages_of_a_campaign_depend_on_its_seed_only(tmp_path: Path) -> None:
    chosen: list[Sequence[str]] = []

    class Recorded(Campaign):
        def run_stages(self, stages: Sequence[str]) -> State:
            chosen.append(stages)
            return self.state

    for folder in ("a", "b"):
        Recorded(tmp_path / folder, 7).run(400)
    assert chosen[0] == chosen[1]
    assert set(chosen[0]) == set(STAGES) - {"worker"}, "there is one worker"
