"""Furigoma: the toss of pawns that decides which side a player takes."""

from __future__ import annotations

from komadai.pieces import BLACK, WHITE, Color

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from random import Random
    from typing import Final

ON_ITS_SIDE: Final = 0.02
"""The assumed probability that a tossed pawn lands on its side."""


def toss(rng: Random | None = None) -> list[bool | None]:
    """Five tossed pawns, as `color_of_thrower` takes them; it may be a tie.

    ``rng`` makes the toss repeatable; without it the operating system's random numbers are used.
    """
    from random import SystemRandom

    rng = rng or SystemRandom()
    return [None if rng.random() < ON_ITS_SIDE else rng.random() < 0.5 for _ in range(5)]


def color_of_thrower(pawns: Iterable[bool | None]) -> Color | None:
    """The colour of the player for whom the pawns are thrown; None for a tie, which is thrown again.

    Each pawn shows its face (True), its tokin side (False) or lies on its side (None). More pawns than
    tokin make the thrower Black, more tokin White; a pawn on its side does not count. Without one on its
    side an odd number of pawns (five, or three among beginners) cannot tie. In a handicap game the
    colours say who receives the handicap (Black) and who gives it.

    >>> color_of_thrower([True, True, False, True, False])
    <Color.BLACK: 0>
    >>> color_of_thrower([True, True, False, None, False]) is None
    True
    """
    faces = list(pawns)
    up, down = faces.count(True), faces.count(False)
    return None if up == down else BLACK if up > down else WHITE
