"""Makes positions that games do not have but a search visits, scored by an evaluation without a search.

A network that is trained only on quiet positions of games has never seen most positions of a search: pieces
are hanging, material differs by much. With these positions it learns the values of another evaluation first,
from as many as are wanted; see docs/training.md.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Final

from komadai._core import vary_positions
from komadai.atomic_file import appearing
from komadai.errors import PackedPositionError, RangeError
from komadai.training.data_files.formats import PSV, TrainingFileError, blocks, record_count

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

_RANGES: Final = (("copies", 1, 1000), ("max_moves", 0, 1000), ("seed", 0, 2**64 - 1))
_BLOCKS_PER_THREAD: Final = 4


@dataclass(frozen=True, kw_only=True)
class VarySettings:
    """``copies``: the positions made from each record, 1 to 1,000. ``max_moves``: the number of random moves
    before each is from 0 to this, 0 to 1,000. ``evaluation``: a file; "": the built-in evaluation.

    Raises RangeError.
    """

    copies: int = 4
    max_moves: int = 4
    seed: int = 1
    evaluation: str = ""

    def __post_init__(self) -> None:
        for name, minimum, maximum in _RANGES:
            value = getattr(self, name)
            if not minimum <= value <= maximum:
                raise RangeError(f"{name}: expected a number from {minimum} to {maximum}, got {value}")


def vary(
    sources: Sequence[Path],
    target: Path,
    settings: VarySettings,
    *,
    threads: int = 1,
    on_progress: Callable[[int, int], object] = lambda done, total: None,
) -> int:
    """Writes positions near those of PSV files; returns their number.

    Each is made by random legal moves, half of them captures where there are any. Those with the side to
    move in check, or without a move, are left out. The score is the evaluation's value for the side to move,
    the move none, the result that of the game. The same settings give the same file, on any number of
    threads. ``on_progress`` gets the number of records read and of all.

    Raises TrainingFileError for a file that is empty, cut off or has a damaged record, EvaluationFileError,
    OSError.
    """
    total = sum(record_count(source, PSV) for source in sources)

    def make(block: _Block) -> bytes:
        try:
            return vary_positions(
                block.records,
                first=block.first,
                seed=settings.seed,
                copies=settings.copies,
                max_moves=settings.max_moves,
                evaluation=settings.evaluation,
            )
        except PackedPositionError as error:
            raise block.named(error) from None

    written = 0
    with (
        ThreadPoolExecutor(threads) as pool,
        appearing(target, durable=True) as hidden,
        hidden.open("wb") as out,
    ):
        numbered = _numbered_blocks(sources)
        while wave := list(islice(numbered, _BLOCKS_PER_THREAD * threads)):
            for made in pool.map(make, wave):
                out.write(made)
                written += len(made) // PSV.size
            on_progress(wave[-1].first + len(wave[-1].records) // PSV.size, total)
    return written


@dataclass(frozen=True, slots=True)
class _Block:
    """Records of a file."""

    source: Path
    start: int
    """The number of the file's first record, counted over all files. Random moves depend on such numbers."""
    first: int
    """The number of the block's first record, counted likewise."""
    records: bytes

    def named(self, error: PackedPositionError) -> TrainingFileError:
        """The error about a record of this block, with its file and its number in the file."""
        for at in range(0, len(self.records), PSV.size):
            try:
                PSV.read(self.records[at : at + PSV.size])
            except PackedPositionError as found:
                number = self.first - self.start + at // PSV.size
                return TrainingFileError(f"{self.source}: record {number}: {found}")
        return TrainingFileError(f"{self.source}: {error}")


def _numbered_blocks(sources: Sequence[Path]) -> Iterator[_Block]:
    first = 0
    for source in sources:
        start = first
        for records in blocks(source, PSV):
            yield _Block(source, start, first, records)
            first += len(records) // PSV.size
