"""A stream plays, learns, tests its networks, and goes on after a kill at any moment."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from komadai import Board
from komadai._core import Search
from komadai.training.checkpoint import Checkpoint, CheckpointError
from komadai.training.float_network import FloatNetwork
from komadai.training.stream.gate import Gate
from komadai.training.stream.settings import StreamSettings
from komadai.training.stream.snapshot import Snapshot, SnapshotError
from komadai.training.stream.stream import Progress, Stream, StreamError
from komadai.training.training_log import read_log
from tests.training.inline_workers import inline
from tests.training.stream.streams import SETTINGS, run


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("finished") / "stream"
    run(folder)
    return folder


def progress_of(folder: Path) -> Progress:
    return Progress(**Checkpoint.read(folder / "state.npz").progress)


def test_a_stream_trains_to_its_last_step(finished: Path) -> None:
    progress = progress_of(finished)
    assert progress.step == SETTINGS.steps
    assert progress.positions == progress.written
    assert progress.games % 32 == 0
    assert [entry["step"] for entry in read_log(finished)] == [SETTINGS.steps]
    assert read_log(finished)[0]["result_weight"] == 0.5


def test_positions_are_not_used_more_often_than_asked(tmp_path: Path) -> None:
    def check(stream: Stream, progress: Progress) -> bool:
        uses = progress.step * SETTINGS.batch_size
        assert uses <= SETTINGS.reuse * progress.written
        assert progress.step == 0 or progress.written >= SETTINGS.first_positions
        return progress.step >= 3

    run(tmp_path, until=check)


def test_networks_play_the_built_in_evaluation_and_the_one_before(finished: Path) -> None:
    matches = progress_of(finished).matches
    first, second, third = matches
    assert [each["against"] for each in matches] == [0, 0, first["step"]]
    assert SETTINGS.gate_steps <= first["step"] < second["step"] == third["step"] == SETTINGS.steps
    assert [each["games"] for each in matches] == [4, 4, 2]
    assert all(each["seconds"] > 0 for each in matches)


def test_the_engine_loads_the_network(finished: Path) -> None:
    search = Search(1)
    search.load_evaluation(str(finished / "networks" / f"{SETTINGS.steps}.net"))
    search.arm()
    move = search.go(Board(), nodes=100)[0]
    assert move is not None


def test_a_network_that_is_ahead_makes_the_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Gate, "is_ahead", property(lambda gate: True))
    tasks = []
    begin = Stream._next_task

    def next_task(stream: Stream) -> object:
        tasks.append(begin(stream))
        return tasks[-1]

    monkeypatch.setattr(Stream, "_next_task", next_task)
    progress = run(tmp_path, replace(SETTINGS, reuse=0.05))
    step = progress.matches[0]["step"]
    assert progress.player == SETTINGS.steps
    evaluations = {getattr(task, "evaluation", None) for _, task in tasks}
    assert {"", str(tmp_path / "networks" / f"{step}.net")} <= evaluations
    assert [path.name for path in (tmp_path / "networks").iterdir()] == [f"{SETTINGS.steps}.net"]


def test_a_stream_goes_on_after_a_kill(tmp_path: Path) -> None:
    copies: list[Path] = []

    def copy(stream: Stream, progress: Progress) -> bool:
        # A kill leaves what is on the disk at this moment.
        if progress.step >= 3 and not copies:
            stream.save()
        if progress.step >= 5 or copies:
            copies.append(tmp_path / f"copy{len(copies)}")
            shutil.copytree(tmp_path / "stream", copies[-1])
        return len(copies) >= 3

    run(tmp_path / "stream", until=copy)
    for folder in copies:
        before = progress_of(folder)
        assert before.step >= 3
        progress = run(folder, until=lambda stream, progress: progress.step >= 9)
        assert progress.step >= 9
        assert progress.positions >= before.positions


def test_the_matches_of_a_gate_go_on_after_a_kill(tmp_path: Path) -> None:
    settings = replace(SETTINGS, gate_games=(12, 2), gate_limit=12)
    killed = tmp_path / "killed"

    def copy(stream: Stream, progress: Progress) -> bool:
        if stream._gate is None or stream._gate.games < 6:
            return False
        shutil.copytree(tmp_path / "stream", killed)
        return True

    run(tmp_path / "stream", settings, copy)
    gate = progress_of(killed).gate
    assert gate >= SETTINGS.gate_steps
    (ledger,) = (killed / "gates").iterdir()
    assert len(ledger.read_text().splitlines()) >= 4
    seen = []

    def until(stream: Stream, progress: Progress) -> bool:
        if stream._gate is not None:
            seen.append(stream._gate.games)
        return bool(progress.matches)

    progress = run(killed, settings, until)
    assert seen[0] >= 6
    assert progress.matches[0]["step"] == gate
    assert progress.matches[0]["games"] == 12


def test_a_snapshot_begins_a_stream_with_an_empty_window(finished: Path, tmp_path: Path) -> None:
    before = progress_of(finished)
    snapshot = Snapshot.read(finished / "snapshot.npz")
    trained = Checkpoint.read(finished / "state.npz").network()
    assert np.allclose(snapshot.network.parameters, trained.parameters, atol=1e-3)
    settings = replace(SETTINGS, steps=20, gate_steps=100)
    folder = tmp_path / "stream"
    progress = run(folder, settings, lambda stream, progress: progress.step >= 14, start=snapshot)
    assert progress.step >= 14
    assert progress.first_step == SETTINGS.steps
    assert progress.games > before.games
    assert progress.positions == before.positions + progress.written
    assert progress.matches == before.matches
    assert read_log(folder)[0] == read_log(finished)[0]
    # Its own state comes first the next time.
    again = run(folder, settings, lambda stream, progress: True, start=snapshot)
    assert again.games > progress.games


def test_a_snapshot_of_the_default_size_is_small(tmp_path: Path) -> None:
    settings = StreamSettings()
    entry = {"step": 123_456, "loss": 0.612_345_678_9, "validation_loss": 0.612_345_678_9, "rate": 1 / 3}
    match = {"step": 123_456, "against": 123_456, "pairs": [20, 20, 20, 20, 20], "elo": 12.3, "seconds": 1e6}
    network = FloatNetwork(
        settings.shape,
        np.random.default_rng(1).normal(0, 0.1, settings.shape.offsets()["end"]).astype(np.float32),
    )
    progress = {"matches": [match] * 50}
    Snapshot(network, {}, progress, [entry | {"step": i} for i in range(3_000)]).write(tmp_path / "file.npz")
    assert (tmp_path / "file.npz").stat().st_size <= 600_000
    log = Snapshot.read(tmp_path / "file.npz").log
    assert len(log) <= 500
    assert log[-1]["step"] == 2_999


def test_errors_name_what_was_expected(finished: Path, tmp_path: Path) -> None:
    with pytest.raises(CheckpointError, match="width: 32 in the checkpoint, 64 expected"):
        Stream(finished, replace(SETTINGS, width=64), inline())
    snapshot = Snapshot.read(finished / "snapshot.npz")
    with pytest.raises(StreamError, match="64 wide, got K\\+P \\(mirrored\\), 32 wide"):
        Stream(tmp_path / "other", replace(SETTINGS, width=64), inline(), start=snapshot)
    with pytest.raises(SnapshotError, match="expected a snapshot of a stream"):
        Snapshot.read(finished / "state.npz")
    stream = Stream(tmp_path / "one", SETTINGS, inline())
    with pytest.raises(StreamError, match="in use by another process"):
        Stream(tmp_path / "one", SETTINGS, inline())
    stream.close()


def test_the_rate_falls_by_a_square_root_and_results_count_more_and_more() -> None:
    settings = StreamSettings()
    assert settings.rate_at(2_000, 2_000) == pytest.approx(1e-3)
    assert settings.rate_at(8_000, 8_000) == pytest.approx(5e-4)
    assert settings.rate_at(8_000, 10) == pytest.approx(5e-5)  # Adam's means have just begun
    assert settings.loss_at(0).result_weight == pytest.approx(0.2)
    assert settings.loss_at(25_000).result_weight == pytest.approx(0.35)
    assert settings.loss_at(50_000).result_weight == pytest.approx(0.5)
    assert not settings.rounded_at(45_000)
    assert settings.rounded_at(45_001)
