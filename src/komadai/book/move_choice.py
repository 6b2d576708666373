"""Which move to play from a book: not always the same one, and no bad one."""

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
MOST_VARIETY: Final = 100
_LEAST_WEIGHT: Final = 1e-9


def choose(
    moves: Sequence[BookMove], chance: Random, variety: int = VARIETY, margin: int = MARGIN
) -> BookMove | None:
    """One of the moves, or None if there is none to play.

    Not played are moves marked as bad, moves with a count of 0 beside others that have one, and moves whose
    score is more than ``margin`` centipawns below the best. Where a move is marked as forced, only such
    are. ``variety`` is 0 (always the best score, of equal ones the highest count) to 100. At 50 a move is
    played as often as its count says, less so the more it loses against the best score; below that the
    frequent ones are preferred, above it all come closer together. Raises RangeError for a variety outside
    0 to 100 or a margin below 0.
    """
    if not 0 <= variety <= MOST_VARIETY:
        raise RangeError(f"expected a variety of 0 to {MOST_VARIETY}, got {variety}")
    if margin < 0:
        raise RangeError(f"expected a margin of 0 or more centipawns, got {margin}")
    playable = candidates(moves, margin)
    if not playable:
        return None
    if variety == 0:
        return max(playable, key=lambda each: (_score(each), each.count or 0))
    weights = _weights(playable, variety / VARIETY, margin)
    return chance.choices(playable, weights)[0]


def candidates(moves: Sequence[BookMove], margin: int = MARGIN) -> list[BookMove]:
    """The moves that may be played, in the order of the book."""
    playable = [each for each in moves if each.mark not in (Mark.BAD, Mark.BLUNDER)]
    forced = [each for each in playable if each.mark is Mark.FORCED]
    playable = forced or playable
    if any(each.count for each in playable):
        playable = [each for each in playable if each.count != 0]
    scores = [each.score for each in playable if each.score is not None]
    if scores:
        # Where some have a score, nothing is known against the others, and nothing for them either.
        playable = [
            each for each in playable if each.score is not None and each.score >= max(scores) - margin
        ]
    return playable


def _weights(moves: Sequence[BookMove], warmth: float, margin: int) -> list[float]:
    best = max(map(_score, moves))
    most = max(each.count or 1 for each in moves)
    return [
        max(
            _LEAST_WEIGHT,
            ((each.count or 1) / most) ** (1 / warmth)
            * (exp((_score(each) - best) / (margin * warmth)) if margin else 1.0),
        )
        for each in moves
    ]


def _score(move: BookMove) -> int:
    return 0 if move.score is None else move.score
