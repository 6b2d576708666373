"""Games on a Ray cluster.

Ray is large and not required for the tests, so they use a replacement. The last test starts a real cluster
where Ray is installed.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from importlib.util import find_spec

import pytest

from komadai.errors import EngineUsageError, MissingPackageError
from komadai.match import EngineSpec, GameSide, Match, Settings, TimeLimits
from komadai.match.cluster import Cluster, ClusterError
from tests import processes
from tests.match.engines import SCRIPTED, scripted
from tests.match.ray_replacement import RayReplacement

PACE = TimeLimits.parse("nodes=10")
RESIGNS = GameSide(scripted("resign", "3", name="resigns"), PACE)
PLAYS = GameSide(scripted("none", name="plays"), PACE)


@pytest.fixture
def ray(monkeypatch: pytest.MonkeyPatch) -> RayReplacement:
    stand_in = RayReplacement()
    monkeypatch.setitem(sys.modules, "ray", stand_in)
    return stand_in


def test_a_match_on_a_cluster_is_the_same_match(ray: RayReplacement) -> None:
    cluster = Cluster("auto")
    assert (ray.address, cluster.cores) == ("auto", 2)
    match = Match(Settings(first=PLAYS, second=RESIGNS, games=6), cluster.workers(2, 1))
    assert {result.number for result in match.play()} == set(range(1, 7))
    assert match.tally.wins == 6
    assert len(ray.handles) == 2
    assert ray.address == ""  # disconnected


def test_an_actor_that_dies_loses_only_its_game(ray: RayReplacement) -> None:
    match = Match(Settings(first=PLAYS, second=RESIGNS, games=6), Cluster("auto").workers(2, 1))
    going = match.play()
    numbers = [next(going).number]
    ray.handles[0].die()
    ray.handles[1].die()
    numbers += [result.number for result in going]
    assert sorted(numbers) == [1, 2, 3, 4, 5, 6]
    assert 1 <= match.runner.lost_workers <= 2
    assert match.tally.wins == 6
    # The engines of a real actor end with its process; this replacement runs in the process of the test.
    processes.left_by("tests/match/test_cluster.py")


def test_engines_are_inspected_on_the_cluster(ray: RayReplacement) -> None:
    cluster = Cluster("auto")
    with_threads = EngineSpec("threads", PLAYS.program.command, (("Threads", "4"),))
    assert (cluster.inspect(with_threads).name, cluster.inspect(with_threads).threads) == ("Scripted", 4)
    with pytest.raises(EngineUsageError, match="Nosuch"):
        cluster.inspect(EngineSpec("wrong", PLAYS.program.command, (("Nosuch", "4"),)))


def test_an_option_that_is_refused_ends_the_match_on_a_cluster(ray: RayReplacement) -> None:
    wrong = GameSide(EngineSpec("wrong", PLAYS.program.command, (("Threads", "1000"),)), PACE)
    match = Match(Settings(first=wrong, second=PLAYS, games=4), Cluster("auto").workers(1, 1))
    with pytest.raises(EngineUsageError, match="Threads"):
        list(match.play())


def test_a_missing_or_too_small_cluster_is_an_error(ray: RayReplacement) -> None:
    with pytest.raises(ClusterError, match="nowhere:1"):
        Cluster("nowhere:1")
    with pytest.raises(ClusterError, match="2 cores, a game needs 8"):
        Cluster("auto").workers(1, 8)


def test_without_ray_the_error_names_the_package_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(MissingPackageError, match=r"komadai\[cluster\]"):
        Cluster("auto")


REAL = """
import json, os, signal, sys
from komadai.match import Match, TimeLimits, EngineSpec, GameSide, Settings
from komadai.match.cluster import Cluster

pace = TimeLimits.parse("nodes=10")
program, script = sys.argv[1:]
first = GameSide(EngineSpec("slow", (program, script, "slow")), pace)
second = GameSide(EngineSpec("resigns", (program, script, "resign", "8")), pace)
workers = Cluster("local").workers(2, 1)
match = Match(Settings(first=first, second=second, games=8), workers)
numbers = []
for result in match.play():
    numbers.append(result.number)
    if len(numbers) == 2:
        os.kill(workers.pids()[0], signal.SIGKILL)
print(json.dumps([sorted(numbers), match.runner.lost_workers, match.tally.wins]), flush=True)
"""


@pytest.mark.slow
@pytest.mark.skipif(find_spec("ray") is None, reason="Ray (komadai[cluster]) is not installed")
def test_a_worker_of_a_real_cluster_is_killed_and_loses_only_its_game() -> None:
    # In a separate process, because Ray prints warnings and does not end its threads.
    done = subprocess.run(
        [sys.executable, "-c", REAL, sys.executable, SCRIPTED],
        capture_output=True,
        text=True,
        timeout=110,
        env={**os.environ, "RAY_raylet_start_wait_time_s": "90"},
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout.splitlines()[-1]) == [list(range(1, 9)), 1, 8]
