"""A step of training once more: slow, in NumPy and float64, sharing nothing with the native step."""

from __future__ import annotations

from dataclasses import dataclass
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from komadai.training.float_network import Shape
from komadai.training.loss import Loss
from komadai.training.psv_files import Batch

Array = NDArray[np.float64]

ACCUMULATOR_LIMIT = (32767 // 41) / 127
LAYER_LIMIT = 127 / 64
OUTPUT_LIMIT = 127 / (600 * 16 / 127)


def parts_of(shape: Shape, parameters: Array) -> dict[str, Array]:
    parts, at = {}, 0
    for name, part_shape in shape.part_shapes().items():
        parts[name] = parameters[at : at + prod(part_shape)].reshape(part_shape)
        at += prod(part_shape)
    assert at == len(parameters)
    return parts


def inputs_matrix(shape: Shape, batch: Batch) -> Array:
    """[positions][2][inputs]: how often each input is on."""
    matrix = np.zeros((len(batch), 2, shape.features.inputs))
    for position, sides in enumerate(batch.inputs):
        for side, inputs in enumerate(sides):
            for number in inputs:
                if number != 0xFFFFFFFF:
                    matrix[position, side, number] += 1
    return matrix


def sigmoid(x: NDArray[Any]) -> Array:
    return np.asarray(1 / (1 + np.exp(-x.astype(np.float64))))


def loss_and_gradient(shape: Shape, parameters: Array, batch: Batch, loss: Loss) -> tuple[float, Array]:
    """The mean loss and its gradient by all parameters."""
    p = parts_of(shape, parameters)
    on = inputs_matrix(shape, batch)
    weights = p["weights"].copy()
    if shape.factorised:
        weights += np.tile(p["shared"], (shape.features.buckets, 1))
    sums = on @ weights + p["bias"]
    x = np.clip(sums, 0, 1).reshape(len(batch), -1)
    first_sums = x @ p["first"].T + p["first_bias"]
    first = np.clip(first_sums, 0, 1)
    second_sums = first @ p["second"].T + p["second_bias"]
    second = np.clip(second_sums, 0, 1)
    unit = 600 / loss.value_scale
    z = (second @ p["output"] + p["output_bias"]) * unit + batch.offsets / loss.value_scale
    win = sigmoid(z)
    target = (1 - loss.result_weight) * sigmoid(batch.scores / loss.score_scale)
    target = target + loss.result_weight * batch.results
    if loss.exponent:
        losses = np.abs(win - target) ** loss.exponent
        slope = loss.exponent * np.abs(win - target) ** (loss.exponent - 1)
        slope = slope * np.sign(win - target) * win * (1 - win)
    else:
        losses = -target * np.log(win) - (1 - target) * np.log(1 - win)
        slope = win - target

    gradient = np.zeros_like(parameters)
    g = parts_of(shape, gradient)
    d = slope * unit / len(batch)
    g["output"][:] = d @ second
    g["output_bias"][:] = d.sum()
    d2 = np.outer(d, p["output"]) * ((second_sums > 0) & (second_sums < 1))
    g["second"][:] = d2.T @ first
    g["second_bias"][:] = d2.sum(axis=0)
    d1 = (d2 @ p["second"]) * ((first_sums > 0) & (first_sums < 1))
    g["first"][:] = d1.T @ x
    g["first_bias"][:] = d1.sum(axis=0)
    dx = (d1 @ p["first"]).reshape(sums.shape) * ((sums > 0) & (sums < 1))
    g["bias"][:] = dx.sum(axis=(0, 1))
    g["weights"][:] = np.einsum("psi,psw->iw", on, dx)
    if shape.factorised:
        g["shared"][:] = g["weights"].reshape(shape.features.buckets, -1, shape.width).sum(axis=0)
    return float(losses.mean()), gradient


@dataclass
class NumpyStep:
    """Parameters with Adam's means of gradients and squares."""

    shape: Shape
    parameters: Array
    loss: Loss

    def __post_init__(self) -> None:
        self.mean = np.zeros_like(self.parameters)
        self.square = np.zeros_like(self.parameters)
        self.steps = 0

    def step(self, batch: Batch, rate: float) -> float:
        loss, gradient = loss_and_gradient(self.shape, self.parameters, batch, self.loss)
        self.steps += 1
        self.mean = 0.9 * self.mean + 0.1 * gradient
        self.square = 0.999 * self.square + 0.001 * gradient**2
        mean = self.mean / (1 - 0.9**self.steps)
        square = self.square / (1 - 0.999**self.steps)
        self.parameters = self.parameters - rate * mean / (np.sqrt(square) + 1e-8)
        half = 0.5 if self.shape.factorised else 1
        parts = parts_of(self.shape, self.parameters)
        for name, limit in (
            ("bias", ACCUMULATOR_LIMIT),
            ("weights", ACCUMULATOR_LIMIT * half),
            ("shared", ACCUMULATOR_LIMIT * half),
            ("first", LAYER_LIMIT),
            ("second", LAYER_LIMIT),
            ("output", OUTPUT_LIMIT),
        ):
            np.clip(parts[name], -limit, limit, out=parts[name])
        return loss
