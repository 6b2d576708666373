"""When the engine resigns: in a lost game, a handicap taken into account."""

from __future__ import annotations

from typing import Any

import komadai
from komadai import Board
from komadai.engine.levels import Level
from komadai.engine.usi.options import OPTIONS

_LOST_MOVES = 3
"""It resigns after this many moves in a row with a lost score …"""
_SOON = 4
"""… or if it is mated within this many plies."""
_NEVER = OPTIONS["ResignValue"].maximum
_VALUES = dict(zip(komadai.HAND_TYPES, (90, 260, 290, 430, 500, 650, 780), strict=True))


class ResignationTracker:
    """Counts the moves with a lost score in one game."""

    def __init__(self) -> None:
        self._lost = 0

    def should_resign(self, level: Level, report: dict[str, Any], value: int, odds: int) -> bool:
        """Whether to resign after this search; ``value`` is the option ResignValue.

        ``odds`` is the value of the handicap in centipawns, which the engine gave on purpose.
        """
        mated = report["mate"] is not None and not report["won"]
        hopeless = mated or (report["cp"] is not None and report["cp"] <= -value - odds)
        if report["depth"] > 0:  # at depth 0 there was no time for a search
            self._lost = self._lost + 1 if hopeless else 0
        if not level.resigns or value == _NEVER:
            return False
        return self._lost >= _LOST_MOVES or (mated and -report["mate"] <= _SOON)


def odds(board: Board) -> int:
    """The value in centipawns of the pieces that the side to move gave as a handicap; 0 without one."""
    sfen = board.root_sfen()
    if board.turn == komadai.BLACK or sfen == komadai.STARTPOS:
        return 0
    handicap = komadai.Handicap.from_sfen(sfen)
    if handicap is None:
        return 0
    gained = Board(sfen).hand(komadai.BLACK)
    # A piece that the other side has in hand makes twice the difference.
    return sum(value * (handicap.removed[kind] + 2 * gained[kind]) for kind, value in _VALUES.items())
