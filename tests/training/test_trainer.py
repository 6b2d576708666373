"""Training on files: it learns, it is reproducible, and a resumed training is the same training."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from komadai import PackedPositionError, RangeError
from komadai.training.checkpoint import Checkpoint, CheckpointError
from komadai.training.features import FeatureSet, king_buckets
from komadai.training.float_network import FloatNetwork, Shape
from komadai.training.learning_curve import draw_learning_curve
from komadai.training.loss import Loss
from komadai.training.psv_files import BatchReader, PsvFiles
from komadai.training.trainer import Trainer, TrainingSettings
from komadai.training.training_log import read_log
from tests.training.positions import material_file

SMALL = TrainingSettings(
    shape=Shape(FeatureSet(mirrored=True), 32),
    loss=Loss(0.5, 600.0),
    epochs=3,
    batch_size=128,
    seed=7,
    rate=2e-3,
    validation=0.1,
)


@pytest.fixture
def files(tmp_path: Path) -> PsvFiles:
    return PsvFiles([material_file(tmp_path / "a.psv", 900), material_file(tmp_path / "b.psv", 700, seed=2)])


def trained(files: PsvFiles, folder: Path, settings: TrainingSettings = SMALL, threads: int = 1) -> Trainer:
    folder.mkdir(exist_ok=True)
    trainer = Trainer(files, settings, folder, threads=threads)
    list(trainer.run())
    return trainer


def test_material_is_learned(tmp_path: Path) -> None:
    files = PsvFiles([material_file(tmp_path / "a.psv", 20_000)])
    settings = replace(SMALL, epochs=6, batch_size=256, rate=3e-3)
    trainer = trained(files, tmp_path / "run", settings, threads=2)
    validation = BatchReader(files, settings.shape.features, settings.selection).read(
        np.arange(18_000, 20_000, dtype=np.uint64)
    )
    targets = settings.loss.targets(validation)
    mean = targets.mean()
    constant = -np.mean(targets * np.log(mean) + (1 - targets) * np.log(1 - mean))
    least = -np.mean(
        targets * np.log(targets) + (1 - targets) * np.log(1 - targets)
    )  # of a perfect predictor
    loss = trainer.validation_loss()
    assert loss is not None
    # Of what there is to learn, more than half is learned.
    assert (loss - least) / (constant - least) < 0.5

    quantization, error = trainer.quantized("MIT")
    assert set(quantization.clipped.values()) == {0}
    assert error.mean < 40
    values = quantization.network.values(validation.inputs)
    assert np.corrcoef(values, validation.scores)[0, 1] > 0.8
    description = quantization.network.description
    assert description["licence"] == "MIT"
    assert description["data"]["files"] == ["a.psv"]
    assert description["positions"] == trainer.positions > 50_000
    assert json.loads(json.dumps(description)) == description


def test_the_same_settings_give_the_same_network_on_any_number_of_threads(
    files: PsvFiles, tmp_path: Path
) -> None:
    one = trained(files, tmp_path / "one").network().parameters
    two = trained(files, tmp_path / "two", threads=3).network().parameters
    assert np.array_equal(one, two)
    other = trained(files, tmp_path / "other", replace(SMALL, seed=8)).network().parameters
    assert not np.array_equal(one, other)


@pytest.mark.parametrize("stop", [1, 11, 22, 33])
def test_a_resumed_training_gives_the_network_and_the_log_of_an_uninterrupted_one(
    stop: int, files: PsvFiles, tmp_path: Path
) -> None:
    whole = trained(files, tmp_path / "whole")
    assert whole.steps == 33
    folder = tmp_path / "parts"
    folder.mkdir()
    first = Trainer(files, SMALL, folder, threads=1)
    for progress in first.run():
        if progress.step == stop:
            break
    first.save()
    second = Trainer(files, SMALL, folder, threads=2, resume=True)
    assert second.step_number == stop
    list(second.run())
    assert np.array_equal(second.network().parameters, whole.network().parameters)
    assert read_log(folder) == read_log(tmp_path / "whole")
    assert second.description() == whole.description()


def test_after_a_kill_training_goes_on_from_the_last_checkpoint(files: PsvFiles, tmp_path: Path) -> None:
    whole = trained(files, tmp_path / "whole")
    folder = tmp_path / "killed"
    folder.mkdir()
    for progress in Trainer(files, SMALL, folder, threads=1, checkpoint_steps=10).run():
        if progress.step == 27:  # an epoch, and its entry in the log, after the checkpoint of step 20
            break
    with (folder / "log.jsonl").open("a") as log:
        log.write('{"step": 3')
    resumed = Trainer(files, SMALL, folder, threads=1, resume=True)
    assert resumed.step_number == 20
    assert [entry["step"] for entry in read_log(folder)] == [11, 22]
    list(resumed.run())
    assert np.array_equal(resumed.network().parameters, whole.network().parameters)
    assert read_log(folder) == read_log(tmp_path / "whole")


def test_an_epoch_has_every_training_position_once_and_no_validation_position(tmp_path: Path) -> None:
    files = PsvFiles([material_file(tmp_path / "a.psv", 90), material_file(tmp_path / "b.psv", 70, seed=2)])
    trainer = Trainer(files, replace(SMALL, batch_size=12), tmp_path, threads=1)
    assert (trainer.training_positions, trainer.validation_positions) == (144, 16)
    assert trainer.steps_of_epoch == 12
    validation = {*range(81, 90), *range(153, 160)}
    assert set(trainer._split.validation_records().tolist()) == validation
    epochs = []
    for epoch in range(2):
        records = [int(each) for place in range(12) for each in trainer._training_records(epoch, place)]
        assert sorted(records) == sorted(set(range(160)) - validation)
        epochs.append(records)
    assert epochs[0] != epochs[1]


def test_the_learning_rate_rises_and_falls() -> None:
    settings = replace(SMALL, rate=1.0, warm_up=0.1, final_rate=0.01)
    rates = [settings.rate_at(step, 100) for step in range(1, 101)]
    assert rates[:10] == pytest.approx([0.1 * n for n in range(1, 11)])
    assert rates[9:] == sorted(rates[9:], reverse=True)
    assert rates[-1] == pytest.approx(0.01)
    assert rates[54] == pytest.approx((1 + 0.01) / 2)


def test_the_log_has_the_loss_and_at_each_end_of_an_epoch_the_validation_loss(
    files: PsvFiles, tmp_path: Path
) -> None:
    trainer = trained(files, tmp_path / "run")
    entries = read_log(tmp_path / "run")
    assert [entry["epoch"] for entry in entries] == [1, 2, 3]
    assert entries[-1]["validation_loss"] == trainer.validation_loss()
    assert entries[0]["loss"] > entries[-1]["loss"]
    assert entries[-1]["positions"] == trainer.positions
    draw_learning_curve(entries, tmp_path / "curve.png")
    assert (tmp_path / "curve.png").read_bytes().startswith(b"\x89PNG")


def test_tensorboard_gets_the_entries_of_the_log(files: PsvFiles, tmp_path: Path) -> None:
    pytest.importorskip("tensorboardX", reason="tensorboardX (the tensorboard extra) is not installed")
    trained(files, tmp_path / "run")
    (events,) = (tmp_path / "run" / "events").iterdir()
    # A record is its length (uint64), a checksum of that, the data and a checksum of that.
    data, tags = events.read_bytes(), []
    while data:
        length = int.from_bytes(data[:8], "little")
        record, data = data[12 : 12 + length], data[16 + length :]
        tags += [tag for tag in (b"validation_loss", b"rate", b"loss") if tag in record][:1]
    assert tags == [b"loss", b"validation_loss", b"rate"] * 3


def test_training_can_go_on_from_a_network(files: PsvFiles, tmp_path: Path) -> None:
    network = trained(files, tmp_path / "run").network()
    (tmp_path / "next").mkdir()
    start = FloatNetwork.from_network(network.quantized().network)
    trainer = Trainer(files, replace(SMALL, rate=0.0), tmp_path / "next", start=start, threads=1)
    list(trainer.run())
    assert np.allclose(trainer.network().parameters, start.parameters, atol=1e-6)
    with pytest.raises(
        RangeError,
        match=r"start: expected a network of the shape K\+P, 32 wide, got K\+P \(mirrored\), 32 wide",
    ):
        Trainer(files, replace(SMALL, shape=Shape(FeatureSet(), 32)), tmp_path / "next", start=start)


def test_training_with_rounded_weights_corrects_for_the_quantization(files: PsvFiles, tmp_path: Path) -> None:
    errors = {}
    for rounding in (0.0, 0.5):
        trainer = trained(files, tmp_path / str(rounding), replace(SMALL, epochs=8, rounding=rounding))
        _, error = trainer.quantized()
        errors[rounding] = error.mean
    assert errors[0.5] < errors[0.0] / 2


def test_checkpoints_of_another_training_and_damaged_ones_are_refused(
    files: PsvFiles, tmp_path: Path
) -> None:
    folder = tmp_path / "run"
    trained(files, folder)
    path = folder / "checkpoint.npz"
    with pytest.raises(CheckpointError, match="the checkpoint exists already: resume it or remove it"):
        Trainer(files, SMALL, folder)
    with pytest.raises(
        CheckpointError, match=r"another training \(epochs: 3 in the checkpoint, 4 expected; rate: "
    ):
        Trainer(files, replace(SMALL, epochs=4, rate=0.5), folder, resume=True)
    with pytest.raises(CheckpointError, match=r"another training \(data: "):
        Trainer(PsvFiles(files.paths[:1]), SMALL, folder, resume=True)
    data = path.read_bytes()
    for damaged in (b"", b"PK", data[: len(data) // 2], b"x" * 100, data[:-3000] + bytes(3000)):
        path.write_bytes(damaged)
        with pytest.raises(CheckpointError, match="not a checkpoint of a training, or damaged"):
            Trainer(files, SMALL, folder, resume=True)
    path.unlink()
    assert Trainer(files, SMALL, folder, resume=True).step_number == 0
    with pytest.raises(FileNotFoundError):
        Checkpoint.read(path)


def test_a_damaged_record_ends_the_training_with_its_number(files: PsvFiles, tmp_path: Path) -> None:
    data = bytearray((tmp_path / "b.psv").read_bytes())
    data[40 * 5 + 38] = 9
    (tmp_path / "b.psv").write_bytes(data)
    with pytest.raises(PackedPositionError, match=r"b\.psv: record 5: game_result"):
        trained(PsvFiles(files.paths), tmp_path / "run")


def test_batches_without_a_used_position_change_nothing(files: PsvFiles, tmp_path: Path) -> None:
    settings = replace(SMALL, selection=replace(SMALL.selection, max_score=0), batch_size=2, epochs=1)
    trainer = trained(files, tmp_path / "run", settings)
    assert trainer.step_number == trainer.steps == 720
    assert trainer.positions < 720


@pytest.mark.parametrize("features", [king_buckets(9, mirrored=True)], ids=str)
def test_factorised_buckets_are_trained_and_quantized(
    features: FeatureSet, files: PsvFiles, tmp_path: Path
) -> None:
    shape = Shape(features, 32, factorised=True)
    trainer = trained(files, tmp_path / "run", replace(SMALL, shape=shape))
    quantization, error = trainer.quantized()
    assert quantization.network.features == features
    assert quantization.network.weights.shape == (9 * 1710, 32)
    assert error.mean < 40


def test_settings_out_of_range_are_refused() -> None:
    for name, value in (
        ("epochs", 0),
        ("batch_size", 0),
        ("rate", 2.0),
        ("validation", 0.95),
        ("warm_up", -1),
    ):
        with pytest.raises(RangeError, match=f"{name}: expected a number from"):
            TrainingSettings(**{name: value})  # type: ignore[arg-type]
