"""Reviews on a Ray cluster: the same result as on one machine, also if a machine is lost.

The tests use a replacement for Ray. The last one starts a real cluster where Ray is installed.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from functools import cache
from importlib.util import find_spec
from typing import Any

import pytest

from komadai import EngineError, kifu
from komadai.errors import ArgumentTypeError, MissingPackageError
from komadai.match.cluster import ClusterError
from komadai.study import Review, Reviewer, review
from komadai.study.game_review import cluster as review_cluster
from komadai.study.game_review.cluster import ClusterEvaluators
from tests import processes
from tests.match.ray_replacement import RayReplacement

GAME = "startpos moves 7g7f 3c3d 2g2f 8c8d 2f2e 8d8e 2e2d 2c2d 2h2d 4a3b 2d2c+"
"""Black gives the rook away with the last move."""
NODES = 1_000


@cache
def on_one_machine() -> Review:
    return review(kifu.read(GAME), nodes=NODES)


@pytest.fixture
def ray(monkeypatch: pytest.MonkeyPatch) -> Iterator[RayReplacement]:
    replacement = RayReplacement()
    monkeypatch.setitem(sys.modules, "ray", replacement)
    yield replacement
    replacement.join()
    # The engines of real actors end with their processes; these actors are threads of the test.
    processes.left_by("tests/study/game_review/test_cluster.py")


def test_a_review_on_a_cluster_is_the_same_review(ray: RayReplacement) -> None:
    calls: list[tuple[int, int]] = []
    found = review(kifu.read(GAME), nodes=NODES, cluster="auto", progress=lambda *call: calls.append(call))
    assert found == on_one_machine()
    assert calls[-1][0] == calls[-1][1] > 12, "the moves that are compared once more count, too"
    assert len(ray.handles) == 2, "one for each core"
    assert ray.address == "", "disconnected"


def test_a_machine_that_is_lost_changes_nothing(ray: RayReplacement) -> None:
    def lose_one(done: int, total: int) -> None:
        if done == 3:
            ray.handles[0].die()

    found = review(kifu.read(GAME), nodes=NODES, cluster="auto", progress=lose_one)
    assert found == on_one_machine()
    assert len(ray.handles) == 3, "another one took its place"


def test_several_reviews_share_the_machines(ray: RayReplacement) -> None:
    with ClusterEvaluators("auto", NODES) as evaluators:
        assert ray.handles == [], "nothing is begun before there is work"
        for _ in range(2):
            assert review(kifu.read(GAME), nodes=NODES, cluster=evaluators) == on_one_machine()
        assert (ray.address, len(ray.handles)) == ("auto", 2)
    assert ray.address == ""


def test_another_thread_can_stop_a_review_on_a_cluster(ray: RayReplacement) -> None:
    reviewer = Reviewer(kifu.read(GAME), nodes=NODES, cluster="auto")
    found = reviewer.run(lambda done, total: reviewer.stop() if done == 4 else None)
    assert not found.complete
    assert len(found.moves) < 11
    assert ray.address == ""


def test_machines_with_different_engines_are_an_error(
    ray: RayReplacement, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Every actor has its own thread.
    monkeypatch.setattr(review_cluster, "engine_signature", lambda _: f"version {threading.get_ident()}")
    with pytest.raises(EngineError, match=r"different engines: .*version \d+.* and .*version \d+"):
        review(kifu.read(GAME), nodes=NODES, cluster="auto")


def test_an_engine_that_does_not_start_is_an_error(ray: RayReplacement) -> None:
    with pytest.raises(EngineError):
        review(kifu.read(GAME), nodes=NODES, engine=["no-such-engine"], cluster="auto")


def test_a_cluster_that_cannot_be_used_is_an_error(
    ray: RayReplacement, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(ClusterError, match="nowhere:1"):
        review(kifu.read(GAME), nodes=NODES, cluster="nowhere:1")
    wrong: Any = 8265
    with pytest.raises(ArgumentTypeError, match="cluster"):
        review(kifu.read(GAME), nodes=NODES, cluster=wrong)
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(MissingPackageError, match=r"komadai\[cluster\]"):
        review(kifu.read(GAME), nodes=NODES, cluster="auto")


REAL = """
import json, os, signal, sys
from komadai import kifu
from komadai.study import review
from komadai.study.game_review.cluster import ClusterEvaluators

game, nodes = sys.argv[1], int(sys.argv[2])
killed = []
with ClusterEvaluators("local", nodes, count=2) as evaluators:
    def kill_one(done, total):
        if done == 3:
            killed.append(evaluators.pids()[0])
            os.kill(killed[0], signal.SIGKILL)

    found = review(kifu.read(game), nodes=nodes, cluster=evaluators, progress=kill_one)
    print(json.dumps([len(killed), killed[0] in evaluators.pids(), found.to_json()]), flush=True)
"""


@pytest.mark.slow
@pytest.mark.timeout(300)
@pytest.mark.skipif(find_spec("ray") is None, reason="Ray (komadai[cluster]) is not installed")
def test_a_killed_worker_of_a_real_cluster_changes_nothing() -> None:
    # In a separate process, because Ray prints warnings and does not end its threads.
    done = subprocess.run(
        [sys.executable, "-c", REAL, GAME, str(NODES)],
        capture_output=True,
        text=True,
        timeout=280,
        env={**os.environ, "RAY_raylet_start_wait_time_s": "90"},
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout.splitlines()[-1]) == [1, False, on_one_machine().to_json()]
