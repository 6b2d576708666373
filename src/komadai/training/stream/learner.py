"""The trainer of a stream: batches of the window, steps, and the mean of the weights over the last steps."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from komadai.extras import extra
from komadai.training.float_network import FloatNetwork
from komadai.training.psv_files import BatchReader, Selection
from komadai.training.step import NativeStep, StepState

with extra("train"):
    import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from komadai.training.float_network import Floats
    from komadai.training.stream.settings import StreamSettings
    from komadai.training.stream.window import Window

_DECAY: Final = 0.999
"""The decay of the mean of the weights; in the first steps it is smaller."""


class Learner:
    """Makes the steps of a stream, one thread.

    ``step_number``: steps of the stream so far; ``state``: the weights and Adam's means; ``average``: the
    mean of the weights (float32, in the order of :class:`FloatNetwork`).
    """

    def __init__(
        self,
        settings: StreamSettings,
        window: Window,
        state: StepState,
        average: Floats,
        step_number: int = 0,
    ) -> None:
        self._settings = settings
        self._window = window
        self.step_number: int = step_number
        self.average: Floats = average.copy()
        self._step = NativeStep(settings.shape, state, settings.loss_at(step_number))
        self._reader = BatchReader(window.files, settings.shape.features, Selection())
        self._since_start = state.steps
        self._epoch: NDArray[np.uint64] = np.empty(0, np.uint64)
        self._place = 0
        self.rate: float = 0.0
        """The learning rate of the last step."""

    def step(self) -> tuple[float, int] | None:
        """Makes a step; returns the mean loss of its positions before it, and their number.

        None if the window has too few positions for a batch. Raises PackedPositionError for a damaged record.
        """
        settings = self._settings
        if self._place + settings.batch_size > len(self._epoch):
            self._epoch = self._window.epoch(settings.seed, self.step_number)
            self._place = 0
            if len(self._epoch) < settings.batch_size:
                return None
        batch = self._reader.read(self._epoch[self._place : self._place + settings.batch_size])
        self._place += settings.batch_size
        self.step_number += 1
        number = self.step_number
        self._since_start += 1
        self.rate = settings.rate_at(number, self._since_start)
        self._step.loss = settings.loss_at(number)
        loss = self._step.step(batch, self.rate, rounded=settings.rounded_at(number))
        decay = min(_DECAY, number / (number + 9))
        self.average += np.float32(1 - decay) * (self._step.state().parameters - self.average)
        return loss, len(batch)

    def held_out_loss(self) -> float | None:
        """The mean loss of the averaged network in the newest positions that are not trained on; None if
        there are none."""
        batch = self._reader.read(self._window.held_out(self._settings.batch_size))
        if not len(batch):
            return None
        step = NativeStep(self._settings.shape, StepState.initial(self.network()), self._step.loss)
        return self._step.loss.sum(step.outputs(batch), batch) / len(batch)

    def network(self) -> FloatNetwork:
        """A copy of the averaged network."""
        return FloatNetwork(self._settings.shape, self.average.copy())

    def state(self) -> StepState:
        """A copy of the state of the training."""
        return self._step.state()
