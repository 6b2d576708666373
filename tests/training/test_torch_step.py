"""The step with PyTorch is the native step, but for the last digits."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from komadai import RangeError
from komadai._core import built_in_weights
from komadai.errors import MissingPackageError
from komadai.training.features import FeatureSet, king_buckets
from komadai.training.float_network import FloatNetwork, Shape
from komadai.training.loss import Loss
from komadai.training.psv_files import BatchReader, PsvFiles
from komadai.training.step import NativeStep, StepState
from komadai.training.trainer import Trainer, TrainingSettings
from tests.training.positions import material_file

SHAPES = [Shape(FeatureSet(mirrored=True), 64), Shape(king_buckets(3, mirrored=True), 32, factorised=True)]


@pytest.mark.parametrize("loss", [Loss(0.5, 600.0), Loss(0.5, 600.0, 2.5)], ids=["cross-entropy", "power"])
@pytest.mark.parametrize("shape", SHAPES, ids=["mirrored", "factorised"])
@pytest.mark.parametrize("device", ["cpu", "cuda"])
def test_both_backends_make_the_same_steps(device: str, shape: Shape, loss: Loss, tmp_path: Path) -> None:
    torch = pytest.importorskip("torch", reason="PyTorch (the torch extra) is not installed")
    if device == "cuda" and not torch.cuda.is_available():
        pytest.skip("no CUDA device")
    from komadai.training.torch_step import TorchStep

    files = PsvFiles([material_file(tmp_path / "a.psv", 3000)])
    reader = BatchReader(files, shape.features, corrected=built_in_weights())
    network = FloatNetwork.random(shape, 1)
    network.parts()["output"][:] = np.random.default_rng(1).normal(0, 0.1, 32)
    state = StepState.initial(network)
    native, other = NativeStep(shape, state, loss), TorchStep(shape, state, loss, device=device)
    for number in range(5):
        batch = reader.read(np.arange(number * 500, number * 500 + 500, dtype=np.uint64))
        assert np.abs(native.outputs(batch) - other.outputs(batch)).max() < 1e-4
        assert native.step(batch, 1e-4) == pytest.approx(other.step(batch, 1e-4), rel=1e-4)
        states = native.state(), other.state()
        assert states[0].steps == states[1].steps == number + 1
        assert np.abs(states[0].parameters - states[1].parameters).max() < 1e-4


def test_a_training_with_torch_learns_like_the_native_one_and_resumes(tmp_path: Path) -> None:
    pytest.importorskip("torch", reason="PyTorch (the torch extra) is not installed")
    files = PsvFiles([material_file(tmp_path / "a.psv", 2000)])
    settings = TrainingSettings(SHAPES[0], Loss(0.5, 600.0), epochs=2, batch_size=200, validation=0.1)
    losses = []
    for backend in ("native", "torch"):
        folder = tmp_path / backend
        folder.mkdir()
        trainer = Trainer(files, settings, folder, backend=backend, threads=1)
        for progress in trainer.run():
            if progress.step == 7:
                break
        trainer.save()
        resumed = Trainer(files, settings, folder, backend=backend, threads=1, resume=True)
        list(resumed.run())
        losses.append(resumed.validation_loss())
    assert losses[0] == pytest.approx(losses[1], rel=1e-3)


def test_devices_that_do_not_exist_are_refused(tmp_path: Path) -> None:
    files = PsvFiles([material_file(tmp_path / "a.psv", 100)])
    with pytest.raises(RangeError, match="device: the native backend has only 'cpu', got 'cuda'"):
        Trainer(files, TrainingSettings(), tmp_path, device="cuda")
    pytest.importorskip("torch", reason="PyTorch (the torch extra) is not installed")
    for device in ("nonsense", "cuda:77"):
        with pytest.raises(RangeError, match=f"device: PyTorch cannot use '{device}'"):
            Trainer(files, TrainingSettings(), tmp_path, backend="torch", device=device)


def test_without_pytorch_the_backend_is_refused_with_the_way_to_get_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setitem(__import__("sys").modules, "torch", None)
    monkeypatch.delitem(__import__("sys").modules, "komadai.training.torch_step", raising=False)
    files = PsvFiles([material_file(tmp_path / "a.psv", 100)])
    with pytest.raises(MissingPackageError, match=r"pip install 'komadai\[torch\]'"):
        Trainer(files, replace(TrainingSettings(), batch_size=10), tmp_path, backend="torch")
