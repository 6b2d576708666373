"""When our engine gives up: a game that is lost, not one that began with a handicap."""

from __future__ import annotations

from typing import Any

import komadai
from komadai import Board
from komadai.engine.levels import Level
from komadai.engine.usi.options import OPTIONS

_LOST_MOVES = 3
"""It resigns when it has thought itself lost this many moves in a row …"""
_SOON = 4
"""… or is mated within so many plies."""
_NEVER = OPTIONS["ResignValue"].maximum
_WORTH = dict(zip(komadai.HAND_TYPES, (90, 260, 290, 430, 500, 650, 780), strict=True))


class Patience:
    """What it thought of its last moves in one game."""

    def __init__(self) -> None:
        self._lost = 0

    def ends(self, level: Level, report: dict[str, Any], value: int, odds: int) -> bool:
        """Whether it resigns after this search; ``value`` is the option ResignValue.

        ``odds``, in centipawns, were agreed on and are no reason to.
        """
        mated = report["mate"] is not None and not report["won"]
        hopeless = mated or (report["cp"] is not None and report["cp"] <= -value - odds)
        if report["depth"] > 0:  # else there was no time to judge anything
            self._lost = self._lost + 1 if hopeless else 0
        if not level.resigns or value == _NEVER:
            return False
        return self._lost >= _LOST_MOVES or (mated and -report["mate"] <= _SOON)


def odds(board: Board) -> int:
    """About what the side to move gave away, in centipawns, if the game began as a handicap."""
    sfen = board.root_sfen()
    if board.turn == komadai.BLACK or sfen == komadai.STARTPOS:
        return 0
    handicap = komadai.Handicap.from_sfen(sfen)
    if handicap is None:
        return 0
    gained = Board(sfen).hand(komadai.BLACK)
    # What went over to the other side makes twice the difference.
    return sum(worth * (handicap.removed[kind] + 2 * gained[kind]) for kind, worth in _WORTH.items())
