"""Openings of a stream: moves of the book, then random moves; each at most 60 times."""

from __future__ import annotations

import mmap
from random import Random
from typing import TYPE_CHECKING, Final

from komadai import Board
from komadai.training.generation.play import play_opening

if TYPE_CHECKING:
    from pathlib import Path

    from komadai.training.generation.settings import GenerationSettings

MAX_GAMES: Final = 60
"""Games of an opening."""
_COUNTERS: Final = 1 << 22
_MAX_TRIES: Final = 100


class Openings:
    """Chooses the opening of a game by its number, and counts the games of each in a file.

    The file has a byte for each of 2²² values of a position's hash. Two openings of one value are counted
    together, which is rare for those that come often. Raises OSError.
    """

    def __init__(self, path: Path, settings: GenerationSettings) -> None:
        self._settings = settings
        with path.open("ab") as file:
            if file.tell() != _COUNTERS:
                file.truncate(_COUNTERS)
        with path.open("r+b") as file:
            self._counts = mmap.mmap(file.fileno(), _COUNTERS)

    def choose(self, number: int) -> tuple[int, ...]:
        """The moves of the opening of a game, as ``Move.psv``."""
        rng = Random(f"{self._settings.seed} {number} opening")
        for _ in range(_MAX_TRIES):
            board = Board()
            play_opening(board, self._settings, rng)
            place = board.key % _COUNTERS
            if self._counts[place] < MAX_GAMES and board.outcome() is None:
                break
        self._counts[place] = min(self._counts[place] + 1, 255)
        return tuple(move.psv for move in board.history)

    def close(self) -> None:
        """Closes the file."""
        self._counts.close()
