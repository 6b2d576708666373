"""The choice of a move from a book."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from komadai import Board, Move, RangeError
from komadai.book import BookMove, Mark, MemoryBook
from komadai.book.move_choice import candidates, choose
from tests.book.samples import entries

FIRST, SECOND, THIRD = (Move.from_usi(usi) for usi in ("7g7f", "2g2f", "5g5f"))


def played(moves: list[BookMove], variety: int = 50, margin: int = 60, games: int = 2000) -> Counter[str]:
    rng = Random(7)
    chosen = (choose(moves, rng, variety, margin) for _ in range(games))
    return Counter(each.move.usi() for each in chosen if each is not None)


def test_moves_are_played_in_proportion_to_their_counts() -> None:
    shares = played([BookMove(FIRST, count=300), BookMove(SECOND, count=100)])
    assert 0.70 < shares["7g7f"] / 2000 < 0.80


def test_without_variety_the_best_move_is_always_played() -> None:
    moves = [BookMove(FIRST, score=10, count=900), BookMove(SECOND, score=12, count=1)]
    assert played(moves, variety=0) == {"2g2f": 2000}
    equal = [BookMove(FIRST, score=12, count=3), BookMove(SECOND, score=12, count=4)]
    assert played(equal, variety=0) == {"2g2f": 2000}


def test_more_variety_makes_the_frequencies_more_equal() -> None:
    moves = [BookMove(FIRST, count=90), BookMove(SECOND, count=10)]
    rare = [played(moves, variety=variety)["2g2f"] for variety in (10, 50, 100)]
    assert rare == sorted(rare)
    assert rare[0] < 20
    assert rare[2] > 400


def test_a_move_below_the_margin_is_never_played() -> None:
    moves = [BookMove(FIRST, score=50), BookMove(SECOND, score=-10), BookMove(THIRD, score=-11)]
    shares = played(moves, variety=100, margin=60)
    assert set(shares) == {"7g7f", "2g2f"}
    assert shares["7g7f"] > shares["2g2f"]


def test_the_authors_marks_count() -> None:
    assert played([BookMove(FIRST, mark=Mark.BAD), BookMove(SECOND)]) == {"2g2f": 2000}
    assert played([BookMove(FIRST, mark=Mark.FORCED), BookMove(SECOND)]) == {"7g7f": 2000}
    assert played([BookMove(FIRST, mark=Mark.BLUNDER)]) == {}
    assert played([BookMove(FIRST, count=0), BookMove(SECOND, count=1)]) == {"2g2f": 2000}
    assert set(played([BookMove(FIRST, count=0), BookMove(SECOND, count=0)])) == {"7g7f", "2g2f"}


@given(
    st.lists(
        st.builds(
            BookMove,
            st.sampled_from([FIRST, SECOND, THIRD]),
            score=st.none() | st.integers(-32000, 32000),
            count=st.none() | st.integers(0, 10**15),
            mark=st.sampled_from(Mark),
        ),
        max_size=6,
    ),
    st.integers(0, 100),
    st.integers(0, 1000),
)
def test_the_played_move_is_one_of_the_candidates(moves: list[BookMove], variety: int, margin: int) -> None:
    chosen = choose(moves, Random(1), variety, margin)
    able = candidates(moves, margin)
    assert (chosen is None) == (not able)
    assert chosen is None or chosen in able


def test_a_book_plays_only_legal_moves() -> None:
    book = MemoryBook(entries(300))
    rng = Random(3)
    count = 0
    for entry in book:
        board = Board(entry.sfen)
        move = book.choose(board, rng, variety=100, margin=10_000)
        if move is not None:
            assert move in board.legal_moves
            count += 1
    assert count > 200


@pytest.mark.parametrize(("variety", "margin"), [(-1, 0), (101, 0), (50, -1)])
def test_invalid_numbers_are_refused(variety: int, margin: int) -> None:
    with pytest.raises(RangeError, match="expected a"):
        choose([BookMove(FIRST)], Random(1), variety, margin)
