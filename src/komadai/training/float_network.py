"""Networks of floats, which are trained, and their quantization.

The activations are clipped to 0…1, where a quantized network clips to 0…127, and an output of 1.0 is 600
centipawns. All parameters lie in one array, which :meth:`FloatNetwork.parts` takes apart.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import prod, sqrt
from typing import Any, Final

from komadai._core import MAX_INPUTS, network_parameter_offsets
from komadai.errors import RangeError
from komadai.extras import extra
from komadai.training.features import FeatureSet
from komadai.training.network_file import (
    DEFAULT_SCALE,
    HIDDEN,
    MAX_ACTIVATION,
    WEIGHT_SHIFT,
    Network,
)

with extra("train"):
    import numpy as np
    from numpy.typing import NDArray

Floats = NDArray[np.float32]

OUTPUT_CENTIPAWNS: Final = 600
"""The centipawns of an output of 1.0."""

# What a weight of 1.0 is in the quantized network.
_ACCUMULATOR_UNIT: Final = MAX_ACTIVATION
_LAYER_UNIT: Final = 1 << WEIGHT_SHIFT
_OUTPUT_UNIT: Final = OUTPUT_CENTIPAWNS * DEFAULT_SCALE / MAX_ACTIVATION

_HIDDEN_BIAS_UNIT: Final = _LAYER_UNIT * MAX_ACTIVATION
_ROUNDING: Final = _LAYER_UNIT // 2
"""Added to the quantized biases of the two layers: the shift after them rounds down, and this makes it round
to the nearest number."""

_INT8: Final = 127
_INT32: Final = (1 << 31) - 1
_LARGEST_TERM: Final = 32767 // (MAX_INPUTS + 1)
"""The largest weight or bias of an accumulator, so that no sum of it and all inputs overflows an int16."""


@dataclass(frozen=True)
class Limits:
    """The largest absolute values of weights that can be quantized without clipping."""

    accumulator: float = _LARGEST_TERM / _ACCUMULATOR_UNIT
    layer: float = _INT8 / _LAYER_UNIT
    output: float = _INT8 / _OUTPUT_UNIT


LIMITS: Final = Limits()


@dataclass(frozen=True)
class Shape:
    """The shape of a network. ``factorised``: buckets have weights that all share, besides their own.

    ``width`` is a multiple of 32 from 32 to 1024. Raises RangeError.
    """

    features: FeatureSet
    width: int
    factorised: bool = False

    def __post_init__(self) -> None:
        self.offsets()

    def offsets(self) -> dict[str, int]:
        """The offsets of the parts in the array of parameters, and ``end``, its length."""
        return network_parameter_offsets(
            bucket_inputs=self.features.bucket_inputs,
            buckets=self.features.buckets,
            width=self.width,
            factorised=self.factorised,
        )

    def __str__(self) -> str:
        return f"{self.features}, {self.width} wide" + (", factorised" if self.factorised else "")

    def rounded(self, parameters: Floats) -> Floats:
        """A copy of the parameters in which the weights are those of the quantized network.

        The weights of inputs stay exact if they are factorised, since their sums are rounded.
        """
        network = FloatNetwork(self, parameters.copy())
        parts = network.parts()
        units = {"first": _LAYER_UNIT, "second": _LAYER_UNIT, "output": _OUTPUT_UNIT}
        if not self.factorised:
            units["weights"] = units["bias"] = _ACCUMULATOR_UNIT
        for name, unit in units.items():
            parts[name][:] = np.rint(parts[name] * np.float32(unit)) / np.float32(unit)
        return network.parameters

    def to_dict(self) -> dict[str, Any]:
        """The shape as values for :mod:`json`."""
        return {
            "features": self.features.to_dict(),
            "width": self.width,
            "factorised": self.factorised,
        }

    @staticmethod
    def from_dict(values: dict[str, Any]) -> Shape:
        """The shape that :meth:`to_dict` wrote."""
        return Shape(FeatureSet.from_dict(values["features"]), values["width"], values["factorised"])

    def part_shapes(self) -> dict[str, tuple[int, ...]]:
        """The parts in their order, as :meth:`FloatNetwork.parts` has them."""
        return {
            "bias": (self.width,),
            "weights": (self.features.inputs, self.width),
            "shared": (self.features.bucket_inputs if self.factorised else 0, self.width),
            "first_bias": (HIDDEN,),
            "first": (HIDDEN, 2 * self.width),
            "second_bias": (HIDDEN,),
            "second": (HIDDEN, HIDDEN),
            "output": (HIDDEN,),
            "output_bias": (1,),
        }


@dataclass(frozen=True)
class Quantization:
    """A quantized network, and the number of weights of each part that had to be clipped to its range."""

    network: Network
    clipped: dict[str, int]


@dataclass(frozen=True)
class QuantizationError:
    """By how many centipawns the values of the quantized network differ from those of the float network."""

    mean: float
    """The mean of the absolute differences."""
    largest: float


@dataclass(frozen=True)
class FloatNetwork:
    """A network of floats: its shape and its parameters (float32, one array)."""

    shape: Shape
    parameters: Floats

    def __post_init__(self) -> None:
        expected = self.shape.offsets()["end"]
        if self.parameters.shape != (expected,) or self.parameters.dtype != np.float32:
            raise RangeError(
                f"parameters: expected {expected} float32, got {self.parameters.dtype} of shape"
                f" {self.parameters.shape}"
            )

    def parts(self) -> dict[str, Floats]:
        """The parts of the parameters, as views: changing them changes the network.

        ``bias[width]``, ``weights[inputs][width]``, ``shared[bucket_inputs][width]``, empty unless
        factorised; ``first_bias[32]``, ``first[32][2 * width]``, ``second_bias[32]``, ``second[32][32]``,
        ``output[32]``, ``output_bias[1]``.
        """
        offsets = self.shape.offsets()
        return {
            name: self.parameters[offsets[name] : offsets[name] + prod(shape)].reshape(shape)
            for name, shape in self.shape.part_shapes().items()
        }

    @staticmethod
    def random(shape: Shape, seed: int) -> FloatNetwork:
        """An untrained network: random weights by the seed, and an output of 0 for every position.

        The biases put the activations in the middle of their range at first.
        """
        network = FloatNetwork(shape, np.zeros(shape.offsets()["end"], np.float32))
        generator = np.random.default_rng(seed)
        parts = network.parts()
        spread = 0.1 / sqrt(MAX_INPUTS)  # an accumulator's sum differs by about 0.1 from its bias
        bucket = generator.normal(0, spread, (shape.features.bucket_inputs, shape.width))
        # All buckets begin with the same weights.
        whole = "shared" if shape.factorised else "weights"
        parts[whole][:] = bucket if shape.factorised else np.tile(bucket, (shape.features.buckets, 1))
        parts["bias"][:] = 0.5
        for name in ("first", "second"):
            weights = parts[name]
            weights[:] = generator.normal(0, 1 / sqrt(weights.shape[1]), weights.shape)
            parts[f"{name}_bias"][:] = 0.5 - 0.5 * weights.sum(axis=1)
        return network

    @staticmethod
    def from_network(network: Network, *, factorised: bool = False) -> FloatNetwork:
        """The float network with the weights of a quantized one, to train it further.

        With ``factorised`` the mean weights of the buckets become the shared weights.
        """
        shape = Shape(network.features, network.width, factorised)
        result = FloatNetwork(shape, np.zeros(shape.offsets()["end"], np.float32))
        parts = result.parts()
        output_unit = OUTPUT_CENTIPAWNS * network.scale / MAX_ACTIVATION
        parts["bias"][:] = network.bias / _ACCUMULATOR_UNIT
        weights = network.weights / _ACCUMULATOR_UNIT
        if factorised:
            of_buckets = weights.reshape(shape.features.buckets, shape.features.bucket_inputs, shape.width)
            parts["shared"][:] = of_buckets.mean(axis=0)
            weights -= np.tile(parts["shared"], (shape.features.buckets, 1))
        parts["weights"][:] = weights
        for name in ("first", "second"):
            parts[f"{name}_bias"][:] = (getattr(network, f"{name}_bias") - _ROUNDING) / _HIDDEN_BIAS_UNIT
            parts[name][:] = getattr(network, name) / _LAYER_UNIT
        parts["output"][:] = network.output / output_unit
        parts["output_bias"][:] = network.output_bias / (output_unit * MAX_ACTIVATION)
        return result

    def quantized(self, description: dict[str, Any] | None = None, corrected: bytes = b"") -> Quantization:
        """The nearest quantized network, and how many weights had to be clipped. ``corrected``: as
        :attr:`Network.corrected`."""
        parts = self.parts()
        weights = parts["weights"].astype(np.float64)
        if self.shape.factorised:
            weights += np.tile(parts["shared"], (self.shape.features.buckets, 1))
        clipped: dict[str, int] = {}

        def rounded(
            name: str, values: NDArray[Any], unit: float, limit: int, added: int = 0
        ) -> NDArray[np.int64]:
            numbers = np.rint(values.astype(np.float64) * unit) + added
            clipped[name] = int(np.count_nonzero(np.abs(numbers) > limit))
            result: NDArray[np.int64] = np.clip(numbers, -limit, limit).astype(np.int64)
            return result

        def rounded_layer(name: str) -> tuple[NDArray[np.int32], NDArray[np.int8]]:
            bias = rounded(f"{name}_bias", parts[f"{name}_bias"], _HIDDEN_BIAS_UNIT, _INT32, _ROUNDING)
            layer = rounded(name, parts[name], _LAYER_UNIT, _INT8)
            return bias.astype(np.int32), layer.astype(np.int8)

        bias = rounded("bias", parts["bias"], _ACCUMULATOR_UNIT, _LARGEST_TERM)
        input_weights = rounded("weights", weights, _ACCUMULATOR_UNIT, _LARGEST_TERM)
        first_bias, first = rounded_layer("first")
        second_bias, second = rounded_layer("second")
        output_bias = rounded("output_bias", parts["output_bias"], _OUTPUT_UNIT * MAX_ACTIVATION, _INT32)
        output = rounded("output", parts["output"], _OUTPUT_UNIT, _INT8)
        network = Network(
            self.shape.features,
            bias.astype(np.int16),
            input_weights.astype(np.int16),
            first_bias,
            first,
            second_bias,
            second,
            int(output_bias[0]),
            output.astype(np.int8),
            DEFAULT_SCALE,
            description or {},
            corrected,
        )
        return Quantization(network, clipped)


def quantization_error(
    network: Network, inputs: NDArray[np.uint32], float_outputs: Floats
) -> QuantizationError:
    """Compares a quantized network with the outputs [positions] of the float network for these inputs."""
    values = network.values(inputs)
    difference = np.abs(values - float(OUTPUT_CENTIPAWNS) * float_outputs.astype(np.float64))
    return QuantizationError(float(difference.mean()), float(difference.max()))
