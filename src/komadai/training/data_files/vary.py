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
from komadai.errors import RangeError
from komadai.training.data_files.formats import PSV, blocks, record_count

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
        for name, least, most in _RANGES:
            value = getattr(self, name)
            if not least <= value <= most:
                raise RangeError(f"{name}: expected a number from {least} to {most}, got {value}")


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

    Raises TrainingFileError for a file that is empty or cut off, PackedPositionError for a damaged record,
    EvaluationFileError, OSError.
    """
    total = sum(record_count(source, PSV) for source in sources)

    def make(first: int, block: bytes) -> bytes:
        return vary_positions(
            block,
            first=first,
            seed=settings.seed,
            copies=settings.copies,
            max_moves=settings.max_moves,
            evaluation=settings.evaluation,
        )

    written = 0
    with (
        ThreadPoolExecutor(threads) as pool,
        appearing(target, durable=True) as hidden,
        hidden.open("wb") as out,
    ):
        numbered = _numbered_blocks(sources)
        while wave := list(islice(numbered, _BLOCKS_PER_THREAD * threads)):
            for made in pool.map(make, *zip(*wave, strict=True)):
                out.write(made)
                written += len(made) // PSV.size
            on_progress(wave[-1][0] + len(wave[-1][1]) // PSV.size, total)
    return written


def _numbered_blocks(sources: Sequence[Path]) -> Iterator[tuple[int, bytes]]:
    """The number of the first record, counted over all files, and the records."""
    first = 0
    for source in sources:
        for block in blocks(source, PSV):
            yield first, block
            first += len(block) // PSV.size
