"""How much of the clock a move may take: never so much that it could be lost on time."""

from __future__ import annotations

from dataclasses import dataclass

from komadai import Color
from komadai.engine.limits import Limits

_FEWEST_MOVES_LEFT = 24
_MOVES_OF_A_GAME = 64


@dataclass(frozen=True, slots=True)
class Budget:
    """Milliseconds for one move: ``soft`` is what it should take, ``hard`` what it may take at most."""

    soft: int
    hard: int


def budget(limits: Limits, color: Color, margin_ms: int, played: int) -> Budget | None:
    """The time for a move, or None if no clock runs.

    ``margin_ms`` is kept back for the way there and back and for a busy machine; of very little
    time it is at most three quarters. ``played`` is the number of moves made so far, by both
    sides. An increment is counted only once it has been earned: whether the GUI has already
    added it cannot be known.
    """
    if limits.movetime is not None:
        hard = _kept(limits.movetime, margin_ms)
        return Budget(4 * hard, hard)  # all of it, unless there is nothing to think about
    main = limits.btime if color == Color.BLACK else limits.wtime
    gain = (limits.binc if color == Color.BLACK else limits.winc) or 0
    byoyomi = limits.byoyomi or 0
    if main is None and limits.byoyomi is None:
        return None
    main = main or 0
    most = _kept(main + byoyomi, margin_ms)
    if main == 0:
        return Budget(2 * most, most)
    moves_left = max(_FEWEST_MOVES_LEFT, _MOVES_OF_A_GAME - played // 2)
    share = main // moves_left + (gain + byoyomi) * 4 // 5
    hard = min(most, 4 * share, main // 3 + gain // 2 + byoyomi)
    return Budget(max(1, min(share, hard)), max(1, hard))


def _kept(available_ms: int, margin_ms: int) -> int:
    return max(1, available_ms - min(margin_ms, available_ms * 3 // 4))
