"""The window: the last positions of a stream in a file, a ring in which new ones overwrite the oldest.

``window.psv`` has the PSV records, ``window.games`` the number of the game (uint32) of each. The number of
records that were written is kept by the caller, who calls :meth:`Window.flush` before storing it. What is
written after that overwrites only positions that are no longer used, so that a kill loses the positions since
the last flush and nothing else.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Final

from komadai.errors import RangeError
from komadai.extras import extra
from komadai.training.data_files.formats import PSV
from komadai.training.psv_files import PsvFiles

with extra("train"):
    import numpy as np

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

GAME_POSITIONS: Final = 10
"""The most positions of a game in an epoch."""
_HELD_OUT: Final = 64
"""One of this number of games is not trained on."""
_MIN_SPARE: Final = 1_000
"""Room for positions that are not flushed: this, more than a game has, or a share of the capacity."""
_SPARE: Final = 16
"""The capacity divided by that share."""


class Window:
    """``capacity``: the positions of the file; ``written``: those that were written so far, with those that
    were overwritten. Raises OSError."""

    def __init__(self, folder: Path, capacity: int, written: int = 0) -> None:
        self._room = capacity + max(_MIN_SPARE, capacity // _SPARE)
        self._capacity = capacity
        self.written: int = written
        self.flushed: int = written
        """The value of :attr:`written` at the last flush."""
        path = folder / "window.psv"
        self._records = _array(path, np.dtype((np.uint8, PSV.size)), self._room)
        self._games = _array(folder / "window.games", np.dtype(np.uint32), self._room)
        self.files: Final = PsvFiles([path])
        """The records by their places in the file."""

    def __len__(self) -> int:
        """The number of positions."""
        return min(self.written, self._capacity)

    @property
    def spare(self) -> int:
        """The number of positions that can be added before a flush."""
        return self._room - self._capacity - (self.written - self.flushed)

    def add(self, game: int, records: bytes) -> int:
        """Adds the positions of a game, PSV records, and returns their number.

        Raises RangeError if there are more than :attr:`spare`.
        """
        rows = np.frombuffer(records, np.uint8).reshape(-1, PSV.size)
        if len(rows) > self.spare:
            raise RangeError(f"records: expected up to {self.spare} positions, got {len(rows)}")
        places = (self.written + np.arange(len(rows))) % self._room
        self._records[places] = rows
        self._games[places] = game
        self.written += len(rows)
        return len(rows)

    def flush(self) -> None:
        """Writes the positions to the disk. Raises OSError."""
        self._records.flush()
        self._games.flush()
        self.flushed = self.written

    def epoch(self, *seed: int) -> NDArray[np.uint64]:
        """Places of positions in a random order: of each game up to ten, spread over the game; none
        of the games that are held out."""
        numbers, begins, counts = self._spans(held_out=False)
        random = np.random.default_rng(seed)
        chosen = np.minimum(counts, GAME_POSITIONS)
        index = np.arange(GAME_POSITIONS)
        shift = random.random((len(counts), 1))
        offsets = ((index + shift) * (counts / np.maximum(chosen, 1))[:, None]).astype(np.int64)
        inside = index < chosen[:, None]
        order = (begins[:, None] + np.minimum(offsets, counts[:, None] - 1))[inside]
        random.shuffle(order)
        return self._places(order, len(numbers))

    def held_out(self, limit: int) -> NDArray[np.uint64]:
        """Places of the newest positions that are not trained on, up to ``limit``."""
        numbers, begins, counts = self._spans(held_out=True)
        found = [np.arange(begin, begin + count) for begin, count in zip(begins, counts, strict=True)]
        order = np.concatenate([np.empty(0, np.int64), *found])[-limit:] if limit else np.empty(0, np.int64)
        return self._places(order, len(numbers))

    def _spans(self, *, held_out: bool) -> tuple[NDArray[np.uint32], NDArray[np.int64], NDArray[np.int64]]:
        """The games of all positions, the oldest first; and of each game that is held out or not the first
        position and their count."""
        count = len(self)
        first = (self.written - count) % self._room
        numbers = np.concatenate(
            [self._games[first : first + count], self._games[: max(0, first + count - self._room)]]
        )
        begins = np.flatnonzero(np.diff(numbers, prepend=numbers[:1] ^ np.uint32(1)))
        counts = np.diff(begins, append=count)
        chosen = (numbers[begins] % _HELD_OUT == 0) == held_out
        return numbers, begins[chosen], counts[chosen]

    def _places(self, order: NDArray[np.int64], count: int) -> NDArray[np.uint64]:
        """The places of positions that are numbered from the oldest one, 0."""
        return ((self.written - count + order) % self._room).astype(np.uint64)


def _array(
    path: Path, kind: np.dtype[np.generic], count: int
) -> np.memmap[tuple[int, ...], np.dtype[np.uint8]]:
    """A file as an array. Its room on the disk is taken at once: a write to a mapped page for which there is
    no room would end the process."""
    size = kind.itemsize * count
    with path.open("ab") as file:
        file.truncate(size)
        if hasattr(os, "posix_fallocate"):
            os.posix_fallocate(file.fileno(), 0, size)
    return np.memmap(path, kind, "r+", shape=(count,))
