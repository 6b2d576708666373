"""Data sets of training positions for NumPy and PyTorch, read from the disk as they are needed.

>>> dataset = PsvDataset("positions.psv")  # doctest: +SKIP
>>> first = dataset[:1000]  # doctest: +SKIP
>>> first["score"].mean()  # doctest: +SKIP
>>> for batch in dataset.batches(8192, seed=1): ...  # doctest: +SKIP
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, overload

import numpy as np

from komadai.errors import MissingPackageError, RangeError
from komadai.packed import PSV_DTYPE, EvaluatedPosition
from komadai.training.data_files.formats import PSV, record_count
from komadai.training.shuffled_order import ShuffledOrder

if TYPE_CHECKING:
    from collections.abc import Iterator
    from os import PathLike

    from numpy.typing import NDArray


class PsvDataset:
    """The records of a PSV file as NumPy records of :data:`~komadai.packed.PSV_DTYPE`, memory-mapped.

    Raises TrainingFileError for a file that is empty or cut off, OSError.
    """

    def __init__(self, path: str | PathLike[str]) -> None:
        self.path = Path(path)
        self._count = record_count(self.path, PSV)
        self._records: Any = np.memmap(self.path, np.dtype(PSV_DTYPE), "r")

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, index: int) -> np.void: ...
    @overload
    def __getitem__(self, index: slice | NDArray[Any]) -> NDArray[np.void]: ...

    def __getitem__(self, index: int | slice | NDArray[Any]) -> Any:
        """A record, or those of a slice (a view of the file) or of an array of numbers (a copy).

        Raises IndexError.
        """
        return self._records[index]

    def position(self, index: int) -> EvaluatedPosition:
        """A record as a board with its labels. Raises IndexError, PackedPositionError."""
        return EvaluatedPosition.from_psv(self._records[index].tobytes())

    def batches(
        self, size: int, *, seed: int | None = None, start: int = 0, drop_last: bool = False
    ) -> Iterator[NDArray[np.void]]:
        """All records once, in batches of ``size``: in a random order given by ``seed``, else in theirs.

        ``start`` is the number of batches to leave out, to go on after an interruption. With ``drop_last``
        a last batch of fewer records is left out. Raises RangeError for a size below 1 or a start below 0.
        """
        if size < 1 or start < 0:
            raise RangeError(f"expected a size of at least 1 and a start of at least 0, got {size}, {start}")
        order = None if seed is None else ShuffledOrder(self._count, seed)
        for at in range(start * size, self._count, size):
            if drop_last and at + size > self._count:
                return
            if order is None:
                yield self._records[at : at + size]
            else:
                yield self._records[order.part(at, at + size)]

    def __reduce__(self) -> tuple[type[PsvDataset], tuple[str]]:
        """A pickled data set is its path, so that worker processes map the file themselves."""
        return PsvDataset, (str(self.path),)


def torch_dataset(dataset: PsvDataset, batch: int, *, seed: int = 0) -> Any:
    """A ``torch.utils.data.IterableDataset`` of batches: dicts of tensors ``sfen`` (uint8, 32 each),
    ``score`` (float32, centipawns) and ``result`` (float32: 1, 0.5, 0), for the side to move.

    The order depends on ``seed`` and on the epoch: call ``set_epoch(1)``, ``set_epoch(2)`` … before an
    iteration for another order. The workers of a DataLoader (``batch_size=None``) share the batches. Raises
    MissingPackageError without PyTorch.
    """
    try:
        torch: Any = import_module("torch")
        data: Any = import_module("torch.utils.data")
    except ImportError:
        raise MissingPackageError("this data set needs PyTorch: pip install torch") from None

    class Batches(data.IterableDataset):  # type: ignore[misc]
        epoch = 0

        def set_epoch(self, epoch: int) -> None:
            self.epoch = epoch

        def __iter__(self) -> Iterator[dict[str, Any]]:
            worker = data.get_worker_info()
            first, step = (0, 1) if worker is None else (worker.id, worker.num_workers)
            order = seed * 1_000_003 + self.epoch
            for number, records in enumerate(dataset.batches(batch, seed=order)):
                if number % step == first:
                    yield {
                        "sfen": torch.from_numpy(records["sfen"].copy()),
                        "score": torch.from_numpy(records["score"].astype(np.float32)),
                        "result": torch.from_numpy((records["game_result"].astype(np.float32) + 1) / 2),
                    }

        def __len__(self) -> int:
            return -(-len(dataset) // batch)

        def __reduce__(self) -> tuple[Any, ...]:  # a class of a function cannot be pickled
            return _torch_dataset_of_epoch, (dataset, batch, seed, self.epoch)

    return Batches()


def _torch_dataset_of_epoch(dataset: PsvDataset, batch: int, seed: int, epoch: int) -> Any:
    batches = torch_dataset(dataset, batch, seed=seed)
    batches.set_epoch(epoch)
    return batches
