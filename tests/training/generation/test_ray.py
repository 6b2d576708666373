"""Self-play on a Ray cluster of this machine. Skipped where Ray is not installed."""

from __future__ import annotations

import os
import signal
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from komadai.training.generation.generate import Target, generate
from komadai.training.generation.settings import GenerationSettings
from tests.training.inline_workers import inline

SETTINGS = GenerationSettings(seed=3, nodes=60, max_plies=60)


@pytest.mark.skipif(find_spec("ray") is None, reason="needs Ray")
@pytest.mark.timeout(300)
@pytest.mark.filterwarnings("ignore")
def test_a_killed_worker_of_a_cluster_loses_no_game(tmp_path: Path) -> None:
    from komadai.match.cluster import Cluster

    made: list[Any] = []
    killed: list[int] = []

    def make(player: Any) -> Any:
        made.append(Cluster("local").workers(2, 1, player))
        return made[0]

    def kill_one(progress: Any) -> None:
        if not killed and progress.played >= 2:
            killed.append(made[0].pids()[0])
            os.kill(killed[0], signal.SIGKILL)

    cluster, alone = tmp_path / "cluster", tmp_path / "alone"
    lost: list[int] = []

    def on_progress(progress: Any) -> None:
        kill_one(progress)
        lost.append(progress.lost_workers)

    report = generate(cluster, SETTINGS, Target(games=40), make, on_progress=on_progress)
    assert killed
    assert lost[-1] == 1
    assert report == generate(alone, SETTINGS, Target(games=40), inline())
    name = "positions.psv"
    assert (cluster / name).read_bytes() == (alone / name).read_bytes()
