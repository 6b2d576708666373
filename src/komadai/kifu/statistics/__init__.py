"""Statistics of any number of games, counted in one process or in several.

>>> import komadai
>>> from komadai.kifu import Game
>>> tally = Tally()
>>> for moves in ("7g7f 3c3d", "2g2f 8c8d 2f2e", "7g7f 8c8d"):
...     game = Game()
...     _ = game.extend(map(komadai.Move.from_usi, moves.split()))
...     tally.add(facts_of(game))
>>> statistics = tally.statistics()
>>> statistics.games, statistics.plies.mean, statistics.legal_moves.positions.median
(3, 2.3333333333333335, 30.0)
>>> {" ".join(each.moves): each.results.games for each in statistics.openings if len(each.moves) == 1}
{'7g7f': 2, '2g2f': 1}
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from komadai._core import Board
from komadai.kifu.scan import scan
from komadai.kifu.statistics.accumulator import Tally
from komadai.kifu.statistics.game_facts import Facts, FactsReader, MoveCounts
from komadai.kifu.statistics.results import (
    PERCENTILES,
    Distribution,
    GameReference,
    HandicapResults,
    LegalMoves,
    MoveKinds,
    Opening,
    Results,
    Statistics,
    Termination,
    Times,
    wilson,
)

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from komadai.kifu.tree.game import Game

__all__ = [
    "PERCENTILES",
    "Distribution",
    "Facts",
    "FactsReader",
    "GameReference",
    "HandicapResults",
    "LegalMoves",
    "MoveCounts",
    "MoveKinds",
    "Opening",
    "Results",
    "Statistics",
    "Tally",
    "Termination",
    "Times",
    "collect",
    "facts_of",
    "wilson",
]


def collect(
    *paths: str | Path,
    opening_plies: int = 2,
    on_error: Callable[[str, Exception], object] | None = None,
) -> Statistics:
    """The statistics of all games in files, folders and archives (see :func:`komadai.kifu.scan`).

    The table of openings is ``opening_plies`` deep. ``on_error(name, error)`` is called for files that
    cannot be read, which are then skipped; without it the first one raises RecordError or OSError.
    """
    tally = Tally(opening_plies)
    for path in paths:
        for number, facts in enumerate(scan(path, FactsReader, on_error=on_error), 1):
            tally.add(facts, file=str(path), number=number)
    return tally.statistics()


def facts_of(game: Game) -> Facts:
    """The facts of a game that is already in memory."""
    ending = game.end.ending
    nodes = list(game.main_line())
    facts = Facts(
        headers=dict(game.headers),
        sfen=game.sfen,
        moves=[node.move for node in nodes if node.move is not None],
        times_ms=[node.time_ms for node in nodes],
        outcome=ending.outcome if ending else None,
        end_ms=ending.time_ms if ending else None,
        warnings=game.warnings,
    )
    board = Board(game.sfen, validate=False)
    for ply, move in enumerate(facts.moves, 1):
        if not board.is_legal(move):
            facts.illegal_moves.append(ply)
        board.push_unchecked(move)
    return facts
