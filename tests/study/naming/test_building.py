"""The steps in which Mino and Yagura are built."""

from __future__ import annotations

import pytest

from komadai import kifu, study
from komadai.errors import RangeError
from tests.study.naming.games import black_only, turned

MINO = "7g7f 6g6f 2h6h 5i4h 4h3h 3h2h 3i3h 6i5h"
YAGURA = "7g7f 7i6h 6g6f 5g5f 6i7h 4i5h 5i6i 6h7g 5h6g 8h7i 7i6h 6i7i 7i8h"


def plies(game: kifu.Game, castle: str, side: study.Side = "black") -> list[int | None]:
    return [step.ply for step in study.building(game, castle, side)]


def test_mino_takes_six_steps_the_rook_first() -> None:
    assert plies(black_only(MINO), "hon_mino") == [5, 7, 9, 11, 13, 15]


def test_yagura_passes_through_the_crab() -> None:
    assert plies(black_only(YAGURA), "yagura") == [1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 25]


def test_steps_that_are_missing_have_no_ply() -> None:
    assert plies(black_only("7g7f 6g6f 2h6h 5i4h"), "hon_mino") == [5, 7, None, None, None, None]


def test_white_builds_as_black_does() -> None:
    assert plies(turned(black_only(MINO)), "hon_mino", "white") == [5, 7, 9, 11, 13, 15]


def test_a_game_of_a_variant_has_no_step_done() -> None:
    steps = study.building(kifu.VariantGame("minishogi"), "yagura", "black")
    assert [step.ply for step in steps] == [None] * 11


def test_every_step_is_in_both_languages() -> None:
    for castle in ("hon_mino", "yagura"):
        assert all(step.en and step.ja for step in study.building(kifu.Game(), castle, "black"))


def test_errors_name_what_was_expected() -> None:
    with pytest.raises(RangeError, match="expected hon_mino or yagura, got 'tower'"):
        study.building(kifu.Game(), "tower", "black")
    with pytest.raises(RangeError, match="expected black or white"):
        study.building(kifu.Game(), "yagura", "both")  # type: ignore[arg-type]
