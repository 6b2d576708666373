"""The book that comes with Komadai."""

from __future__ import annotations

from random import Random

import komadai.book
from komadai import Board
from komadai.book.shipped import PATH


def test_it_is_small_sorted_and_valid() -> None:
    assert PATH.stat().st_size < 500_000
    with komadai.book.open(PATH) as book:
        count = 0
        for entry in book:
            count += 1
            board = Board(entry.sfen)
            assert entry.moves
            for each in entry.moves:
                assert board.is_legal(each.move)
                assert each.score is not None
                assert abs(each.score) < 500
        assert book.is_sorted  # type: ignore[attr-defined]
    assert count > 1000


def test_it_plays_many_different_openings() -> None:
    book = komadai.book.own()
    games = set()
    first = set()
    for seed in range(100):
        board = Board()
        rng = Random(seed)
        while board.ply < 8 and (move := book.choose(board, rng)) is not None:
            board.push(move)
        games.add(board.usi_position())
        first.add(board.history[0])
        assert board.ply >= 2
    assert len(games) > 30
    assert len(first) >= 2
