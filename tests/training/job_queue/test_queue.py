"""The queue of jobs, and whole generations: whatever stops them, nothing is lost or done twice."""

from __future__ import annotations

import json
import os
import shutil
import signal
import sys
from pathlib import Path
from typing import Any

import pytest

from komadai.training.job_queue.jobs import Resources, read_job
from komadai.training.job_queue.queue import Queue, QueueError, QueueStopped
from komadai.training.job_queue.settings_table import ConfigError
from komadai.training.network_file import read as read_network
from komadai.training.run import read_config, run
from tests import processes
from tests.training.inline_workers import inline

ROOT = Path(__file__).parents[3]
GENERATE = 'kind = "generate"\ngames = 6\nnodes = 40\nmax_plies = 60\nseed = 5\n'
FIT = (
    'kind = "fit"\ndata = ["data/positions.psv"]\nwidth = 32\nepochs = 2\nbatch_size = 16\nvalidation = 0.1\n'
)
MATCH = 'kind = "match"\nnodes = 10\ngames = 4\n[first]\nevaluation = "fit/network.bin"\n'
SPSA = 'kind = "spsa"\nnodes = 10\ngames = 4\nbatch = 2\nparameters = ["lmr_base"]\n'


def resources(report: Any = lambda text: None, threads: int = 1) -> Resources:
    return Resources(Path(), inline(2), report, threads=threads)


def queue_of(folder: Path, **jobs: str) -> Queue:
    queue = Queue(folder / "queue")
    for name, text in jobs.items():
        path = folder / f"{name}.toml"
        path.write_text(text)
        queue.add(path)
    return queue


def test_jobs_run_in_the_order_in_which_they_were_added(tmp_path: Path) -> None:
    queue = queue_of(tmp_path, data=GENERATE, fit=FIT, match=MATCH, spsa=SPSA)
    seen = []
    assert queue.run(resources(), lambda job: seen.append((job.name, job.state))) == 4
    assert [name for name, state in seen if state == "done"] == ["data", "fit", "match", "spsa"]
    assert {job.name: job.state for job in queue.jobs()} == dict.fromkeys(
        ("data", "fit", "match", "spsa"), "done"
    )
    reports = {job.name: job.report() for job in queue.jobs()}
    assert reports["data"]["games"] == 6
    assert reports["match"]["games"] == reports["spsa"]["games"] == 4
    assert reports["fit"]["steps"] > 0


def test_positions_are_rescored_by_a_job(tmp_path: Path) -> None:
    rescore = 'kind = "rescore"\ndata = "data/positions.psv"\nnodes = 10\nblend = 1\n'
    queue = queue_of(tmp_path, data=GENERATE, scored=rescore)
    queue.run(resources())
    data, scored = (queue.folder / name / "positions.psv" for name in ("data", "scored"))
    assert scored.stat().st_size == data.stat().st_size
    assert scored.read_bytes() != data.read_bytes()


def test_a_fit_goes_on_from_the_network_of_another_with_king_buckets(tmp_path: Path) -> None:
    buckets = FIT + "king_buckets = 3\n"
    queue = queue_of(tmp_path, data=GENERATE, fit=buckets, more=buckets + 'start = "fit/network.bin"\n')
    assert queue.run(resources()) == 3
    network = read_network(queue.folder / "more" / "network.bin")
    assert network.features.buckets == 3
    assert (network.weights != read_network(queue.folder / "fit" / "network.bin").weights).any()


def test_a_finished_job_is_not_run_again(tmp_path: Path) -> None:
    queue = queue_of(tmp_path, data=GENERATE)
    queue.run(resources())
    shutil.rmtree(queue.folder / "data")
    (queue.folder / "data").mkdir()
    (queue.folder / "data" / "done.json").write_text("{}")
    assert queue.run(resources()) == 0
    assert [each.name for each in (queue.folder / "data").iterdir()] == ["done.json"]


def test_a_job_added_meanwhile_is_run(tmp_path: Path) -> None:
    queue = queue_of(tmp_path, data=GENERATE)
    later = tmp_path / "later.toml"
    later.write_text(SPSA)

    def add(job: Any) -> None:
        if job.name == "data" and job.state == "done":
            queue.add(later)

    assert queue.run(resources(), add) == 2


def test_a_job_that_fails_ends_the_queue_and_is_tried_again(tmp_path: Path) -> None:
    queue = queue_of(tmp_path, fit=FIT.replace("data/", "missing/"), data=GENERATE)
    with pytest.raises(QueueError, match=r"job fit: .*missing"):
        queue.run(resources())
    assert [(job.name, job.state) for job in queue.jobs()] == [("fit", "failed"), ("data", "waiting")]
    assert "missing" in queue.jobs()[0].text
    other = Queue(tmp_path / "other")
    other.add(tmp_path / "data.toml")
    other.run(resources())
    shutil.copytree(other.folder / "data", queue.folder / "missing")
    assert queue.run(resources()) == 2


