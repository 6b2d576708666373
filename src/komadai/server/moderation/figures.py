"""How a side played a game, in figures: agreement with the engine, loss per move, spread of its times.

Two kinds of moves say nothing of help and are not counted: those that stay in the opening book, and those in
positions with one legal move.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import fmean, stdev

from komadai.book.shipped import own
from komadai.pieces import Color
from komadai.study import Review
from komadai.study.game_review.positions import MainLine


@dataclass(frozen=True, slots=True)
class CountedMove:
    """A move that counts."""

    agrees: bool
    """Whether it is the engine's first choice."""
    loss: float
    """The lost win rate, 0 to 1."""
    ms: int
    """The time that was charged for it."""


@dataclass(frozen=True, slots=True)
class Figures:
    """The figures of a side in one game or several."""

    moves: int
    """How many moves count."""
    agreement: float | None = None
    """The share of them that are the engine's first choice, 0 to 1; None without a move that counts."""
    loss: float | None = None
    """The mean lost win rate, 0 to 1."""
    mean_ms: float | None = None
    """The mean time for a move."""
    deviation_ms: float | None = None
    """The standard deviation of the times; None for less than two moves."""

    @property
    def variation(self) -> float | None:
        """The coefficient of variation: the deviation as a multiple of the mean."""
        return None if self.deviation_ms is None or not self.mean_ms else self.deviation_ms / self.mean_ms


def counted(review: Review, line: MainLine, times: Sequence[int], side: Color) -> list[CountedMove]:
    """The moves of a side that count; ``times`` are those of all moves of the game, in milliseconds."""
    in_book = _book_plies(line)
    return [
        CountedMove(agrees=each.best.move == each.move, loss=each.loss, ms=times[each.ply - 1])
        for each in review.moves
        if each.side == side
        and each.best is not None
        and in_book < each.ply <= len(times)
        and len(line.boards[each.ply - 1].legal_moves) > 1
    ]


def figures(moves: Iterable[CountedMove]) -> Figures:
    """The figures of these moves."""
    moves = list(moves)
    if not moves:
        return Figures(0)
    times = [each.ms for each in moves]
    return Figures(
        moves=len(moves),
        agreement=fmean(each.agrees for each in moves),
        loss=fmean(each.loss for each in moves),
        mean_ms=fmean(times),
        deviation_ms=stdev(times) if len(times) > 1 else None,
    )


def _book_plies(line: MainLine) -> int:
    """How many moves from the start lead to positions that our opening book has."""
    book = own()
    known = 0
    for board in line.boards:
        if not book.get(board):
            break
        known += 1
    return max(0, known - 1)
