"""Furigoma: who is Black after a toss of pawns."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from random import Random

import pytest

from komadai import BLACK, WHITE, Color
from komadai.furigoma import color_of_thrower, toss

FACE, TOKIN, ON_ITS_SIDE = True, False, None


@pytest.mark.parametrize(
    ("pawns", "color"),
    [
        ((FACE, FACE, FACE, TOKIN, TOKIN), BLACK),
        ((FACE, FACE, TOKIN, TOKIN, TOKIN), WHITE),
        ((FACE, FACE, TOKIN), BLACK),
        ((FACE, ON_ITS_SIDE, ON_ITS_SIDE, ON_ITS_SIDE, ON_ITS_SIDE), BLACK),
        ((FACE, FACE, TOKIN, TOKIN, ON_ITS_SIDE), None),
        ((ON_ITS_SIDE,) * 5, None),
    ],
)
def test_the_majority_decides_and_a_tie_is_thrown_again(
    pawns: Sequence[bool | None], color: Color | None
) -> None:
    assert color_of_thrower(pawns) is color


def test_a_pawn_on_its_side_does_not_count() -> None:
    for pawns in product((FACE, TOKIN, ON_ITS_SIDE), repeat=5):
        assert color_of_thrower(pawns) is color_of_thrower([pawn for pawn in pawns if pawn is not None])


def test_turning_all_pawns_over_changes_the_colours() -> None:
    for pawns in product((FACE, TOKIN, ON_ITS_SIDE), repeat=5):
        color = color_of_thrower(pawns)
        turned = color_of_thrower([pawn if pawn is None else not pawn for pawn in pawns])
        assert turned is (None if color is None else color.opponent)


def test_five_pawns_none_on_its_side_never_tie() -> None:
    for pawns in product((FACE, TOKIN), repeat=5):
        assert color_of_thrower(pawns) is not None


def test_tossed_pawns_show_a_face_a_tokin_or_lie_on_their_side() -> None:
    rng = Random(1)
    throws = [tuple(toss(rng)) for _ in range(200)]
    assert {len(throw) for throw in throws} == {5}
    assert {pawn for throw in throws for pawn in throw} == {FACE, TOKIN, ON_ITS_SIDE}
    assert {color_of_thrower(throw) for throw in throws} == {BLACK, WHITE, None}
    assert [tuple(toss(Random(1)))] == throws[:1]
