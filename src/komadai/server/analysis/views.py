"""Converts the lines of engines to wire types."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from komadai._core import Board, Move
from komadai.engine.protocol.info import Info
from komadai.score import WinRateModel
from komadai.server.analysis import wire as wt
from komadai.server.positions.wire import MoveView
from komadai.server.records.to_wire import play

MAX_MOVES: Final = 12
"""The moves of a line that are sent."""


class LineViews:
    """The lines of one position as wire types. A line that has not changed is not converted again."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self._known: dict[tuple[Move, ...], list[MoveView]] = {}

    def line(self, info: Info, model: WinRateModel | None) -> wt.AnalysisLine:
        """One line with its score."""
        score = None if info.score is None else info.score.black()
        return wt.AnalysisLine(
            depth=info.depth or 0,
            cp=None if score is None else score.cp,
            mate=None if score is None else score.mate,
            win=None if score is None or model is None else round(score.win_rate(model), 4),
            moves=self._moves(info.pv[:MAX_MOVES]),
        )

    def _moves(self, moves: tuple[Move, ...]) -> list[MoveView]:
        known = self._known.get(moves)
        if known is not None:
            return known
        found = line_of(self._board, moves)
        if len(self._known) >= 100:
            self._known.clear()
        self._known[moves] = found
        return found


def line_of(board: Board, moves: Iterable[Move]) -> list[MoveView]:
    """The moves that can be played from this position, up to the first that cannot."""
    previous: Move | None = board.history[-1] if board.history else None
    board, found = board.copy(), []
    for move in moves:
        if not board.is_legal(move):
            break
        found.append(play(board, move, previous, None).view)
        previous = move
    return found
