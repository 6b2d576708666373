"""A snapshot: one small file from which a stream goes on with an empty window.

A NumPy archive: ``weights``, the averaged weights (float16, in the order of :class:`FloatNetwork`), and
``facts``, a JSON object in UTF-8 with the state of the stream, the results of the matches and a part of the
log.
"""

from __future__ import annotations

import json
import zipfile
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from komadai.atomic_file import appearing
from komadai.errors import FileError
from komadai.extras import extra
from komadai.training.float_network import FloatNetwork, Shape

with extra("train"):
    import numpy as np

if TYPE_CHECKING:
    from pathlib import Path

_VERSION: Final = 1
MAX_LOG_ENTRIES: Final = 500


class SnapshotError(FileError):
    """A file that is no snapshot of a stream, or damaged."""


@dataclass(frozen=True)
class Snapshot:
    """``network``: the averaged network; ``identity``, ``progress``: as in the stream's checkpoint; ``log``:
    entries of its log, at most 500. All three are values for :mod:`json`."""

    network: FloatNetwork
    identity: dict[str, Any]
    progress: dict[str, Any]
    log: list[dict[str, Any]]

    def write(self, path: Path) -> None:
        """Writes the file; it replaces the last one when it is complete. Raises OSError."""
        every = -(-len(self.log) // MAX_LOG_ENTRIES) or 1
        facts = {
            "komadai_stream_snapshot": _VERSION,
            "shape": self.network.shape.to_dict(),
            "identity": self.identity,
            "progress": self.progress,
            "log": self.log[::-1][::every][::-1],  # the last one is in it
        }
        with appearing(path, durable=True) as hidden, hidden.open("wb") as file:
            np.savez_compressed(
                file,
                facts=np.frombuffer(json.dumps(facts).encode(), np.uint8),
                weights=self.network.parameters.astype(np.float16),
            )

    @staticmethod
    def read(path: Path) -> Snapshot:
        """Raises SnapshotError for a file that is no snapshot, OSError if it cannot be read."""
        try:
            with path.open("rb") as file, np.load(file, allow_pickle=False) as arrays:
                facts = json.loads(arrays["facts"].tobytes())
                weights = arrays["weights"].astype(np.float32)
            if facts["komadai_stream_snapshot"] != _VERSION:
                raise SnapshotError(f"{path}: a snapshot of another version than {_VERSION}")
            network = FloatNetwork(Shape.from_dict(facts["shape"]), weights)
            return Snapshot(network, facts["identity"], facts["progress"], facts["log"])
        except SnapshotError:
            raise
        except (ValueError, KeyError, TypeError, EOFError, zipfile.BadZipFile):
            raise SnapshotError(f"{path}: expected a snapshot of a stream; another file or damaged") from None
