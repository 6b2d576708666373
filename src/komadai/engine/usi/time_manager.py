"""How much of the clock a move may take: all that is useful, never so much that it could be lost on time."""

from __future__ import annotations

from dataclasses import dataclass

from komadai import Color
from komadai.engine.protocol.limits import Limits

_FEWEST_MOVES_LEFT = 24
_MOVES_OF_A_GAME = 64
_NO_END = 100
"""So many times the hard limit is a soft limit that ends nothing but what needs no more thought."""


@dataclass(frozen=True, slots=True)
class Budget:
    """Milliseconds for one move: ``soft`` is what it should take, ``hard`` what it may take at most.

    The search goes beyond ``soft`` where the best move changes or its score falls, and stays below where it
    is sure of its move.
    """

    soft: int
    hard: int

    def less(self, spent_ms: int) -> Budget:
        """What is left of it when so much has passed already."""
        return Budget(max(1, self.soft - spent_ms), max(1, self.hard - spent_ms))

    def after_ponder(self, pondered_ms: int) -> Budget:
        """What to take for a move that was thought about for so long on the opponent's time.

        Half of that counts as thought already, but a quarter of the time is taken in any case; byoyomi,
        which cannot be saved, is used as ever.
        """
        if self.soft >= self.hard:
            return self
        return Budget(max(self.soft // 4, self.soft - pondered_ms // 2, 1), self.hard)


def budget(limits: Limits, color: Color, margin_ms: int, played: int) -> Budget | None:
    """The time for a move, or None if no clock runs.

    ``margin_ms`` is kept back for the way there and back and for a busy machine; of very little
    time it is at most four fifths. ``played`` is the number of moves made so far, by both
    sides. By the protocol btime does not hold the increment of this move yet, but some GUIs have
    added it, and it cannot be known; so it is counted only where the clock shows less than that.
    """
    if limits.movetime is not None:
        hard = _kept(limits.movetime, margin_ms)
        return Budget(_NO_END * hard, hard)
    main = limits.btime if color == Color.BLACK else limits.wtime
    gain = (limits.binc if color == Color.BLACK else limits.winc) or 0
    byoyomi = limits.byoyomi or 0
    if main is None and limits.byoyomi is None:
        return None
    main = main or 0
    if main < gain:
        main += gain
    most = _kept(main + byoyomi, margin_ms)
    if byoyomi and main <= max(margin_ms, byoyomi):
        # A move takes a byoyomi at least: after it the main time is gone, and what is not used is lost.
        return Budget(_NO_END * most, most)
    # What comes after the main time, byoyomi or increments, is no reason to be slower then than before.
    moves_left = max(_FEWEST_MOVES_LEFT, _MOVES_OF_A_GAME - played // 2)
    share = main // moves_left + gain * 4 // 5 + byoyomi
    hard = min(most, 4 * share, main // 3 + gain // 2 + byoyomi)
    return Budget(max(1, min(share, hard)), max(1, hard))


def _kept(available_ms: int, margin_ms: int) -> int:
    return max(1, available_ms - min(margin_ms, available_ms * 4 // 5))
