"""Training a network on files of positions: epochs, learning rate, validation, checkpoints, log.

The same files, settings and backend give the same network: the order of positions and the first weights
follow from the seed, and nothing depends on the clock or on the number of threads. A training that is
interrupted and resumed gives the same network as one that is not.
"""

from __future__ import annotations

import math
import os
import zlib
from collections.abc import Generator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Final, Literal

from komadai.errors import RangeError
from komadai.extras import extra
from komadai.score import WinRateModel
from komadai.training.checkpoint import Checkpoint, OtherTrainingError
from komadai.training.features import FeatureSet
from komadai.training.float_network import (
    FloatNetwork,
    Quantization,
    QuantizationError,
    Shape,
    quantization_error,
)
from komadai.training.loss import Loss
from komadai.training.psv_files import BatchReader, PsvFiles, Selection, Split
from komadai.training.shuffled_order import ShuffledOrder
from komadai.training.step import NativeStep, Step, StepState
from komadai.training.training_log import TrainingLog

with extra("train"):
    import numpy as np
    from numpy.typing import NDArray

CHECKPOINT_NAME: Final = "checkpoint.npz"
LOG_STEPS: Final = 100
"""The number of steps between two entries of the log."""
QUANTIZATION_POSITIONS: Final = 10_000
"""The number of positions in which the quantized network is compared with the float network."""

Backend = Literal["native", "torch"]


@dataclass(frozen=True)
class TrainingSettings:
    """The settings of a training. Together with the data and the backend they determine the network.

    ``epochs``: how often each position is used. ``batch_size``: the positions of a step. ``seed``: for the
    first weights and the order of positions. ``rate``: the largest learning rate of Adam. The rate rises
    from 0 to ``rate`` in the first ``warm_up`` (a share of all steps) and then falls along half a cosine to
    ``final_rate`` (a share of ``rate``). In the last steps, a share ``rounding`` of all, the weights
    are rounded as for the quantized network, so that the training corrects for it. ``validation``: the
    share of each file, its last records, that is used for validation only. Raises RangeError.
    """

    shape: Shape = field(default_factory=lambda: Shape(FeatureSet(mirrored=True), 64))
    loss: Loss = field(default_factory=Loss)
    selection: Selection = field(default_factory=Selection)
    epochs: int = 10
    batch_size: int = 16_384
    seed: int = 1
    rate: float = 1e-3
    final_rate: float = 0.01
    warm_up: float = 0.02
    rounding: float = 0.5
    validation: float = 0.02

    def __post_init__(self) -> None:
        for name, lowest, highest in (
            ("epochs", 1, 1_000_000),
            ("batch_size", 1, 1 << 20),
            ("seed", 0, (1 << 63) - 1),
            ("rate", 0, 1),
            ("final_rate", 0, 1),
            ("warm_up", 0, 1),
            ("rounding", 0, 1),
            ("validation", 0, 0.9),
        ):
            value = getattr(self, name)
            if not lowest <= value <= highest:
                raise RangeError(f"{name}: expected a number from {lowest} to {highest}, got {value}")

    def rate_at(self, step: int, steps: int) -> float:
        """The learning rate of this step, from 1 to ``steps``."""
        warm_up = math.ceil(self.warm_up * steps)
        if step <= warm_up:
            return self.rate * step / warm_up
        done = (step - warm_up) / max(steps - warm_up, 1)
        return self.rate * (self.final_rate + (1 - self.final_rate) * (1 + math.cos(math.pi * done)) / 2)

    def rounded_at(self, step: int, steps: int) -> bool:
        """Whether the layers are rounded in this step, from 1 to ``steps``."""
        return step > steps - math.floor(self.rounding * steps)

    def to_dict(self) -> dict[str, Any]:
        """The settings as values for :mod:`json`."""
        return asdict(self) | {"shape": self.shape.to_dict()}


@dataclass(frozen=True)
class TrainingProgress:
    """How far a training is: ``step`` of ``steps``, ``epoch`` from 1, ``positions`` trained on so far.

    ``loss``: the mean loss of this step's batch; NaN if no position of it is used. ``validation_loss``: after
    the last step of an epoch.
    """

    step: int
    steps: int
    epoch: int
    positions: int
    rate: float
    loss: float
    validation_loss: float | None = None


