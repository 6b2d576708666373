"""The accuracy of a side's moves, 0 to 100.

A move that lowers the side's win rate by ``d`` percentage points has the accuracy ``100 * exp(-0.020 * d)``,
and a side has the mean of its moves. This was fitted to the results of 2,000 games: on games that the fit
has not seen it tells better who won than lichess's formula. docs/measurements/accuracy.md compares them.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from statistics import fmean
from typing import Final

RATE: Final = 0.020
"""How fast the accuracy falls with each lost percentage point of the win rate."""


def move_accuracy(loss: float) -> float:
    """The accuracy of one move, 0 to 100; ``loss`` is the lost win rate, 0 to 1."""
    return 100.0 * exp(-RATE * 100 * max(0.0, loss))


def game_accuracy(losses: Sequence[float], sides: Sequence[int]) -> tuple[float | None, float | None]:
    """The accuracies of Black and White; None for a side without moves.

    ``losses`` are the lost win rates and ``sides`` the sides (0 is Black) of the moves.
    """
    accuracies: tuple[list[float], list[float]] = ([], [])
    for loss, side in zip(losses, sides, strict=True):
        accuracies[side].append(move_accuracy(loss))
    black, white = (fmean(each) if each else None for each in accuracies)
    return black, white
