"""Fits the weights of the handmade evaluation to files of positions (Texel's tuning), so that its values
predict win rates.

The same files and settings give the same weights: the order of positions follows from the seed, and nothing
depends on the clock or on the number of threads.
"""

from __future__ import annotations

import math
from collections.abc import Generator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from komadai._core import WeightTrainer
from komadai.errors import PackedPositionError, RangeError
from komadai.extras import extra
from komadai.training.features import FeatureSet
from komadai.training.loss import SCORE_SCALE
from komadai.training.psv_files import BatchReader, PsvFiles, Selection, Split
from komadai.training.shuffled_order import ShuffledOrder
from komadai.training.step import BETA1, BETA2
from komadai.training.trainer import available_processors
from komadai.training.weight_model import GUESS, guess_vector, size_vector, weights_of

with extra("train"):
    import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from komadai.training.weights import Weights

STATIC_SCALE: Final = 950.0
"""The scale of the logistic win rate of the values, in centipawns. The fit makes it true, so it defines what
a centipawn is."""

_EPSILON: Final = 1e-12
_BLOCK: Final = 65_536
"""The records that are validated at a time."""
_SHIFT_SAMPLE: Final = 262_144
_LARGEST_SHIFT: Final = 300.0


@dataclass(frozen=True)
class WeightFitSettings:
    """How weights are fitted. Together with the data they determine the weights.

    ``result_weight``: the share of the game's result in the target; the search's score has the rest.
    ``score_shift``: the centipawns that are subtracted from each score, None for :func:`unbiased_shift`.
    ``evidence``: how much a position counts against the prior (positions of a game resemble each other).
    ``epochs``: how often each position is used. ``batch_size``: the positions of a step. ``rate``: the first
    learning rate of Adam, in usual deviations; it falls along half a cosine to 0. ``validation``: the share
    of each file, its last records, that is used for validation only. Raises RangeError.
    """

    result_weight: float = 0.5
    score_shift: float | None = None
    evidence: float = 10.0
    epochs: int = 6
    batch_size: int = 16_384
    seed: int = 1
    rate: float = 0.03
    validation: float = 0.02
    selection: Selection = field(
        default_factory=lambda: Selection(skip_checks=True, skip_captures=True, max_score=2500)
    )

    def __post_init__(self) -> None:
        for name, lowest, highest in (
            ("result_weight", 0, 1),
            ("evidence", 0, 1e9),
            ("epochs", 1, 1_000_000),
            ("batch_size", 1, 1 << 20),
            ("seed", 0, (1 << 63) - 1),
            ("rate", 0, 1),
            ("validation", 0, 0.9),
        ):
            value = getattr(self, name)
            if not lowest <= value <= highest:
                raise RangeError(f"{name}: expected a number from {lowest} to {highest}, got {value}")


@dataclass(frozen=True)
class WeightFitProgress:
    """How far a fit is: ``step`` of ``steps``, ``epoch`` from 1.

    ``loss``: the mean loss of the epoch so far, NaN without positions. ``validation_loss``: after the last
    step of an epoch.
    """

    step: int
    steps: int
    epoch: int
    loss: float
    validation_loss: float | None = None


