"""The accuracy of a side's moves, 0 to 100, by the formula of lichess.

A move that lowers the side's win rate by ``d`` percentage points has the accuracy
``103.1668 * exp(-0.04354 * d) - 3.1669``, plus 1 because the analysis is not perfect, between 0 and 100. The
accuracy of a game is the mean of two means of its moves: the harmonic one, and one weighted by how much the
win rate varies around each move (its standard deviation in a window of moves, between 0.5 and 12). Source:
https://lichess.org/page/accuracy and its source, ``AccuracyPercent.scala``.
docs/measurements/accuracy.md compares it with others.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from statistics import fmean, harmonic_mean, pstdev
from typing import Final

UNCERTAINTY: Final = 1.0
MIN_WINDOW: Final = 2
MAX_WINDOW: Final = 8
MIN_WEIGHT: Final = 0.5
MAX_WEIGHT: Final = 12.0


def move_accuracy(loss: float) -> float:
    """The accuracy of one move, 0 to 100; ``loss`` is the lost win rate, 0 to 1."""
    if loss <= 0:
        return 100.0
    raw = 103.1668100711649 * exp(-0.04354415386753951 * 100 * loss) - 3.166924740191411
    return min(100.0, max(0.0, raw + UNCERTAINTY))


def game_accuracy(
    wins: Sequence[float], losses: Sequence[float], sides: Sequence[int]
) -> tuple[float | None, float | None]:
    """The accuracies of Black and White; None for a side without moves.

    ``wins`` are Black's win rates, of the start position and after each move; ``losses`` and ``sides`` (0 is
    Black) have one entry for each move.
    """
    weights = position_weights(wins, len(losses))
    result: list[float | None] = []
    for side in (0, 1):
        moves = [
            (move_accuracy(loss), weight)
            for loss, weight, mover in zip(losses, weights, sides, strict=True)
            if mover == side
        ]
        if not moves:
            result.append(None)
            continue
        accuracies = [accuracy for accuracy, _ in moves]
        weighted = fmean(accuracies, [weight for _, weight in moves])
        result.append((weighted + harmonic_mean(accuracies)) / 2)
    return result[0], result[1]


def position_weights(wins: Sequence[float], moves: int) -> list[float]:
    """How much the win rate varies around each move, in percentage points: its standard deviation in a window
    of positions, between 0.5 and 12. ``wins`` are those of the start position and after each move, 0 to 1."""
    percents = [100 * win for win in wins]
    size = min(MAX_WINDOW, max(MIN_WINDOW, len(percents) // 10))
    windows = [percents[:size]] * (min(size, len(percents)) - 2) + [
        percents[first : first + size] for first in range(max(1, len(percents) - size + 1))
    ]
    return [min(MAX_WEIGHT, max(MIN_WEIGHT, pstdev(window))) for window in windows[:moves]]
