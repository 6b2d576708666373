"""Gives the colours of a Swiss game by the rules of FIDE (C.04.3 E).

In chess White begins, in shogi Black: its White is our Black. The lots give Black in the first round to the
player with seed 1.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from komadai.pieces import Color
from komadai.tournaments.kinds.swiss.pairing import SwissPair, SwissPlayer

_MILD: Final = 1
_STRONG: Final = 2
_ABSOLUTE: Final = 3


class Preference(NamedTuple):
    """The colour that a player should have next."""

    color: Color | None
    """None: the player has played no game."""
    strength: int
    lead: int
    """How many more games the player has had with the other colour."""


def preference(player: SwissPlayer) -> Preference:
    """The colour preference of a player (A.6)."""
    colors = player.colors
    if not colors:
        return Preference(None, 0, 0)
    more_black = 2 * colors.count(Color.BLACK) - len(colors)
    repeated = len(colors) > 1 and colors[-1] is colors[-2]
    last = more_black == 0 or repeated
    color = colors[-1].opponent if last else Color.WHITE if more_black > 0 else Color.BLACK
    strength = _ABSOLUTE if repeated or abs(more_black) > 1 else _STRONG if more_black else _MILD
    return Preference(color, strength, more_black if color is Color.WHITE else -more_black)


def with_colors(first: SwissPlayer, second: SwissPlayer) -> SwissPair:
    """The game of two players with its colours."""
    higher, lower = sorted((first, second), key=lambda player: (-player.score, player.seed))
    if _color_of_higher(higher, lower) is Color.BLACK:
        return SwissPair(higher.number, lower.number)
    return SwissPair(lower.number, higher.number)


def _color_of_higher(higher: SwissPlayer, lower: SwissPlayer) -> Color:
    """The colour of the player who is ranked higher: by score, then by seed."""
    own, other = preference(higher), preference(lower)
    if own.color is not None and other.color is not None:
        if own.color is not other.color:  # E.1
            return own.color
        if own[1:] != other[1:]:  # E.2
            return own.color if own[1:] > other[1:] else own.color.opponent
        for mine, theirs in zip(reversed(higher.colors), reversed(lower.colors), strict=False):  # E.3
            if mine is not theirs:
                return theirs
    if own.color is not None:  # E.4; without a preference of the other, E.2
        return own.color
    if other.color is not None:  # E.2
        return other.color.opponent
    return Color.BLACK if higher.seed % 2 else Color.WHITE  # E.5
