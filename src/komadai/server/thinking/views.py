"""Converts searches to wire types."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import fields

from komadai._core import Board, Move
from komadai.engine.thinking import Iteration, SearchStatistics, TreeMove
from komadai.score import Score
from komadai.server.positions.views import move_text
from komadai.server.positions.wire import MoveText, MoveView
from komadai.server.records.to_wire import play
from komadai.server.thinking import wire as wt

MAX_LINE = 12
MAX_MOVES, MAX_REPLIES = 60, 12
"""How many moves of the tree a page gets, and how many replies to each: the most searched ones."""


def iteration(board: Board, each: Iteration) -> wt.IterationView:
    """An iteration of a search of this position."""
    cp, mate = _score(each.score)
    return wt.IterationView(
        depth=each.depth,
        selective_depth=each.selective_depth,
        cp=cp,
        mate=mate,
        ms=each.ms,
        nodes=each.statistics.nodes,
        counts=counts(each.statistics),
        nodes_at_ply=list(each.statistics.nodes_at_ply),
        branching=round(each.branching, 2),
        solved=each.is_solved,
        line=_texts(board, each.moves[:MAX_LINE]),
    )


def counts(statistics: SearchStatistics) -> dict[str, int]:
    """All counts that are not 0, by their names."""
    names = (field.name for field in fields(statistics) if field.name != "nodes_at_ply")
    return {name: count for name in names if (count := getattr(statistics, name))}


def line(board: Board, moves: Iterable[Move]) -> list[MoveView]:
    """The moves of a line, with their positions."""
    board = board.copy()
    views, previous = [], None
    for move in moves:
        views.append(play(board, move, previous).view)
        previous = move
    return views


def tree(
    board: Board, moves: Sequence[TreeMove], limit: int = MAX_MOVES, previous: Move | None = None
) -> list[wt.TreeMoveView]:
    """The first plies of a tree: the most searched moves, in the order of the search."""
    by_nodes = sorted(moves, key=lambda each: (each.score is None, -each.nodes))
    shown = {each.move for each in by_nodes[:limit]}
    views = []
    for each in moves:
        if each.move not in shown:
            continue
        text = move_text(board, each.move, previous)
        board.push(each.move)
        replies = tree(board, each.replies, MAX_REPLIES, each.move)
        board.pop()
        cp, mate = (None, None) if each.score is None else _score(each.score)
        views.append(
            wt.TreeMoveView(
                usi=text.usi,
                text=text,
                cp=cp,
                mate=mate,
                bound=None if each.score is None else each.score.bound,
                depth=each.depth,
                nodes=each.nodes,
                reason=each.reason,
                cut_off=each.cut_off,
                not_searched=each.not_searched + len(each.replies) - len(replies),
                replies=replies,
            )
        )
    return views


def _score(score: Score) -> tuple[int | None, int | None]:
    return (None, score.mate) if score.is_mate else (score.cp, None)


def _texts(board: Board, moves: Iterable[Move]) -> list[MoveText]:
    board = board.copy()
    texts, previous = [], None
    for move in moves:
        texts.append(move_text(board, move, previous))
        board.push(move)
        previous = move
    return texts
