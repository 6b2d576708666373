"""``komadai train queue``, ``run`` and ``rescore``, as a person calls them."""

from __future__ import annotations

import json
import signal
import sys
from pathlib import Path

import pytest

from komadai.cli.main import run
from tests import processes

GENERATE = 'kind = "generate"\ngames = 3\nnodes = 20\nmax_plies = 40\n'


def test_jobs_are_added_run_and_listed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    queue = ["--queue", str(tmp_path / "queue")]
    for name in ("one", "two"):
        (tmp_path / f"{name}.toml").write_text(GENERATE)
    files = [str(tmp_path / "one.toml"), str(tmp_path / "two.toml")]
    assert run(["train", "queue", "status", *queue]) == 0
    assert run(["train", "queue", "add", *files, *queue]) == 0
    assert run(["train", "queue", "run", *queue, "--processes", "1", "--nice", "0"]) == 0
    capsys.readouterr()
    assert run(["train", "queue", "status", "--json", *queue]) == 0
    states = {job["name"]: job["state"] for job in json.loads(capsys.readouterr().out)["jobs"]}
    assert states == {"one": "done", "two": "done"}
    assert run(["train", "queue", "add", files[0], *queue]) == 2
    assert "there is a job one already" in capsys.readouterr().err
    assert run(["train", "queue", "stop", *queue]) == 1
    assert "not running" in capsys.readouterr().err


@pytest.mark.parametrize("text", ["kind = ", 'kind = "none"\n', "\xff"])
def test_a_job_that_cannot_be_read_is_failed_work(
    text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    good, bad = tmp_path / "good.toml", tmp_path / "bad.toml"
    good.write_text(GENERATE)
    bad.write_bytes(text.encode("latin-1"))
    assert run(["train", "queue", "add", str(good), str(bad), "--queue", str(tmp_path / "queue")]) == 1
    assert capsys.readouterr().err.startswith(f"komadai: {bad}: ")


def test_a_failing_job_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    job = tmp_path / "fit.toml"
    job.write_text('kind = "fit"\ndata = ["none.psv"]\n')
    queue = ["--queue", str(tmp_path / "queue")]
    assert run(["train", "queue", "add", str(job), *queue]) == 0
    assert run(["train", "queue", "run", *queue, "--nice", "0"]) == 1
    errors = capsys.readouterr().err
    assert "komadai: job fit: " in errors
    assert "Traceback" not in errors
    assert run(["train", "queue", "status", *queue]) == 0
    assert "failed" in capsys.readouterr().out


@pytest.mark.parametrize("how", ["command", "ctrl-c"])
def test_a_running_queue_is_stopped(how: str, tmp_path: Path) -> None:
    folder = tmp_path / "queue"
    job = tmp_path / "long.toml"
    job.write_text(GENERATE.replace("games = 3", "games = 1000000"))
    queue = ["--queue", str(folder)]
    assert run(["train", "queue", "add", str(job), *queue]) == 0
    command = (
        sys.executable,
        "-m",
        "komadai",
        "train",
        "queue",
        "run",
        *queue,
        "--processes",
        "1",
        "--nice",
        "0",
    )
    with processes.started(command, stdout=-1, stderr=-1) as process:
        processes.until((folder / "long" / "games-00000.bin").exists, "a game")
        if how == "command":
            assert run(["train", "queue", "stop", *queue]) == 0
        else:
            process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=60)
    assert process.returncode == 130
    assert b"stopped; the same command continues" in errors
    assert b"Traceback" not in errors


def test_a_run_writes_a_report(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    config = tmp_path / "small.toml"
    config.write_text(
        "[generate]\ngames = 6\nnodes = 20\nmax_plies = 60\n"
        "[fit]\nwidth = 32\nepochs = 1\nbatch_size = 16\n[match]\ngames = 2\nnodes = 10\n"
    )
    words = ["train", "run", str(config), "--data", str(tmp_path / "run"), "--processes", "1", "--nice", "0"]
    assert run([*words, "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert list(report) == ["generate", "fit", "quantize", "verify", "match"]
    assert (tmp_path / "run" / "report.md").exists()
    target = tmp_path / "b.psv"
    data = str(tmp_path / "run" / "generate" / "positions.psv")
    rescore = ["train", "rescore", data, "-o", str(target), "--nodes", "10", "--processes", "1"]
    assert run([*rescore, "--nice", "0"]) == 0
    assert target.stat().st_size == Path(data).stat().st_size
    assert run([*rescore, "--option", "bad"]) == 2
    assert "expected NAME=VALUE" in capsys.readouterr().err
