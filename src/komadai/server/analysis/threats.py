"""The threats of the other side: what it would do if it could move twice, by a search after a null move."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Protocol

from komadai._core import Board
from komadai.messages.text import Text

if TYPE_CHECKING:
    from komadai.engine.protocol.info import Info
    from komadai.score import WinRateModel

SECONDS: Final = 0.7
LINES: Final = 3
MARGIN: Final = 0.12
"""A move is a threat if its win rate is less than this below that of the best one."""
IN_CHECK: Final = Text(
    "The king is in check: that threat comes first.", "王手がかかっています。まず王手への対応が必要です。"
)


class LineFinder(Protocol):
    """The part of an engine that the search needs."""

    @property
    def win_rate_model(self) -> WinRateModel:
        """The model that turns its scores into win rates."""

    def analyse(self, position: Board, *, seconds: float, multipv: int) -> list[Info]:
        """The last info of each of the best lines after this time. Raises EngineError."""


class ThreatSearch:
    """The threats of a position. Written by a worker thread, read by the event loop."""

    def __init__(self, board: Board) -> None:
        self.error: Final = IN_CHECK if board.is_check() else None
        self.lines: tuple[Info, ...] = ()
        self.model: WinRateModel | None = None
        self.board: Final = board if self.error else _after_a_null_move(board)

    def run(self, engine: LineFinder) -> None:
        """Searches for a short time. Raises EngineError."""
        if self.error is not None or not self.board.legal_moves:
            return
        found = engine.analyse(self.board, seconds=SECONDS, multipv=LINES)
        self.model = engine.win_rate_model
        self.lines = tuple(close_to_the_best(found, self.board, self.model))


def _after_a_null_move(board: Board) -> Board:
    after = board.copy()
    after.push_pass()
    return Board(after.sfen())


def close_to_the_best(lines: list[Info], board: Board, model: WinRateModel) -> list[Info]:
    """The lines with a score that is nearly as good for the side to move as that of the best line.

    Of lines with the same first move the first: those of the last, unfinished iteration and of the one before
    can have the same.
    """
    by_move = {info.pv[0]: info for info in reversed(lines) if info.score and info.pv}
    rates = [
        (info, info.score.pov(board.turn).win_rate(model))
        for info in lines
        if info.score and info.pv and by_move[info.pv[0]] is info
    ]
    best = max((rate for _, rate in rates), default=0.0)
    return [info for info, rate in rates if rate > best - MARGIN]
