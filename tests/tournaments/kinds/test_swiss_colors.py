"""Who is Black in a Swiss game: the rules of FIDE's C.04.3 E one by one."""

from __future__ import annotations

import pytest

from komadai.pieces import Color
from komadai.tournaments.kinds.swiss.colors import with_colors
from komadai.tournaments.kinds.swiss.pairing import SwissPlayer

COLORS = {"B": Color.BLACK, "W": Color.WHITE}


def player(seed: int, colors: str = "", score: float = 0) -> SwissPlayer:
    """A player whose number is the seed."""
    return SwissPlayer(seed, seed, score, tuple(COLORS[each] for each in colors), (), 0, 0, frozenset())


@pytest.mark.parametrize(
    ("rule", "black", "white"),
    [
        ("E.1: both have what they want", player(2, "W"), player(1, "B")),
        ("E.2: who must not have a colour three times in a row", player(2, "BWW"), player(1, "WBW")),
        ("E.2: who has had White once more, before who had it last", player(2, "WBW"), player(1, "BW")),
        ("E.2: who has played, before who has not", player(2, "W"), player(1)),
        ("E.2: of two who must have Black, who lacks it more", player(2, "WWW"), player(1, "BWW")),
        ("E.3: who was White when the other was Black", player(2, "BWBW"), player(1, "WBBW")),
        ("E.3: counted from the last games", player(2, "BWBW"), player(1, "BWWBBW")),
        ("E.4: who has more points", player(2, "BW", 1.5), player(1, "BW", 1)),
        ("E.4: of equals, who has the higher seed", player(1, "BW", 1), player(2, "BW", 1)),
        ("E.4: the one with more points wants White", player(1, "WB", 1), player(2, "WB", 1.5)),
        ("E.5: an odd seed has Black", player(1), player(2)),
        ("E.5: an even seed has White", player(3), player(2)),
        ("E.5: it is the seed of who has more points", player(1), player(2, score=1)),
        ("E.5: the same", player(3, score=1), player(2)),
    ],
)
def test_colours_follow_the_first_rule_that_decides(
    rule: str, black: SwissPlayer, white: SwissPlayer
) -> None:
    assert with_colors(black, white) == (black.number, white.number), rule
    assert with_colors(white, black) == (black.number, white.number), rule
