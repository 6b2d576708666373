"""What a format cannot hold is told."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from komadai import Color, Move, Outcome, Termination, kifu
from tests.kifu.trees import random_tree


def annotated() -> kifu.Game:
    game = kifu.Game(headers={"black": "羽生", "備考": "試し"})
    node = game.root.add(Move.from_usi("7g7f"), time_ms=4000, comment="角道")
    node.bookmark = "ここ"
    node.add(Move.from_usi("3c3d"), time_ms=2000)
    node.add(Move.from_usi("8c8d")).add(Move.from_usi("2g2f"))
    game.outcome = Outcome(Color.BLACK, Termination.RESIGNATION)
    return game


@pytest.mark.parametrize(
    ("format", "expected"),
    [
        ("kif", []),
        ("ki2", ["2 times"]),
        ("csa", ["2 moves in variations", "1 bookmark"]),
    ],
)
def test_what_formats_leave_out(format: str, expected: list[str]) -> None:
    game = annotated()
    assert kifu.losses(game, kifu.write(game, format), format) == expected


def test_a_game_that_is_not_there_is_told() -> None:
    assert kifu.losses(annotated(), "nothing") == ["the game: what was written cannot be read"]
    assert kifu.losses(annotated(), kifu.write(kifu.Game(), "kif"))[0] == "4 moves"


@given(seed=st.integers(0, 2**32))
@settings(max_examples=30)
def test_kif_loses_nothing(seed: int) -> None:
    game = random_tree(seed)
    assert kifu.losses(game, kifu.write(game, "kif"), "kif") == []
