"""A step of training: the loss of a batch, its gradient, and the update of all parameters by Adam.

Two backends make the same step: :class:`NativeStep`, and ``komadai.training.torch_step.TorchStep``. Adam is
the dense one of Kingma and Ba, "Adam: a method for stochastic optimization", 2015: every parameter is
updated in every step, also those of inputs that no position of the batch has. Weights are then clipped to
what can be quantized.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final, Protocol

from komadai._core import NetworkTrainer
from komadai.extras import extra
from komadai.training.float_network import LIMITS, FloatNetwork, Floats, Shape
from komadai.training.loss import Loss
from komadai.training.psv_files import Batch

with extra("train"):
    import numpy as np

BETA1: Final = 0.9
"""The decay of Adam's mean of gradients."""
BETA2: Final = 0.999
"""The decay of Adam's mean of squared gradients."""
EPSILON: Final = 1e-8

_ALIGNMENT: Final = 64


@dataclass(frozen=True)
class StepState:
    """The state that a step changes: the parameters, Adam's means of gradients and squares (float32, in the
    order of :class:`FloatNetwork`), and the number of steps made."""

    parameters: Floats
    mean: Floats
    square: Floats
    steps: int = 0

    @staticmethod
    def initial(network: FloatNetwork) -> StepState:
        """The state before the first step."""
        zeros = np.zeros_like(network.parameters)
        return StepState(network.parameters, zeros, zeros)


class Step(Protocol):
    """A backend: it holds a state and changes it step by step."""

    def step(self, batch: Batch, rate: float, *, rounded: bool = False) -> float:
        """Makes a step with this learning rate on a batch of at least one position.

        With ``rounded`` loss and gradient are those of the network whose weights are rounded as for the
        quantized one; the update is applied to the exact weights (the straight-through estimator of
        Bengio, Léonard and Courville, 2013). Returns the mean loss of the batch before the step.
        """

    def outputs(self, batch: Batch, *, rounded: bool = False) -> Floats:
        """The outputs of the network [positions]; 1.0 is 600 centipawns. ``rounded``: as for :meth:`step`."""

    def state(self) -> StepState:
        """A copy of the state."""


class NativeStep:
    """The step in C++, on ``threads`` threads.

    The result does not depend on the number of threads. It is the same whenever the same build of the library
    makes it; builds for other processors round differently.
    """

    def __init__(self, shape: Shape, state: StepState, loss: Loss, threads: int = 1) -> None:
        self._shape = shape
        self.loss = loss
        """May be replaced between two steps."""
        self._trainer = NetworkTrainer(
            bucket_inputs=shape.features.bucket_inputs,
            buckets=shape.features.buckets,
            width=shape.width,
            factorised=shape.factorised,
            limits=(LIMITS.accumulator, LIMITS.layer, LIMITS.output),
            threads=threads,
        )
        self._state = StepState(
            _aligned(state.parameters), _aligned(state.mean), _aligned(state.square), state.steps
        )

    def step(self, batch: Batch, rate: float, *, rounded: bool = False) -> float:
        """As :meth:`Step.step`."""
        state = replace(self._state, steps=self._state.steps + 1)
        remainder = None
        if rounded:
            exact = state.parameters.copy()
            state.parameters[:] = self._shape.rounded(exact)
            remainder = exact - state.parameters
        mean_loss = self._trainer.step(
            state.parameters,
            state.mean,
            state.square,
            inputs=batch.inputs,
            scores=batch.scores,
            results=batch.results,
            offsets=batch.offsets,
            count=len(batch),
            score_scale=self.loss.score_scale,
            value_scale=self.loss.value_scale,
            result_weight=self.loss.result_weight,
            exponent=self.loss.exponent,
            rate=rate,
            beta1=BETA1,
            beta2=BETA2,
            epsilon=EPSILON,
            number=state.steps,
        )
        if remainder is not None:
            state.parameters[:] += remainder
        self._state = state
        return mean_loss

    def outputs(self, batch: Batch, *, rounded: bool = False) -> Floats:
        """As :meth:`Step.outputs`."""
        outputs = np.empty(len(batch), np.float32)
        parameters = self._state.parameters
        if rounded:
            parameters = _aligned(self._shape.rounded(parameters))
        self._trainer.outputs(parameters, inputs=batch.inputs, count=len(batch), outputs=outputs)
        return outputs

    def state(self) -> StepState:
        """As :meth:`Step.state`."""
        state = self._state
        return StepState(state.parameters.copy(), state.mean.copy(), state.square.copy(), state.steps)


def _aligned(numbers: Floats) -> Floats:
    """A copy that begins at the start of a cache line, which makes a step faster."""
    room = np.empty(len(numbers) + _ALIGNMENT // 4, np.float32)
    start = -room.ctypes.data % _ALIGNMENT // 4
    copy = room[start : start + len(numbers)]
    copy[:] = numbers
    return copy
