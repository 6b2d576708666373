"""The loss that training minimizes: how far the predicted win rates are from what happened.

The prediction is the logistic function of the value / ``value_scale``; the value is that of the network, or
the sum of it and of the evaluation that it corrects. The target is
``(1 - result_weight) * logistic(score / score_scale) + result_weight * result``, for the side to move.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import isfinite
from typing import Final

from komadai.errors import RangeError
from komadai.extras import extra
from komadai.training.float_network import OUTPUT_CENTIPAWNS, Floats
from komadai.training.psv_files import Batch

with extra("train"):
    import numpy as np
    from numpy.typing import NDArray

SCORE_SCALE: Final = 1200.0
"""The scale of the win rate by which the score of a search is a target, in centipawns. It is flatter than the
fitted win rate, because the searches of self-play are short."""


@dataclass(frozen=True)
class Loss:
    """``score_scale``: centipawns per unit of the logistic function, for scores. ``value_scale``: the same
    for values, by default (0) that of scores.

    ``result_weight``: from 0 (only the scores of the search count) to 1 (only the results of the games).
    ``exponent``: 0 for the cross-entropy of prediction p and target t, else the loss is |p - t| to this
    power, more than 1. Raises RangeError.
    """

    result_weight: float = 0.5
    score_scale: float = SCORE_SCALE
    exponent: float = 0.0
    value_scale: float = 0.0

    def __post_init__(self) -> None:
        if not 0 <= self.result_weight <= 1:
            raise RangeError(f"result_weight: expected a number from 0 to 1, got {self.result_weight}")
        if not (self.score_scale > 0 and isfinite(self.score_scale)):
            raise RangeError(f"score_scale: expected a number above 0, got {self.score_scale}")
        if self.value_scale == 0:
            object.__setattr__(self, "value_scale", self.score_scale)
        if not (self.value_scale > 0 and isfinite(self.value_scale)):
            raise RangeError(f"value_scale: expected a number above 0, got {self.value_scale}")
        if not (self.exponent == 0 or 1 < self.exponent <= 10):
            raise RangeError(f"exponent: expected 0 or a number above 1, up to 10, got {self.exponent}")

    def targets(self, batch: Batch) -> NDArray[np.float64]:
        """The targets [positions], from 0 to 1."""
        by_score = _logistic(batch.scores.astype(np.float64) / self.score_scale)
        return (1 - self.result_weight) * by_score + self.result_weight * batch.results.astype(np.float64)

    def sum(self, outputs: Floats, batch: Batch) -> float:
        """The sum of the losses of a batch for these outputs of the network."""
        values = outputs.astype(np.float64) * OUTPUT_CENTIPAWNS + batch.offsets
        z = values / self.value_scale
        targets = self.targets(batch)
        if self.exponent == 0:
            return float(np.sum(np.logaddexp(0, z) - targets * z))
        return float(np.sum(np.abs(_logistic(z) - targets) ** self.exponent))


def _logistic(x: NDArray[np.float64]) -> NDArray[np.float64]:
    return 0.5 * (1 + np.tanh(x / 2))
