"""The time for a move: as much as is useful, and never enough to lose on time."""

from __future__ import annotations

from dataclasses import dataclass

from komadai import Color
from komadai.engine.protocol.limits import Limits

_MIN_MOVES_LEFT = 24
_MOVES_OF_A_GAME = 64
_UNLIMITED_FACTOR = 100
"""A soft limit of this many hard limits ends a search only if the move is certain."""


@dataclass(frozen=True, slots=True)
class Budget:
    """Milliseconds for one move: ``soft`` is the time it should take, ``hard`` the maximum.

    The search exceeds ``soft`` if the best move changes or its score falls, and stays below it if the move is
    certain.
    """

    soft: int
    hard: int

    def less(self, spent_ms: int) -> Budget:
        """The rest of it after ``spent_ms``."""
        return Budget(max(1, self.soft - spent_ms), max(1, self.hard - spent_ms))

    def after_ponder(self, pondered_ms: int) -> Budget:
        """The time for a move after pondering for ``pondered_ms``.

        Half of the pondering counts as time already used, but at least a quarter of the time is used in any
        case. Byoyomi cannot be saved, so it is used in full.
        """
        if self.soft >= self.hard:
            return self
        return Budget(max(self.soft // 4, self.soft - pondered_ms // 2, 1), self.hard)


def budget(limits: Limits, color: Color, margin_ms: int, played: int) -> Budget | None:
    """The time for a move, or None if no clock runs.

    ``margin_ms`` is reserved for the transmission and a busy machine, at most four fifths of the time.
    A ``movetime`` below a second keeps back proportionally less, because no flag falls.
    ``played`` is the number of moves of both sides so far. By the protocol btime does not include the
    increment of this move, but some GUIs have added it already. So the increment is added only if the clock
    shows less than it.
    """
    if limits.movetime is not None:
        hard = _kept(limits.movetime, margin_ms * min(limits.movetime, 1_000) // 1_000)
        return Budget(_UNLIMITED_FACTOR * hard, hard)
    main = limits.btime if color == Color.BLACK else limits.wtime
    gain = (limits.binc if color == Color.BLACK else limits.winc) or 0
    byoyomi = limits.byoyomi or 0
    if main is None and limits.byoyomi is None:
        return None
    main = main or 0
    if main < gain:
        main += gain
    max_ms = _kept(main + byoyomi, margin_ms)
    if byoyomi and main <= max(margin_ms, byoyomi):
        # After this move the main time is used up, and byoyomi that is not used is lost.
        return Budget(_UNLIMITED_FACTOR * max_ms, max_ms)
    # Spend main time evenly: moves must not get slower when only byoyomi or the increment is left.
    moves_left = max(_MIN_MOVES_LEFT, _MOVES_OF_A_GAME - played // 2)
    share = main // moves_left + gain * 4 // 5 + byoyomi
    hard = min(max_ms, 4 * share, main // 3 + gain // 2 + byoyomi)
    return Budget(max(1, min(share, hard)), max(1, hard))


def _kept(available_ms: int, margin_ms: int) -> int:
    return max(1, available_ms - min(margin_ms, available_ms * 4 // 5))
