"""The step of training with PyTorch, on a CPU or a CUDA device. Needs the ``torch`` extra.

It computes what :class:`komadai.training.step.NativeStep` computes, but the gradient is PyTorch's and sums
are added up in another order, so weights differ in their last digits.
"""

from __future__ import annotations

from typing import Any

from komadai.extras import extra
from komadai.training.float_network import LIMITS, OUTPUT_CENTIPAWNS, Floats, Shape
from komadai.training.loss import Loss
from komadai.training.psv_files import Batch
from komadai.training.step import BETA1, BETA2, EPSILON, StepState

with extra("torch"):
    import numpy as np
    import torch
    from torch.nn import functional


class TorchStep:
    """The step on a device of PyTorch: ``"cpu"``, ``"cuda"``, ``"cuda:1"``."""

    def __init__(self, shape: Shape, state: StepState, loss: Loss, device: str = "cpu") -> None:
        self._shape = shape
        self._loss = loss
        self._device = torch.device(device)
        self._parameters = self._tensor(state.parameters).requires_grad_()
        self._mean = self._tensor(state.mean)
        self._square = self._tensor(state.square)
        self._steps = state.steps
        self._limits = self._tensor(_limits(shape))

    def step(self, batch: Batch, rate: float, *, rounded: bool = False) -> float:
        """As :meth:`komadai.training.step.Step.step`."""
        remainder = self._round() if rounded else None
        values = self._forward(self._inputs(batch)) * OUTPUT_CENTIPAWNS + self._tensor(batch.offsets)
        z = values / self._loss.value_scale
        targets = self._tensor(self._loss.targets(batch).astype(np.float32))
        if self._loss.exponent == 0:
            loss = functional.binary_cross_entropy_with_logits(z, targets)
        else:
            loss = ((torch.sigmoid(z) - targets).abs() ** self._loss.exponent).mean()
        (gradient,) = torch.autograd.grad(loss, self._parameters)
        self._steps += 1
        with torch.no_grad():
            self._mean.mul_(BETA1).add_(gradient, alpha=1 - BETA1)
            self._square.mul_(BETA2).addcmul_(gradient, gradient, value=1 - BETA2)
            root = self._square.sqrt() / (1 - BETA2**self._steps) ** 0.5
            self._parameters -= rate / (1 - BETA1**self._steps) * self._mean / (root + EPSILON)
            self._parameters.clamp_(-self._limits, self._limits)
            if remainder is not None:
                self._parameters += remainder
        return float(loss.detach())

    def outputs(self, batch: Batch, *, rounded: bool = False) -> Floats:
        """As :meth:`komadai.training.step.Step.outputs`."""
        remainder = self._round() if rounded else None
        with torch.no_grad():
            outputs: Floats = self._forward(self._inputs(batch)).cpu().numpy()
            if remainder is not None:
                self._parameters += remainder
        return outputs

    def _round(self) -> Any:
        """Rounds the layers as for the quantized network; returns the exact weights less the rounded ones."""
        with torch.no_grad():
            exact = self._parameters.detach().clone()
            rounded = self._shape.rounded(exact.cpu().numpy())
            self._parameters.copy_(self._tensor(rounded))
            return exact - self._parameters

    def state(self) -> StepState:
        """As :meth:`komadai.training.step.Step.state`."""
        parameters, mean, square = (
            each.detach().cpu().numpy().copy() for each in (self._parameters, self._mean, self._square)
        )
        return StepState(parameters, mean, square, self._steps)

    def _tensor(self, numbers: Floats) -> Any:
        return torch.tensor(numbers, device=self._device)

    def _inputs(self, batch: Batch) -> Any:
        """The inputs [2 * positions][40]; unused places have the number of inputs."""
        inputs = np.minimum(batch.inputs, self._shape.features.inputs).astype(np.int64)
        return torch.from_numpy(inputs.reshape(-1, inputs.shape[2])).to(self._device)

    def _forward(self, inputs: Any) -> Any:
        parts = self._parts()
        weights = parts["weights"]
        if self._shape.factorised:
            weights = weights + parts["shared"].repeat(self._shape.features.buckets, 1)
        # The column of zeros is for places that are not used.
        weights = functional.pad(weights, (0, 0, 0, 1))
        sums = functional.embedding_bag(inputs, weights, mode="sum", padding_idx=self._shape.features.inputs)
        x = (sums + parts["bias"]).clamp(0, 1).reshape(-1, 2 * self._shape.width)
        for name in ("first", "second"):
            x = functional.linear(x, parts[name], parts[f"{name}_bias"]).clamp(0, 1)
        return x @ parts["output"] + parts["output_bias"]

    def _parts(self) -> dict[str, Any]:
        offsets = self._shape.offsets()
        return {
            name: self._parameters[offsets[name] : offsets[name] + int(np.prod(shape))].reshape(shape)
            for name, shape in self._shape.part_shapes().items()
        }


def _limits(shape: Shape) -> Floats:
    """The largest absolute value of each parameter."""
    offsets = shape.offsets()
    limits = np.full(offsets["end"], np.inf, np.float32)
    weight_limit = LIMITS.accumulator / 2 if shape.factorised else LIMITS.accumulator
    for name, limit in (
        ("bias", LIMITS.accumulator),
        ("weights", weight_limit),
        ("shared", weight_limit),
        ("first", LIMITS.layer),
        ("second", LIMITS.layer),
        ("output", LIMITS.output),
    ):
        limits[offsets[name] :][: int(np.prod(shape.part_shapes()[name]))] = limit
    return limits