class WeightFit:
    """Fits weights. ``start``: the weights that the fit begins with and is drawn to, instead of a guess made
    without data. ``threads``: 0 for one for each processor."""

    def __init__(
        self,
        files: PsvFiles,
        settings: WeightFitSettings | None = None,
        *,
        start: Weights | None = None,
        threads: int = 0,
    ) -> None:
        settings = settings or WeightFitSettings()
        self.settings: Final = settings
        self._files = files
        self._split = Split(files, settings.validation)
        self.training_positions: Final = self._split.training
        self.validation_positions: Final = self._split.validation
        """Positions in the files; some may be left out by the selection."""
        self.steps_of_epoch: Final = max(1, self.training_positions // settings.batch_size)
        self.steps: Final = settings.epochs * self.steps_of_epoch
        self._guess = start or GUESS
        threads = threads or available_processors()
        self.score_shift = settings.score_shift
        if self.score_shift is None:
            self.score_shift = unbiased_shift(files, self._split, settings.selection, threads)
        sizes = size_vector()
        self._trainer = WeightTrainer(
            guess=guess_vector(self._guess),
            sizes=sizes,
            skip_checks=settings.selection.skip_checks,
            skip_captures=settings.selection.skip_captures,
            max_score=settings.selection.max_score,
            threads=threads,
        )
        self._deviations = np.zeros_like(sizes)
        self._mean = np.zeros_like(sizes)
        self._square = np.zeros_like(sizes)

    def run(self) -> Generator[WeightFitProgress, None, None]:
        """Makes the steps, and yields after each. Raises PackedPositionError for a damaged record."""
        settings = self.settings
        for step in range(1, self.steps + 1):
            epoch, place = divmod(step - 1, self.steps_of_epoch)
            if place == 0:
                order = ShuffledOrder(self.training_positions, settings.seed * 1_000_003 + epoch)
                loss_sum, count = 0.0, 0
            places = order.part(place * settings.batch_size, (place + 1) * settings.batch_size)
            loss, used = self._make_step(self._split.training_records(places), step)
            loss_sum, count = loss_sum + loss, count + used
            ends_epoch = place + 1 == self.steps_of_epoch
            yield WeightFitProgress(
                step,
                self.steps,
                epoch + 1,
                loss_sum / count if count else math.nan,
                self.validation_loss() if ends_epoch else None,
            )

    def weights(self) -> Weights:
        """The weights as they are now."""
        return weights_of(self._guess, self._deviations)

    def validation_loss(self) -> float | None:
        """The mean loss of the validation positions: the cross-entropy above its minimum. None if there are
        none."""
        total, count = 0.0, 0
        for file, numbers in self._files.parts(self._split.validation_records()):
            for first in range(0, len(numbers), _BLOCK):
                loss, used = self._loss(file, numbers[first : first + _BLOCK])
                total, count = total + loss, count + used
        return total / count if count else None

    def _make_step(self, records: NDArray[np.uint64], number: int) -> tuple[float, int]:
        """The sum of the losses of these records before the step, and the number of those that are used."""
        settings = self.settings
        parts = list(self._files.parts(records))
        raw = np.concatenate([self._files.raw(file)[numbers] for file, numbers in parts])
        try:
            return self._trainer.step(
                self._deviations,
                self._mean,
                self._square,
                raw,
                np.concatenate([numbers for _, numbers in parts]),
                **self._scales(),
                evidence=settings.evidence,
                share=len(records) / self.training_positions,
                rate=settings.rate * (1 + math.cos(math.pi * number / self.steps)) / 2,
                beta1=BETA1,
                beta2=BETA2,
                epsilon=_EPSILON,
                number=number,
            )
        except PackedPositionError:
            for file, numbers in parts:
                self._loss(file, numbers)  # raises the error with the name of the file
            raise

    def _loss(self, file: int, numbers: NDArray[np.uint64]) -> tuple[float, int]:
        """The sum of the losses of these records of a file, and the number of those that are used."""
        raw = self._files.raw(file)[numbers]
        try:
            return self._trainer.loss(self._deviations, raw, numbers, **self._scales())
        except PackedPositionError as error:
            raise PackedPositionError(f"{self._files.paths[file]}: {error}") from None

    def _scales(self) -> dict[str, float]:
        assert self.score_shift is not None
        return {
            "value_scale": STATIC_SCALE,
            "score_scale": SCORE_SCALE,
            "score_shift": self.score_shift,
            "result_weight": self.settings.result_weight,
        }


def unbiased_shift(files: PsvFiles, split: Split, selection: Selection, threads: int = 1) -> float:
    """The centipawns by which the scores of the training positions are too high for the side to move, from
    -300 to 300.

    With scores that are lower by this the side to move wins, on average, as often as in the results. Scores
    of short searches are too high for it, and weights fitted to them overrate the move (a tempo), which
    weakens the search. It is measured in at most 262,144 positions. Raises PackedPositionError.
    """
    count = min(split.training, _SHIFT_SAMPLE)
    places = np.linspace(0, split.training - 1, count).astype(np.uint64)
    batch = BatchReader(files, FeatureSet(), selection, threads).read(split.training_records(places))
    if not len(batch):
        return 0.0
    scores = batch.scores.astype(np.float64)
    won = float(batch.results.mean(dtype=np.float64))
    low, high = -_LARGEST_SHIFT, _LARGEST_SHIFT
    while high - low > 0.5:
        middle = (low + high) / 2
        expected = float(np.mean(0.5 + 0.5 * np.tanh((scores - middle) / (2 * SCORE_SCALE))))
        low, high = (middle, high) if expected > won else (low, middle)
    return round((low + high) / 2)