def test_a_stopped_queue_goes_on(tmp_path: Path) -> None:
    whole = queue_of(tmp_path, data=GENERATE, fit=FIT, match=MATCH)
    whole.run(resources())
    parts = Queue(tmp_path / "parts")
    for name in ("data", "fit", "match"):
        parts.add(tmp_path / f"{name}.toml")
    reports = 0

    def stop_soon(text: str) -> None:
        nonlocal reports
        reports += 1
        if reports % 3 == 0:
            assert parts.stop()

    stops = 0
    while True:
        try:
            parts.run(resources(stop_soon))
            break
        except QueueStopped:
            stops += 1
    assert stops > 3
    for mine, other in zip(parts.jobs(), whole.jobs(), strict=True):
        assert mine.report() == other.report()
    for file in ("data/positions.psv", "fit/network.bin"):
        assert (parts.folder / file).read_bytes() == (whole.folder / file).read_bytes()


def test_stopping_needs_a_running_queue(tmp_path: Path) -> None:
    queue = queue_of(tmp_path, data=GENERATE)
    assert not queue.is_running
    assert not queue.stop()
    with queue._locked():
        assert queue.is_running
        with pytest.raises(QueueError, match="another process runs this queue"):
            queue.run(resources())


def test_bad_jobs_are_refused_with_the_key(tmp_path: Path) -> None:
    queue = Queue(tmp_path / "queue")
    path = tmp_path / "job.toml"
    for text, error in (
        ("kind = 1", "kind: expected one of generate, fit"),
        ("kind = ", "Invalid value"),
        ('kind = "generate"\nnode = 1', "unknown key 'node'; expected one of seed, nodes"),
        ('kind = "generate"\nnodes = "1"', r"nodes: expected a whole number, got '1'"),
        ('kind = "generate"\nnodes = 0', "nodes: expected 1 to"),
        ('kind = "fit"', "data"),
        ('kind = "fit"\ndata = "x"', "data: expected a list"),
        ('kind = "match"\nfirst = 1', "first: expected a table"),
        ('kind = "match"\n[first.parameters]\nlmr_base = true', "lmr_base: expected a whole number"),
    ):
        path.write_text(text)
        with pytest.raises((ConfigError, QueueError), match=error):
            queue.add(path)
    path.write_text(GENERATE)
    queue.add(path)
    with pytest.raises(QueueError, match="there is a job job already"):
        queue.add(path)
    with pytest.raises(QueueError, match="expected a name"):
        queue.add(path, "../x")
    assert [job.name for job in queue.jobs()] == ["job"]


def test_numbers_may_be_whole_where_a_fraction_is_expected() -> None:
    job: Any = read_job({"kind": "match", "sprt": [0, 10]}, "job")
    assert job.sprt == (0.0, 10.0)


@pytest.mark.skipif(os.name != "posix", reason="needs SIGKILL")
def test_a_killed_queue_goes_on(tmp_path: Path) -> None:
    whole = queue_of(tmp_path, data=GENERATE, fit=FIT, match=MATCH)
    whole.run(resources())
    parts = Queue(tmp_path / "parts")
    for name in ("data", "fit", "match"):
        parts.add(tmp_path / f"{name}.toml")
    command = (
        sys.executable, "-m", "komadai", "train", "queue", "run", "--queue", str(parts.folder),
        "--processes", "2", "--nice", "0",
    )  # fmt: skip
    marks = ("data/games-00000.bin", "data/done.json", "fit/start.bin", "match/pairs.jsonl")
    for mark in marks:
        with processes.started(command, stdout=-3, stderr=-3) as process:
            processes.until((parts.folder / mark).exists, mark)
            os.killpg(process.pid, signal.SIGKILL)
    with processes.started(command, stdout=-3, stderr=-3) as process:
        assert process.wait(100) == 0
    for mine, other in zip(parts.jobs(), whole.jobs(), strict=True):
        assert mine.report() == other.report()


def test_the_tiny_configuration_learns(tmp_path: Path) -> None:
    """From self-play to a report: the loss falls, and the network beats the one it began as."""
    config = ROOT / "examples" / "tiny_network.toml"
    report = run(config, tmp_path / "run", resources(threads=2))
    log = [json.loads(line) for line in (tmp_path / "run" / "fit" / "log.jsonl").read_text().splitlines()]
    losses = [each["loss"] for each in log if "loss" in each]
    assert losses[-1] < losses[0]
    assert report["match"]["points"] > 0.6 * report["match"]["games"]
    assert report["verify"]["positions"] == 1000
    text = (tmp_path / "run" / "report.md").read_text()
    assert text.startswith("# tiny_network\n")
    again = run(config, tmp_path / "run", resources())
    assert again == report


def test_another_configuration_needs_another_folder(tmp_path: Path) -> None:
    config = tmp_path / "a.toml"
    config.write_text("[generate]\ngames = 2\n[fit]\n[match]\n")
    queue = Queue(tmp_path / "run")
    for name, table in read_config(config).items():
        queue.add_text(json.dumps(table, indent=1) + "\n", name, ".json", "x")
    config.write_text("[generate]\ngames = 3\n[fit]\n[match]\n")
    with pytest.raises(QueueError, match=r"another configuration \(generate\)"):
        run(config, tmp_path / "run", resources())
    config.write_text("[other]\n")
    with pytest.raises(ConfigError, match="expected the tables generate, fit, match, got 'other'"):
        read_config(config)
