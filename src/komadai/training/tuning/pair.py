"""Plays a pair of games between two variants: one opening, each variant once as Black."""

from __future__ import annotations

import os
from contextlib import suppress
from dataclasses import dataclass
from random import Random
from typing import Any, Final

from komadai import BLACK
from komadai._core import Search
from komadai.impasse import ImpasseRule
from komadai.match.openings import shipped
from komadai.training.tuning.variant import Variant

_MAX_PLIES: Final = 320
_LOST_SCORE: Final = -2_500
_LOST_MOVES: Final = 3
"""A side has lost when this number of its searches in a row found ``_LOST_SCORE`` or less, or a mate."""
_HASH_MB: Final = 8
_MAX_SEARCHES: Final = 4


@dataclass(frozen=True)
class PairTask:
    """A pair of games: ``opening`` is the number of one of the openings of matches, ``nodes`` the nodes of a
    move."""

    first: Variant
    second: Variant
    opening: int
    nodes: int


@dataclass(frozen=True)
class PlayedPair:
    """``points`` of the first variant (0, 0.5, 1) as Black and as White, and the moves of the games in USI
    after the opening."""

    points: tuple[float, float]
    moves: tuple[str, str]


def opening_of(seed: int, pair: int) -> int:
    """The opening of a pair: all openings in an order given by the seed, then again in another order."""
    count = len(shipped())
    order = list(range(count))
    Random(f"{seed} {pair // count}").shuffle(order)
    return order[pair % count]


class PairPlayer:
    """Plays pairs in a worker process. It keeps the searches of the evaluations it used last; those of
    variants with weights of their own load their evaluation for each pair."""

    def __init__(self, nice: int = 0) -> None:
        self._searches: dict[tuple[str | None, int], Search] = {}
        if nice:
            with suppress(OSError, AttributeError):  # Windows has no such priority
                os.nice(nice)

    def play(self, task: PairTask) -> PlayedPair:
        """Plays both games. Raises EvaluationFileError."""
        searches = tuple(
            self._search(variant, side) for side, variant in enumerate((task.first, task.second))
        )
        black = play_game((searches[0], searches[1]), task.opening, task.nodes)
        white = play_game((searches[1], searches[0]), task.opening, task.nodes)
        return PlayedPair((black[0], 1 - white[0]), (black[1], white[1]))

    def close(self) -> None:
        """Nothing has to be ended."""

    def kill(self) -> None:
        """Nothing has to be ended: the search ends with its process."""

    def _search(self, variant: Variant, side: int) -> Search:
        key = (None if variant.weights else variant.evaluation, side)
        known = self._searches.pop(key, None)
        search = known or Search(_HASH_MB)
        if known is None or variant.weights:
            with variant.evaluation_file() as path:
                search.load_evaluation(path)
        self._searches[key] = search  # those used last are at the end
        while len(self._searches) > _MAX_SEARCHES:
            del self._searches[next(iter(self._searches))]
        for name, value in variant.all_parameters().items():
            search.set_parameter(name, value)
        return search


def play_game(searches: tuple[Search, Search], opening: int, nodes: int) -> tuple[float, str]:
    """Plays a game; returns Black's points and the moves in USI. The searches are Black's and White's."""
    board = shipped()[opening].board()
    moves: list[str] = []
    for search in searches:
        search.clear()
    lost = [0, 0]

    def ended(points: float) -> tuple[float, str]:
        return points, " ".join(moves)

    while True:
        outcome: Any = board.outcome()
        if outcome is not None:
            return ended(0.5 if outcome.winner is None else float(outcome.winner == BLACK))
        if board.ply >= _MAX_PLIES:
            return ended(0.5)
        side = 0 if board.turn == BLACK else 1
        search = searches[side]
        search.arm()
        move, _, declares, report = search.go(board, nodes=nodes, impasse=ImpasseRule.POINTS_27)
        if declares:
            return ended(float(side == 0))
        is_mate = report["mate"] is not None
        is_lost = not report["won"] if is_mate else report["cp"] <= _LOST_SCORE
        lost[side] = lost[side] + 1 if is_lost else 0
        if move is None or lost[side] == _LOST_MOVES:
            return ended(float(side == 1))
        moves.append(move.usi())
        board.push(move)
