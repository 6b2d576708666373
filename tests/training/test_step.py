"""A step of training: its gradient is the slope of the loss, and it is the step of the NumPy reference."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from komadai import RangeError
from komadai._core import NetworkTrainer, built_in_weights
from komadai.training.features import FeatureSet, king_buckets
from komadai.training.float_network import LIMITS, FloatNetwork, Shape
from komadai.training.loss import Loss
from komadai.training.psv_files import Batch, BatchReader, PsvFiles
from komadai.training.step import NativeStep, StepState
from tests.training.numpy_step import NumpyStep, loss_and_gradient
from tests.training.positions import material_file

SHAPES = {
    "K+P": Shape(FeatureSet(), 32),
    "mirrored": Shape(FeatureSet(mirrored=True), 96),
    "buckets": Shape(king_buckets(3, mirrored=True), 32),
    "factorised": Shape(king_buckets(3, mirrored=True), 32, factorised=True),
}
LOSSES = {
    "cross-entropy": Loss(0.4, 500.0),
    "scores": Loss(0.0, 600.0),
    "power": Loss(0.7, 600.0, 2.5),
    "two scales": Loss(0.4, 1200.0, value_scale=950.0),
}


def batch_of(shape: Shape, path: Path, count: int) -> Batch:
    files = PsvFiles([material_file(path / "positions.psv", 1200)])
    reader = BatchReader(files, shape.features, corrected=built_in_weights())
    return reader.read(np.arange(count, dtype=np.uint64))


def network_of(shape: Shape, seed: int = 1) -> FloatNetwork:
    """A network whose output depends on all parts."""
    network = FloatNetwork.random(shape, seed)
    generator = np.random.default_rng(seed)
    network.parts()["output"][:] = generator.normal(0, 0.3, 32)
    if shape.features.buckets > 1:
        network.parts()["weights"][:] += generator.normal(0, 0.02, network.parts()["weights"].shape)
    return network


@pytest.mark.parametrize("loss", LOSSES.values(), ids=LOSSES)
@pytest.mark.parametrize("shape", [SHAPES["K+P"], SHAPES["factorised"]], ids=["K+P", "factorised"])
def test_the_gradient_of_the_reference_is_the_slope_of_its_loss(
    shape: Shape, loss: Loss, tmp_path: Path
) -> None:
    batch = batch_of(shape, tmp_path, 12)
    parameters = network_of(shape).parameters.astype(np.float64)
    generator = np.random.default_rng(3)
    _, gradient = loss_and_gradient(shape, parameters, batch, loss)
    # Along the gradient and along random directions, by central differences.
    for direction in (gradient, *generator.normal(0, 1, (2, len(parameters)))):
        direction = direction / np.linalg.norm(direction) * 1e-5
        above, below = (
            loss_and_gradient(shape, parameters + d, batch, loss)[0] for d in (direction, -direction)
        )
        assert (above - below) / 2 == pytest.approx(float(gradient @ direction), rel=2e-3, abs=1e-12)


@pytest.mark.parametrize("loss", LOSSES.values(), ids=LOSSES)
@pytest.mark.parametrize("shape", SHAPES.values(), ids=SHAPES)
def test_the_native_step_is_that_of_the_reference(shape: Shape, loss: Loss, tmp_path: Path) -> None:
    batch = batch_of(shape, tmp_path, 333)
    network = network_of(shape)
    reference = NumpyStep(shape, network.parameters.astype(np.float64), loss)
    native = NativeStep(shape, StepState.initial(network), loss, threads=2)
    scale = None
    for number in range(4):
        assert native.step(batch, 1e-3) == pytest.approx(reference.step(batch, 1e-3), rel=1e-5)
        state = native.state()
        assert state.steps == number + 1
        # The first means are the gradient times a constant.
        scale = np.abs(reference.mean).max() if scale is None else scale
        assert np.abs(state.mean - reference.mean).max() < 1e-4 * scale
    # Adam divides by the size of the gradient, so that a gradient that is almost 0 has its rounding error
    # made as large as the rate. Compare the parameters whose gradients are not.
    clear = np.sqrt(reference.square) > 1e-4 * np.sqrt(reference.square).max()
    assert clear.sum() > 1000
    assert np.abs(state.parameters - reference.parameters)[clear].max() < 1e-4


@pytest.mark.parametrize("shape", SHAPES.values(), ids=SHAPES)
def test_the_result_does_not_depend_on_the_number_of_threads(shape: Shape, tmp_path: Path) -> None:
    batch = batch_of(shape, tmp_path, 1000)
    states, losses = [], []
    for threads in (1, 2, 5):
        native = NativeStep(shape, StepState.initial(network_of(shape)), LOSSES["power"], threads)
        losses.append([native.step(batch, 1e-3) for _ in range(3)])
        states.append(native.state())
    assert losses[0] == losses[1] == losses[2]
    for state in states[1:]:
        for name in ("parameters", "mean", "square"):
            assert np.array_equal(getattr(state, name), getattr(states[0], name))


def test_outputs_and_loss_agree_with_the_step(tmp_path: Path) -> None:
    shape = SHAPES["mirrored"]
    batch = batch_of(shape, tmp_path, 700)
    for loss in LOSSES.values():
        native = NativeStep(shape, StepState.initial(network_of(shape)), loss)
        outputs = native.outputs(batch)
        assert loss.sum(outputs, batch) / len(batch) == pytest.approx(native.step(batch, 1e-3), rel=1e-5)


def test_weights_stay_within_what_can_be_quantized(tmp_path: Path) -> None:
    shape = SHAPES["factorised"]
    batch = batch_of(shape, tmp_path, 200)
    native = NativeStep(shape, StepState.initial(network_of(shape)), LOSSES["cross-entropy"])
    for _ in range(12):
        native.step(batch, 1.0)
    network = FloatNetwork(shape, native.state().parameters)
    parts = network.parts()
    assert np.abs(parts["first"]).max() == pytest.approx(LIMITS.layer)
    assert np.abs(parts["output"]).max() <= LIMITS.output * 1.000001
    assert np.abs(parts["weights"]).max() == pytest.approx(LIMITS.accumulator / 2)
    assert set(network.quantized().clipped.values()) == {0}


def test_an_untrained_network_has_an_output_of_0(tmp_path: Path) -> None:
    shape = SHAPES["K+P"]
    native = NativeStep(shape, StepState.initial(FloatNetwork.random(shape, 1)), LOSSES["scores"])
    assert not native.outputs(batch_of(shape, tmp_path, 50)).any()
    assert np.array_equal(FloatNetwork.random(shape, 1).parameters, FloatNetwork.random(shape, 1).parameters)
    assert not np.array_equal(
        FloatNetwork.random(shape, 1).parameters, FloatNetwork.random(shape, 2).parameters
    )


def test_wrong_arguments_are_refused(tmp_path: Path) -> None:
    for width in (0, 31, 48, 1056):
        with pytest.raises(RangeError, match="width: expected"):
            Shape(FeatureSet(), width)
    shape = SHAPES["K+P"]
    batch = batch_of(shape, tmp_path, 50)
    native = NativeStep(shape, StepState.initial(network_of(shape)), LOSSES["scores"])
    foreign = Batch(batch.inputs.copy(), batch.scores, batch.results, batch.offsets)
    foreign.inputs[49, 1, 0] = shape.features.inputs
    before = native.state()
    with pytest.raises(IndexError, match="not one of the network's inputs"):
        native.step(foreign, 1e-3)
    with pytest.raises(IndexError, match="not one of the network's inputs"):
        native.outputs(foreign)
    with pytest.raises(RangeError, match="count: expected a number from 1"):
        native.step(Batch(batch.inputs[:0], batch.scores[:0], batch.results[:0], batch.offsets[:0]), 1e-3)
    assert np.array_equal(native.state().parameters, before.parameters)
    assert native.state().steps == 0
    trainer = NetworkTrainer(
        bucket_inputs=1710, buckets=1, width=32, factorised=False, limits=(1, 1, 1), threads=1
    )
    with pytest.raises(RangeError, match="parameters: expected at least"):
        trainer.outputs(
            np.empty(9, np.float32), inputs=batch.inputs, count=1, outputs=np.empty(1, np.float32)
        )
    with pytest.raises(RangeError, match="count: expected a number from 0"):
        trainer.outputs(native.state().parameters, inputs=batch.inputs, count=1 << 62, outputs=batch.scores)
    for wrong in ({"result_weight": 1.5}, {"score_scale": 0.0}, {"exponent": 0.5}, {"value_scale": -1.0}):
        with pytest.raises(RangeError, match=next(iter(wrong))):
            Loss(**wrong)
