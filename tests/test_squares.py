"""Squares and sets of squares."""

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from komadai.errors import InvalidSquareError
from komadai.pieces import BLACK, WHITE
from komadai.squares import (
    PROMOTION_ZONES,
    SQUARES,
    SquareSet,
    file_of,
    mirror,
    rank_of,
    relative_rank,
    square,
    square_at,
    square_japanese,
    square_name,
)

sets = st.frozensets(st.integers(0, 80))


def test_squares_are_counted_file_by_file_from_1a() -> None:
    assert [square(name) for name in ("1a", "1b", "1i", "2a", "9i")] == [0, 1, 8, 9, 80]


def test_every_square_knows_its_names() -> None:
    for number in SQUARES:
        assert square(square_name(number)) == number
        assert square_at(file_of(number), rank_of(number)) == number
        assert mirror(mirror(number)) == number
        assert relative_rank(WHITE, number) == relative_rank(BLACK, mirror(number))
    assert square_japanese(square("7f")) == "７六"
    assert square_name(mirror(square("7g"))) == "3c"


@pytest.mark.parametrize("name", ["", "7", "7j", "0a", "a7", "7g7f", "７七", 81, None])
def test_what_is_no_square(name: object) -> None:
    with pytest.raises(InvalidSquareError):
        square(name)  # type: ignore[arg-type]


@pytest.mark.parametrize("number", [-1, 81, 1.5, "7j", None])
def test_numbers_that_are_no_square(number: object) -> None:
    for use in (square_name, file_of, rank_of, mirror, square_japanese):
        with pytest.raises(InvalidSquareError):
            use(number)  # type: ignore[arg-type]
    with pytest.raises(InvalidSquareError):
        SquareSet([number])  # type: ignore[list-item]


@given(sets, sets)
def test_a_square_set_behaves_as_a_frozenset(one: frozenset[int], two: frozenset[int]) -> None:
    a, b = SquareSet(one), SquareSet(two)
    assert a == one
    assert hash(a) == hash(one)
    assert list(a) == sorted(one)
    assert len(a) == len(one)
    assert bool(a) == bool(one)
    for ours, theirs in (
        (a & b, one & two),
        (a | b, one | two),
        (a - b, one - two),
        (a ^ b, one ^ two),
        (a & two, one & two),
        (one & b, one & two),
        (~a, frozenset(SQUARES) - one),
    ):
        assert set(ours) == theirs
    assert (a <= b, a < b, a.isdisjoint(b)) == (one <= two, one < two, one.isdisjoint(two))
    assert (a == b) == (one == two)
    assert SquareSet.from_mask(a.mask) == a
    assert pickle.loads(pickle.dumps(a)) == a
    assert a.mirrored().mirrored() == a
    assert all((number in a) == (number in one) for number in SQUARES)


def test_a_square_may_be_a_number_or_a_name() -> None:
    assert square(60) == square("7g") == 60
    assert (file_of("7g"), rank_of("7g"), square_name("7g")) == (7, 7, "7g")
    assert (mirror("7g"), square_japanese("7g"), relative_rank(WHITE, "7g")) == (20, "７七", 3)
    assert SquareSet(["7g", 0]) == {60, 0}
    assert "7g" in SquareSet([60])  # type: ignore[comparison-overlap]
    assert "7g" not in SquareSet([0])  # type: ignore[comparison-overlap]


def test_in_a_notebook_a_set_is_a_picture() -> None:
    empty, two = SquareSet()._repr_svg_(), SquareSet(["7g", "3c"])._repr_svg_()
    assert two.startswith("<svg")
    assert two.count("<circle r=") - empty.count("<circle r=") == 2


def test_other_objects_are_in_no_set() -> None:
    everything = ~SquareSet()
    assert [each for each in (-1, 81, "7j", None, 3.5) if each in everything] == []


def test_the_promotion_zones_are_the_far_three_ranks() -> None:
    assert {relative_rank(BLACK, each) for each in PROMOTION_ZONES[BLACK]} == {1, 2, 3}
    assert PROMOTION_ZONES[BLACK].mirrored() == PROMOTION_ZONES[WHITE]
    assert len(PROMOTION_ZONES[BLACK]) == 27


def test_a_set_prints_as_the_board() -> None:
    text = str(SquareSet([square("9a"), square("1i")]))
    assert text.splitlines()[0] == "● . . . . . . . ."
    assert text.splitlines()[8] == ". . . . . . . . ●"
    assert repr(SquareSet.file(1) & SquareSet.rank(5)) == "SquareSet({1e})"


@pytest.mark.parametrize("mask", [-1, 1 << 81, "1", None])
def test_masks_have_81_bits(mask: object) -> None:
    with pytest.raises(InvalidSquareError):
        SquareSet.from_mask(mask)  # type: ignore[arg-type]


def test_a_set_cannot_be_changed() -> None:
    with pytest.raises(AttributeError):
        SquareSet().mask = 3
