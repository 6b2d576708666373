"""Merging positions and moves that several books have."""

from __future__ import annotations

from komadai import Move
from komadai.book import BookEntry, BookMove, Mark, combined, merged
from tests.book.samples import entries

FIRST, SECOND = Move.from_usi("7g7f"), Move.from_usi("2g2f")
REPLY, OTHER = Move.from_usi("3c3d"), Move.from_usi("8c8d")


def both(one: BookMove, other: BookMove, prefer: str = "deeper") -> BookMove:
    found = combined(BookEntry("x", (one,)), BookEntry("x", (other,)), prefer)  # type: ignore[arg-type]
    assert len(found.moves) == 1
    return found.moves[0]


def test_counts_are_added_up() -> None:
    one, other = BookMove(FIRST, count=3, wins=2, losses=1), BookMove(FIRST, count=4, wins=0, losses=4)
    assert both(one, other) == BookMove(FIRST, count=7, wins=2, losses=5)
    assert both(one, BookMove(FIRST)) == one
    assert both(BookMove(FIRST), one) == one


def test_the_deeper_score_is_taken_with_its_reply() -> None:
    one, other = BookMove(FIRST, REPLY, 10, 20), BookMove(FIRST, OTHER, -5, 30)
    assert both(one, other) == other
    assert both(other, one) == other
    assert both(one, other, "first") == one
    assert both(other, one, "last") == one
    assert both(one, BookMove(FIRST, OTHER, 99, 20)) == one
    assert both(BookMove(FIRST, REPLY), other) == other
    assert both(one, BookMove(FIRST, OTHER), "last") == one


def test_marks_and_comments_are_the_first_books_if_it_has_any() -> None:
    one, other = BookMove(FIRST, comment="a"), BookMove(FIRST, mark=Mark.GOOD, comment="b")
    assert both(one, other) == BookMove(FIRST, mark=Mark.GOOD, comment="a")


def test_positions_keep_the_order_of_the_first_book_and_both_comments() -> None:
    one = BookEntry("x", (BookMove(SECOND),), 5, "a", 3, 1, 2)
    other = BookEntry("x", (BookMove(FIRST), BookMove(SECOND)), 3, "b", 4, None, 1)
    found = combined(one, other)
    assert [each.move for each in found.moves] == [SECOND, FIRST]
    assert (found.number, found.comment) == (3, "a\nb")
    assert (found.games, found.black_wins, found.white_wins) == (7, 1, 3)
    assert combined(one, one).comment == "a"


def test_sorted_books_are_merged_to_a_sorted_book() -> None:
    made = sorted(entries(400), key=lambda each: each.place)
    parts = [made[::2], made[1::2], made[::5]]
    found = list(merged(parts))
    assert [each.place for each in found] == [each.place for each in made]
    alone = {each.place: each for each in made}
    assert all(each == alone[each.place] for at, each in enumerate(found) if at % 5)
    assert list(merged([])) == []
