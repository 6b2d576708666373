"""Converts reviews to wire types."""

from __future__ import annotations

from collections.abc import Iterable

from komadai._core import Board, Move
from komadai.play.state import color_name
from komadai.server.positions.views import Moves, move_text
from komadai.server.positions.wire import MoveView
from komadai.server.records.to_wire import play
from komadai.server.reviews import wire as wt
from komadai.study import Review, ReviewedMove, Reviewer
from komadai.study.game_review.style import Style


def review(result: Review, reviewer: Reviewer) -> wt.ReviewView:
    """A review, as this reviewer has made it."""
    line = reviewer.line
    black, white = (None if each is None else round(each, 1) for each in result.accuracy)
    previous: list[Move | None] = [None, *line.moves]
    return wt.ReviewView(
        engine=result.engine,
        nodes=result.nodes,
        black_accuracy=black,
        white_accuracy=white,
        start_win=rounded([result.start_win])[0],
        complete=result.complete,
        moves=[
            _move(each, board, before, reviewer)
            for each, board, before in zip(result.moves, line.boards, previous, strict=False)
        ],
        milestones=[wt.MilestoneView(each.ply, each.kind) for each in result.milestones],
        black_style=_style(result.style[0]),
        white_style=_style(result.style[1]),
    )


def _style(style: Style | None) -> wt.StyleView | None:
    return None if style is None else wt.StyleView(**style.to_json())


def rounded(wins: Iterable[float | None]) -> list[float | None]:
    """Win rates with four digits."""
    return [None if win is None else round(win, 4) for win in wins]


def _move(each: ReviewedMove, board: Board, previous: Move | None, reviewer: Reviewer) -> wt.ReviewedMoveView:
    moves = Moves()
    text = reviewer.text_of(each, moves.placeholder)
    best = None
    if each.best is not None:
        best = wt.BestMoveView(
            usi=each.best.move.usi(),
            text=move_text(board, each.best.move, previous),
            line=_line(board, each.best.line, previous) if each.is_error else [],
        )
    return wt.ReviewedMoveView(
        ply=each.ply,
        usi=each.move.usi(),
        side=color_name(each.side),
        move=move_text(board, each.move, previous),
        cp=None if each.score is None else each.score.cp,
        mate=None if each.score is None else each.score.mate,
        win=rounded([each.win])[0],
        best=best,
        loss=round(each.loss, 4),
        move_class=each.move_class,
        text=moves.sentence(text.en, text.ja),
    )


def _line(board: Board, moves: Iterable[Move], previous: Move | None) -> list[MoveView]:
    board = board.copy()
    views = []
    for move in moves:
        views.append(play(board, move, previous, None).view)
        previous = move
    return views
