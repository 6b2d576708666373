"""``komadai train stream``, as a person calls it: it goes on after a kill and after Ctrl-C."""

from __future__ import annotations

import signal
import sys
from pathlib import Path

import pytest

from komadai.cli.main import run
from tests import processes

SMALL = (
    "--processes", "1", "--nodes", "10", "20", "--window", "4000", "--first-positions", "200",
    "--batch-size", "32", "--width", "32", "--reuse", "2", "--gate-steps", "10", "--gate-nodes", "20",
    "--gate-games", "2", "2", "--nice", "0",
)  # fmt: skip


def command(folder: Path) -> tuple[str, ...]:
    return (sys.executable, "-m", "komadai", "train", "stream", str(folder), *SMALL)


def test_a_stream_runs_to_its_last_step_and_reports(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["train", "stream", str(tmp_path / "stream"), *SMALL]
    assert run([*words, "--steps", "5"]) == 0
    assert capsys.readouterr().out == "5 steps\n"
    pytest.importorskip("matplotlib")
    assert run(["train", "stream", str(tmp_path / "stream"), "--report"]) == 0
    assert (tmp_path / "stream" / "report.html").exists()
    assert run([*words, "--width", "64"]) == 2
    assert "width: 32 in the checkpoint, 64 expected" in capsys.readouterr().err
    other = ["train", "stream", str(tmp_path / "other"), *SMALL]
    assert run([*other, "--start", str(tmp_path / "none.npz")]) != 0
    assert "none.npz" in capsys.readouterr().err
    start = ["--start", str(tmp_path / "stream" / "snapshot.npz")]
    assert run([*other, *start, "--steps", "7"]) == 0
    assert capsys.readouterr().out == "7 steps\n"


def test_ctrl_c_leaves_a_snapshot_and_the_same_command_continues(tmp_path: Path) -> None:
    folder = tmp_path / "stream"
    for _ in range(2):
        with processes.started(command(folder), stdout=-1, stderr=-1) as process:
            processes.until((folder / "window.psv").exists, "a window")
            assert process.stderr is not None
            process.stderr.readline()  # the first progress
            process.send_signal(signal.SIGINT)
            _, errors = process.communicate(timeout=60)
        assert process.returncode == 130
        assert b"interrupted; the same command continues" in errors
        assert b"Traceback" not in errors
        assert (folder / "snapshot.npz").exists()


def test_a_stream_goes_on_after_a_kill(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "stream"
    with processes.started(command(folder), stdout=-1, stderr=-1) as process:
        processes.until((folder / "state.npz").exists, "a state")  # of the first gate
        process.kill()
    assert run(["train", "stream", str(folder), *SMALL, "--steps", "15"]) == 0
    assert capsys.readouterr().out == "15 steps\n"