class Trainer:
    """Trains a network. ``folder`` gets the checkpoint and the log; it is created when training begins.

    ``start``: the network to begin with, instead of a random one. ``corrected``: the bytes of a file of
    weights of the handmade evaluation that the network corrects, or none. ``backend``: ``"native"``, or
    ``"torch"`` on ``device``. ``threads``: 0 for one for each processor. ``checkpoint_steps``: steps between
    two checkpoints. With ``resume`` training continues from the folder's checkpoint if one exists; without
    it, an existing checkpoint is an error.

    Raises CheckpointError for the checkpoint of another training, MissingPackageError without PyTorch,
    RangeError, OSError.
    """

    def __init__(
        self,
        files: PsvFiles,
        settings: TrainingSettings,
        folder: Path,
        *,
        start: FloatNetwork | None = None,
        corrected: bytes = b"",
        backend: Backend = "native",
        device: str = "cpu",
        threads: int = 0,
        checkpoint_steps: int = 1000,
        resume: bool = False,
    ) -> None:
        threads = threads or available_processors()
        shape = settings.shape
        if start is not None and start.shape != shape:
            raise RangeError(f"start: expected a network of the shape {shape}, got {start.shape}")
        self.settings = settings
        self._files = files
        self._corrected = corrected
        self._folder = folder
        self._checkpoint_steps = checkpoint_steps
        self._reader = BatchReader(files, shape.features, settings.selection, threads, corrected)
        self._split = Split(files, settings.validation)
        self.training_positions: Final = self._split.training
        self.validation_positions: Final = self._split.validation
        """Positions in the files; some may be left out by the selection."""
        self.steps_of_epoch: Final = max(1, self.training_positions // settings.batch_size)
        self.steps: Final = settings.epochs * self.steps_of_epoch
        network = start or FloatNetwork.random(shape, settings.seed)
        self._identity = settings.to_dict() | {
            "data": files.checksum(),
            "start": zlib.crc32(network.parameters.tobytes()),
            "backend": backend,
            "corrected": zlib.crc32(corrected),
        }
        self.step_number: int = 0
        """Steps made so far."""
        self.positions: int = 0
        """Positions trained on so far."""
        self._unlogged = (0.0, 0)
        """The sum of the losses since the last entry of the log, and the number of their positions."""
        self.losses: dict[str, float] = {}
        """The last ``loss`` and ``validation_loss`` of the log."""
        state = StepState.initial(network)
        if self.checkpoint_path.exists():
            if not resume:
                raise OtherTrainingError(
                    f"{self.checkpoint_path}: the checkpoint exists already: resume it or remove it"
                )
            checkpoint = Checkpoint.read(self.checkpoint_path)
            checkpoint.require_identity(self._identity, self.checkpoint_path)
            state = checkpoint.state
            self.step_number = checkpoint.progress["step"]
            self.positions = checkpoint.progress["positions"]
            loss_sum, count = checkpoint.progress["unlogged"]
            self._unlogged = (loss_sum, count)
            self.losses = checkpoint.progress["losses"]
        self._step = _backend(backend, device, shape, state, settings.loss, threads)
        self._saved_step = self.step_number

    @property
    def checkpoint_path(self) -> Path:
        """The file of the checkpoint."""
        return self._folder / CHECKPOINT_NAME

    def run(self) -> Generator[TrainingProgress, None, None]:
        """Makes the steps that are left, and yields after each.

        A checkpoint is written after each ``checkpoint_steps`` and at the end; call :meth:`save` if the
        iteration is given up. Raises PackedPositionError for a damaged record, OSError if a file cannot be
        written.
        """
        self._folder.mkdir(parents=True, exist_ok=True)
        log = TrainingLog(self._folder, self.step_number)
        try:
            while self.step_number < self.steps:
                yield self._next_step(log)
            self.save()
        finally:
            log.close()

    def save(self) -> None:
        """Writes the checkpoint, unless there is one of this step. Raises OSError."""
        if self._saved_step == self.step_number and self.checkpoint_path.exists():
            return
        progress = {
            "step": self.step_number,
            "positions": self.positions,
            "unlogged": self._unlogged,
            "losses": self.losses,
        }
        Checkpoint(
            self.settings.shape,
            self._identity,
            progress,
            self.description(),
            self._step.state(),
            self._corrected,
        ).write(self.checkpoint_path)
        self._saved_step = self.step_number

    def network(self) -> FloatNetwork:
        """A copy of the network as it is now."""
        shape, parameters = self.settings.shape, self._step.state().parameters
        return FloatNetwork(shape, shape.rounded(parameters) if self._rounded else parameters)

    @property
    def _rounded(self) -> bool:
        return self.settings.rounded_at(self.step_number, self.steps)

    def quantized(self, licence: str = "") -> tuple[Quantization, QuantizationError]:
        """The quantized network with its description, and how far its values are from the float network's.

        They are compared in the first of the validation positions, or of all if there are none.
        """
        quantization = self.network().quantized(self.description(licence), self._corrected)
        records = self._split.validation_records()
        if not len(records):
            records = np.arange(len(self._files), dtype=np.uint64)
        batch = self._reader.read(records[:QUANTIZATION_POSITIONS])
        outputs = self._step.outputs(batch, rounded=self._rounded)
        return quantization, quantization_error(quantization.network, batch.inputs, outputs)

    def description(self, licence: str = "") -> dict[str, Any]:
        """The facts of the training in a network's file, as values for :mod:`json`."""
        shape = self.settings.shape
        description = {
            "architecture": f"{shape.features}[{shape.features.inputs}->{shape.width}x2]-32-32-1",
            "quantization": "accumulator 127 (int16), layers 64 (int8), output 600 * 16 / 127 (int8)",
            "training": self.settings.to_dict(),
            "data": {
                "files": [path.name for path in self._files.paths],
                "records": list(self._files.counts),
                "checksum": self._identity["data"],
            },
            "start": self._identity["start"],
            **({"corrected": self._identity["corrected"]} if self._corrected else {}),
            "steps": self.step_number,
            "positions": self.positions,
            **self.losses,
            **WinRateModel(self.settings.loss.score_scale).metadata(),
        }
        return description | ({"licence": licence} if licence else {})

    def _next_step(self, log: TrainingLog) -> TrainingProgress:
        step = self.step_number + 1
        epoch, place = divmod(self.step_number, self.steps_of_epoch)
        batch = self._reader.read(self._training_records(epoch, place))
        rate = self.settings.rate_at(step, self.steps)
        rounded = self.settings.rounded_at(step, self.steps)
        loss = self._step.step(batch, rate, rounded=rounded) if len(batch) else math.nan
        self.step_number = step
        self.positions += len(batch)
        if len(batch):
            loss_sum, count = self._unlogged
            self._unlogged = (loss_sum + loss * len(batch), count + len(batch))
        ends_epoch = place + 1 == self.steps_of_epoch
        validation_loss = self.validation_loss() if ends_epoch else None
        if ends_epoch or step % LOG_STEPS == 0:
            self._log(log, epoch + 1, rate, validation_loss)
        if step % self._checkpoint_steps == 0:
            self.save()
        return TrainingProgress(step, self.steps, epoch + 1, self.positions, rate, loss, validation_loss)

    def _log(self, log: TrainingLog, epoch: int, rate: float, validation_loss: float | None) -> None:
        loss_sum, count = self._unlogged
        losses = {"loss": loss_sum / count} if count else {}
        if validation_loss is not None:
            losses["validation_loss"] = validation_loss
        self.losses |= losses
        self._unlogged = (0.0, 0)
        log.add(
            {"step": self.step_number, "epoch": epoch, "positions": self.positions, "rate": rate} | losses
        )

    def validation_loss(self) -> float | None:
        """The mean loss of the validation positions; None if there are none."""
        records = self._split.validation_records()
        total, count = 0.0, 0
        for first in range(0, len(records), self.settings.batch_size):
            batch = self._reader.read(records[first : first + self.settings.batch_size])
            total += self.settings.loss.sum(self._step.outputs(batch, rounded=self._rounded), batch)
            count += len(batch)
        return total / count if count else None

    def _training_records(self, epoch: int, place: int) -> NDArray[np.uint64]:
        """The records of the step with number ``place`` in an epoch, both counted from 0."""
        order = ShuffledOrder(self.training_positions, self.settings.seed * 1_000_003 + epoch)
        size = self.settings.batch_size
        numbers = order.part(place * size, (place + 1) * size)
        return self._split.training_records(numbers)


def available_processors() -> int:
    """The number of processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _backend(backend: Backend, device: str, shape: Shape, state: StepState, loss: Loss, threads: int) -> Step:
    if backend == "native":
        if device != "cpu":
            raise RangeError(f"device: the native backend has only 'cpu', got {device!r}")
        return NativeStep(shape, state, loss, threads)
    from komadai.training.torch_step import TorchStep

    try:
        return TorchStep(shape, state, loss, device)
    except (RuntimeError, AssertionError) as error:  # PyTorch does not know or have the device
        raise RangeError(f"device: PyTorch cannot use {device!r}: {error}") from error
