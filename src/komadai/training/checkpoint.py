"""Checkpoints: the state of a training in one file, from which it can be resumed exactly."""

from __future__ import annotations

import json
import zipfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from komadai.atomic_file import appearing
from komadai.errors import FileError
from komadai.extras import extra
from komadai.training.float_network import FloatNetwork, Floats, Shape
from komadai.training.step import StepState

with extra("train"):
    import numpy as np


class CheckpointError(FileError):
    """A checkpoint that is damaged, or of a training with other settings or data."""


class OtherTrainingError(CheckpointError):
    """A checkpoint that is in the way, or belongs to a training with other settings."""

    exit_status = 2


@dataclass(frozen=True)
class Checkpoint:
    """The state of a training.

    ``identity``: settings and checksums that must be equal when training is resumed. ``progress``: the
    number of steps and positions, and the losses so far. ``description``: the description of the network's
    file. All three are values for :mod:`json`. ``corrected``: as
    :attr:`~komadai.training.network_file.Network.corrected`. ``average``: a mean of the parameters over
    the last steps, which then is the network.
    """

    shape: Shape
    identity: dict[str, Any]
    progress: dict[str, Any]
    description: dict[str, Any]
    state: StepState
    corrected: bytes = b""
    average: Floats | None = None

    def network(self) -> FloatNetwork:
        """The network as it was."""
        return FloatNetwork(self.shape, self.state.parameters if self.average is None else self.average)

    def write(self, path: Path) -> None:
        """Writes the file, a NumPy archive. It replaces the last one when it is complete. Raises OSError."""
        facts = {
            "shape": self.shape.to_dict(),
            "identity": self.identity,
            "progress": self.progress,
            "description": self.description,
            "steps": self.state.steps,
        }
        arrays: dict[str, Any] = {} if self.average is None else {"average": self.average}
        with appearing(path, durable=True) as hidden, hidden.open("wb") as file:
            np.savez(
                file,
                facts=np.frombuffer(json.dumps(facts).encode(), np.uint8),
                parameters=self.state.parameters,
                mean=self.state.mean,
                square=self.state.square,
                corrected=np.frombuffer(self.corrected, np.uint8),
                **arrays,
            )

    @staticmethod
    def read(path: Path) -> Checkpoint:
        """Raises CheckpointError for a file that is no checkpoint, OSError if it cannot be read."""
        try:
            with path.open("rb") as file, np.load(file, allow_pickle=False) as arrays:
                facts = json.loads(arrays["facts"].tobytes())
                state = StepState(arrays["parameters"], arrays["mean"], arrays["square"], facts["steps"])
                corrected = arrays["corrected"].tobytes()
                average = arrays.get("average")
            shape = Shape.from_dict(facts["shape"])
            for each in (state.parameters, state.mean, state.square, average):
                if each is not None:
                    FloatNetwork(shape, each)  # raises RangeError for an array of another length
            return Checkpoint(
                shape,
                facts["identity"],
                facts["progress"],
                facts["description"],
                state,
                corrected,
                average,
            )
        except (ValueError, KeyError, TypeError, EOFError, zipfile.BadZipFile):
            raise CheckpointError(f"{path}: not a checkpoint of a training, or damaged") from None

    def require_identity(self, expected: dict[str, Any], path: Path) -> None:
        """Raises CheckpointError, with the differences, if the identity is not the expected one."""
        differences = [
            f"{name}: {_short(self.identity.get(name))} in the checkpoint,"
            f" {_short(expected.get(name))} expected"
            for name in sorted(self.identity.keys() | expected.keys())
            if self.identity.get(name) != expected.get(name)
        ]
        if differences:
            raise OtherTrainingError(f"{path}: a checkpoint of another training ({'; '.join(differences)})")


def _short(value: Any) -> str:
    text = json.dumps(value)
    return text if len(text) <= 60 else text[:60] + "…"
