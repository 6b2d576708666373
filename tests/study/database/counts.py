"""Counts of an explored position."""

from __future__ import annotations

from komadai.study import Database
from tests.study.database.reference import Played, count


def assert_counts_agree(db: Database, games: list[Played], plies: int = 80) -> None:
    for sfen, counts in count(games, plies).items():
        explored = db.explore(sfen)
        assert explored.games == len(counts.games)
        assert {
            each.move.usi(): (each.games, each.black, each.white, each.draws) for each in explored.moves
        } == {
            move: (len(results), *(list(results.values()).count(who) for who in ("black", "white", "draw")))
            for move, results in counts.moves.items()
        }
