"""The first moves."""

from __future__ import annotations

from random import Random

from komadai import Board
from komadai.engine import openings


def test_there_is_variety_and_every_move_is_legal() -> None:
    games = set()
    for seed in range(60):
        board = Board()
        chance = Random(seed)
        while (move := openings.choose(board, chance)) is not None:
            board.push(move)
        assert board.ply >= 6
        games.add(board.usi_position())
    assert len(games) > 8


def test_what_is_not_in_the_table_is_left_to_the_search() -> None:
    board = Board()
    board.push_usi("9i9h")
    assert openings.choose(board, Random(1)) is None
    assert openings.choose(Board.handicap("two-piece"), Random(1)) is None
