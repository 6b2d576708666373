"""The accuracy of a side's moves, 0 to 100.

The accuracy of a move is ``100 * exp(-0.020 * d)``, where ``d`` is how many percentage points the side's win
rate falls, measured on a curve 2.3 times as flat as that of the win rate: a lost piece then counts nearly as
much in a decided game as in an even one. A side has the mean of its moves. This was fitted to the results of
2,000 games: on games that the fit has not seen it tells better who won than lichess's formula.
docs/measurements/accuracy.md compares them.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import exp
from statistics import fmean
from typing import Final, NamedTuple

RATE: Final = 0.020
"""How fast the accuracy falls with each percentage point."""
FLATNESS: Final = 2.3
"""The scale of the curve, as a multiple of that of the win rate."""


class WinRates(NamedTuple):
    """The win rates, 0 to 1, of the side to move: after its best move, and after the move it played."""

    best: float
    played: float


def flattened(win: float) -> float:
    """The win rate, 0 to 1, that the same score has on the flatter curve."""
    if win <= 0.0 or win >= 1.0:
        return win
    return float(1.0 / (1.0 + ((1.0 - win) / win) ** (1.0 / FLATNESS)))


def move_accuracy(wins: WinRates) -> float:
    """The accuracy of one move, 0 to 100."""
    return 100.0 * exp(-RATE * 100 * max(0.0, flattened(wins.best) - flattened(wins.played)))


def game_accuracy(moves: Iterable[tuple[int, WinRates]]) -> tuple[float | None, float | None]:
    """The accuracies of Black and White; None for a side without moves.

    ``moves`` are the sides (0 is Black) and the win rates of the moves.
    """
    accuracies: tuple[list[float], list[float]] = ([], [])
    for side, wins in moves:
        accuracies[side].append(move_accuracy(wins))
    black, white = (fmean(each) if each else None for each in accuracies)
    return black, white
