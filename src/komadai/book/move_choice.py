"""Chooses a move of a book at random, by counts and scores, without bad moves."""

from __future__ import annotations

from math import exp
from typing import TYPE_CHECKING, Final

from komadai.book.entry import BookMove, Mark
from komadai.errors import RangeError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

VARIETY: Final = 50
MARGIN: Final = 60
MAX_VARIETY: Final = 100
_MIN_WEIGHT: Final = 1e-9


def choose(
    moves: Sequence[BookMove], rng: Random, variety: int = VARIETY, margin: int = MARGIN
) -> BookMove | None:
    """One of the moves, or None if none of them may be played.

    Moves marked as bad are not played, nor moves with a count of 0 beside others with a count, nor moves
    whose score is more than ``margin`` centipawns below the best. If moves are marked as forced, only those
    are played. ``variety`` is 0 (always the best score, among equals the highest count) to 100. At 50 the
    probability of a move is proportional to its count, and falls with its loss against the best score. Less
    variety prefers frequent moves more; more variety makes the probabilities more equal. Raises RangeError
    for a variety outside 0 to 100 or a margin below 0.
    """
    if not 0 <= variety <= MAX_VARIETY:
        raise RangeError(f"expected a variety of 0 to {MAX_VARIETY}, got {variety}")
    if margin < 0:
        raise RangeError(f"expected a margin of 0 or more centipawns, got {margin}")
    playable = candidates(moves, margin)
    if not playable:
        return None
    if variety == 0:
        return max(playable, key=lambda each: (_score(each), each.count or 0))
    weights = _weights(playable, variety / VARIETY, margin)
    return rng.choices(playable, weights)[0]


def candidates(moves: Sequence[BookMove], margin: int = MARGIN) -> list[BookMove]:
    """The moves that may be played, in the order of the book."""
    playable = not_bad(moves)
    if any(each.count for each in playable):
        playable = [each for each in playable if each.count != 0]
    scores = [each.score for each in playable if each.score is not None]
    if scores:
        # If some moves have a score, moves without one are not played, because they may be bad.
        playable = [
            each for each in playable if each.score is not None and each.score >= max(scores) - margin
        ]
    return playable


def not_bad(moves: Sequence[BookMove]) -> list[BookMove]:
    """The moves that no mark excludes: those marked as forced, or else all that are not marked as bad."""
    playable = [each for each in moves if each.mark not in (Mark.BAD, Mark.BLUNDER)]
    return [each for each in playable if each.mark is Mark.FORCED] or playable


def _weights(moves: Sequence[BookMove], temperature: float, margin: int) -> list[float]:
    best = max(map(_score, moves))
    max_count = max(each.count or 1 for each in moves)
    return [
        max(
            _MIN_WEIGHT,
            ((each.count or 1) / max_count) ** (1 / temperature)
            * (exp((_score(each) - best) / (margin * temperature)) if margin else 1.0),
        )
        for each in moves
    ]


def _score(move: BookMove) -> int:
    return 0 if move.score is None else move.score
