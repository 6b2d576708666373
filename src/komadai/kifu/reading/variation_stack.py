"""The current line of a game tree that is being read, and the lines it branches from."""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Iterable

T = TypeVar("T")


class VariationStack(Generic[T]):
    """The main line and the variations open in it, nested; a value for each ply.

    Plies count from 1. Access takes time logarithmic in the depth, whatever the order in which a record
    branches: a hostile file of a megabyte holds about 50,000 branches.
    """

    def __init__(self) -> None:
        # Each level holds its own plies only: from its start to the start of the next level.
        self._starts = [1]
        self._values: list[list[T]] = [[]]

    @property
    def depth(self) -> int:
        """The number of open variations: 0 in the main line."""
        return len(self._starts) - 1

    @property
    def start(self) -> int:
        """The first ply of the innermost variation; 1 in the main line."""
        return self._starts[-1]

    @property
    def ply(self) -> int:
        """The last ply of the current line; 0 before the first move."""
        return self._starts[-1] + len(self._values[-1]) - 1

    def append(self, value: T) -> None:
        """Appends a ply to the current line."""
        self._values[-1].append(value)

    def extend(self, values: Iterable[T]) -> None:
        """Appends plies to the current line."""
        self._values[-1].extend(values)

    def __getitem__(self, ply: int) -> T:
        """The current line's value at this ply. Raises IndexError if there is none."""
        level = self._level(ply)
        return self._values[level][ply - self._starts[level]]

    def __setitem__(self, ply: int, value: T) -> None:
        """Replaces the value of a ply of the current line. Raises IndexError if there is none."""
        level = self._level(ply)
        self._values[level][ply - self._starts[level]] = value

    @property
    def tip(self) -> T | None:
        """The value of the current line's last ply; None before the first one."""
        own = self._values[-1]
        return own[-1] if own else self[self._starts[-1] - 1] if self._starts[-1] > 1 else None

    def _level(self, ply: int) -> int:
        if not 1 <= ply <= self.ply:
            raise IndexError(ply)
        return bisect_right(self._starts, ply) - 1

    def last(self, count: int) -> list[T]:
        """The values of the current line's last ``count`` plies. Raises IndexError if there are fewer."""
        if count > self.ply:
            raise IndexError(count)
        parts: list[list[T]] = []
        level, end = len(self._starts), self.ply + 1
        while count:
            # Many lines may begin at the same ply: lines without plies of their own are skipped at once.
            level = bisect_right(self._starts, end - 1, 0, level) - 1
            own = self._values[level][max(0, end - count - self._starts[level]) : end - self._starts[level]]
            parts.append(own)
            count -= len(own)
            end -= len(own)
        return [value for own in reversed(parts) for value in own]

    def begin(self, ply: int) -> None:
        """Begins a variation of the current line whose first move is this ply.

        Raises IndexError if the current line does not reach the ply before, or begins after it.
        """
        start = self._starts[-1]
        if not start <= ply <= start + len(self._values[-1]):
            raise IndexError(ply)
        self._starts.append(ply)
        self._values.append([])

    def end(self) -> None:
        """Ends the innermost variation: the line it branched from becomes the current one."""
        if len(self._starts) == 1:
            raise IndexError("no variation is open")
        self._starts.pop()
        self._values.pop()
