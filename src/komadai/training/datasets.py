"""Data sets of training positions for NumPy and PyTorch, read from the disk as they are needed.

>>> dataset = PositionDataset("positions.psv")  # doctest: +SKIP
>>> first = dataset[:1000]  # doctest: +SKIP
>>> first["score"].mean()  # doctest: +SKIP
>>> for batch in dataset.batches(8192, seed=1): ...  # doctest: +SKIP
>>> planes, actions, values = policy_value_examples(first)  # doctest: +SKIP
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple, overload

from komadai._core import env_action, write_dlshogi_planes, write_pgx_planes
from komadai.env.observations import DLSHOGI_SHAPES, PGX_SHAPE, check_layout
from komadai.errors import RangeError
from komadai.extras import extra, package
from komadai.packed import HCPE_DTYPE, PSV_DTYPE, EvaluatedPosition
from komadai.training.data_files.formats import HCPE, PSV, format_of, record_count
from komadai.training.shuffled_order import ShuffledOrder

with extra("train"):
    import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator
    from os import PathLike

    from numpy.typing import NDArray


_DTYPES: Final = {"psv": PSV_DTYPE, "hcpe": HCPE_DTYPE}


class PositionDataset:
    """The records of a PSV or HCPE file as NumPy records, memory-mapped.

    Their fields are :data:`~komadai.packed.PSV_DTYPE` or :data:`~komadai.packed.HCPE_DTYPE`. ``format`` is
    ``"psv"`` or ``"hcpe"``, by default that of the suffix; other formats are converted first (``komadai train
    convert``). Raises TrainingFileError for a file that is empty or cut off, UnknownStyleError, OSError.
    """

    def __init__(self, path: str | PathLike[str], format: str | None = None) -> None:
        self.path: Final = Path(path)
        self._format = format_of(self.path, format)
        self._count = record_count(self.path, self._format)
        self._records: Any = np.memmap(self.path, np.dtype(_DTYPES[self._format.name]), "r")

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

    @property
    def raw(self) -> NDArray[np.uint8]:
        """The bytes of the records, (records, bytes of a record), memory-mapped."""
        data: NDArray[np.uint8] = self._records.view(np.uint8).reshape(self._count, self._format.size)
        return data

    def position(self, index: int) -> EvaluatedPosition:
        """A record as a board with its labels. Raises IndexError, PackedPositionError."""
        return self._format.read(self._records[index].tobytes())

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

    def __reduce__(self) -> tuple[type[PositionDataset], tuple[str, str]]:
        """A pickled data set is its path, so that worker processes map the file themselves."""
        return PositionDataset, (str(self.path), self._format.name)


class PolicyValueExamples(NamedTuple):
    """The input and targets of a policy-value network; the first axis is the position."""

    planes: Any
    """As :func:`komadai.env.planes` for each position, in one array or in a tuple of two."""
    actions: NDArray[np.int64]
    """The moves as actions of :mod:`komadai.env`; -1 where the record has no move."""
    values: NDArray[np.float32]
    """1, 0.5 or 0 where the side to move won, drew or lost."""


def policy_value_examples(
    records: NDArray[np.void], layout: Literal["pgx", "dlshogi"] = "dlshogi"
) -> PolicyValueExamples:
    """Planes, actions and values of records of PSV or HCPE.

    The planes are (n, 62, 9, 9) and (n, 57, 9, 9) float32, or for ``"pgx"`` (n, 9, 9, 119) bool. Raises
    PackedPositionError for a damaged record, RangeError for another layout.
    """
    check_layout(layout)
    read = (PSV if _is_psv(records) else HCPE).read
    actions = np.full(len(records), -1, np.int64)
    planes: Any
    if layout == "pgx":
        planes = np.zeros((len(records), *PGX_SHAPE), np.bool_)
        cells = planes.view(np.uint8)
    else:
        planes = tuple(np.zeros((len(records), *shape), np.float32) for shape in DLSHOGI_SHAPES)
    for index, record in enumerate(records):
        board, _, move, _ = read(record.tobytes())
        if layout == "pgx":
            write_pgx_planes(board, cells[index])
        else:
            write_dlshogi_planes(board, planes[0][index], planes[1][index])
        if move is not None:
            actions[index] = env_action(move, board.turn)
    return PolicyValueExamples(planes, actions, _values(records))


def _is_psv(records: NDArray[np.void]) -> bool:
    return "sfen" in (records.dtype.names or ())


def _values(records: NDArray[np.void]) -> NDArray[np.float32]:
    """1, 0.5 or 0 where the side to move won, drew or lost."""
    if _is_psv(records):
        return ((records["game_result"].astype(np.float32) + 1) / 2).astype(np.float32)
    winner = records["gameResult"] & 3  # 0 for a draw, 1 for Black, 2 for White
    white_to_move = records["hcp"][:, 0] & 1  # the first bit of the code
    return np.where(winner == 0, np.float32(0.5), winner == white_to_move + 1).astype(np.float32)


def torch_dataset(dataset: PositionDataset, batch: int, *, seed: int = 0) -> Any:
    """A ``torch.utils.data.IterableDataset`` of batches: dicts of tensors ``sfen`` (for HCPE ``hcp``;
    uint8, 32 each), ``score`` (float32, centipawns) and ``result`` (float32: 1, 0.5, 0), for the side to
    move.

    The order depends on ``seed`` and on the epoch: call ``set_epoch(1)``, ``set_epoch(2)`` … before an
    iteration for another order. The workers of a DataLoader (``batch_size=None``) share the batches. Raises
    MissingPackageError without PyTorch.
    """
    torch: Any = package("torch", "torch")
    data: Any = package("torch.utils.data", "torch")

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
                    position, score = ("sfen", "score") if _is_psv(records) else ("hcp", "eval")
                    yield {
                        position: torch.from_numpy(records[position].copy()),
                        "score": torch.from_numpy(records[score].astype(np.float32)),
                        "result": torch.from_numpy(_values(records)),
                    }

        def __len__(self) -> int:
            return -(-len(dataset) // batch)

        def __reduce__(self) -> tuple[Any, ...]:  # a class of a function cannot be pickled
            return _torch_dataset_of_epoch, (dataset, batch, seed, self.epoch)

    return Batches()


def _torch_dataset_of_epoch(dataset: PositionDataset, batch: int, seed: int, epoch: int) -> Any:
    batches = torch_dataset(dataset, batch, seed=seed)
    batches.set_epoch(epoch)
    return batches
