"""The settings of a stream: how games are played, how the network is trained, and how it is tested."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import Any, Final

from komadai.errors import RangeError
from komadai.training.features import FeatureSet
from komadai.training.float_network import Shape
from komadai.training.generation.settings import GenerationSettings
from komadai.training.loss import Loss

SCORE_SCALE: Final = 520.0
"""The win rate's scale of scores and of the network's values, in centipawns."""
_RESULT_WEIGHTS: Final = (0.2, 0.5)
"""The weight of the result in the target, in the first and in the last step."""
_ROUNDED: Final = 0.1
"""The share of the steps, the last ones, in which the weights are rounded as in the quantized network."""
_FULL_RATE_STEPS: Final = 2_000
"""Steps with the full rate; after n times as many it has fallen by the square root of n."""
_WARM_UP_STEPS: Final = 100
"""Steps in which the rate rises, at the beginning and when Adam's means are lost."""


@dataclass(frozen=True, kw_only=True)
class StreamSettings:
    """Raises RangeError for a number out of range."""

    seed: int = 1
    width: int = 128
    """The width of the network: K+P, mirrored, without buckets."""
    steps: int = 50_000
    """The stream ends after this number of steps."""
    batch_size: int = 16_384
    rate: float = 1e-3
    """The largest learning rate."""
    nodes: tuple[int, int] = (300, 600)
    """Nodes of a move: each side of a game has a mean between these, and its moves a quarter more or less."""
    window: int = 20_000_000
    """The positions of the window; the oldest leave it."""
    first_positions: int = 200_000
    """The training begins with this number of positions."""
    reuse: float = 6.0
    """How often a position is used on average."""
    gate_steps: int = 2_000
    """Steps between two gates: the matches of a network."""
    gate_nodes: int = 20_000
    """Nodes of a move in these matches."""
    gate_games: tuple[int, int] = (200, 100)
    """Games against the built-in evaluation, and against the network of the gate before."""
    gate_limit: int = 800
    """The most games against the built-in evaluation, while the test is not decided."""

    def __post_init__(self) -> None:
        limits = {
            "seed": (0, 2**63 - 1),
            "steps": (1, 10**9),
            "batch_size": (1, 1 << 20),
            "rate": (0, 1),
            "window": (1_000, 1 << 31),
            "first_positions": (1, 1 << 31),
            "reuse": (0.01, 1_000),
            "gate_steps": (1, 10**9),
            "gate_nodes": (1, 10**9),
        }
        for name, (low, high) in limits.items():
            if not low <= getattr(self, name) <= high:
                raise RangeError(f"{name}: expected {low} to {high}, got {getattr(self, name)}")
        if not 1 <= self.nodes[0] <= self.nodes[1]:
            raise RangeError(f"nodes: expected two numbers, the smaller one first, got {self.nodes}")
        Shape(self.shape.features, self.width)

    @property
    def shape(self) -> Shape:
        """The shape of the network."""
        return Shape(FeatureSet(mirrored=True), self.width)

    @property
    def play(self) -> GenerationSettings:
        """How games begin and end."""
        return GenerationSettings(seed=self.seed)

    def identity(self) -> dict[str, Any]:
        """The settings that cannot change in a folder, as values for JSON."""
        return {"komadai_stream": 1, "seed": self.seed, "width": self.width, "window": self.window}

    def rate_at(self, step: int, since_start: int) -> float:
        """The learning rate of a step, from 1; ``since_start``: steps since Adam's means were 0, from 1."""
        falling = self.rate / sqrt(max(1.0, step / _FULL_RATE_STEPS))
        return falling * min(1.0, since_start / _WARM_UP_STEPS)

    def loss_at(self, step: int) -> Loss:
        """The loss of a step, from 1."""
        first, last = _RESULT_WEIGHTS
        weight = first + (last - first) * min(1.0, step / self.steps)
        return Loss(result_weight=weight, score_scale=SCORE_SCALE)

    def rounded_at(self, step: int) -> bool:
        """Whether the weights are rounded in this step, from 1."""
        return step > (1 - _ROUNDED) * self.steps
