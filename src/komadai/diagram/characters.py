"""Texts on the pieces of variants, from the outlines of single characters."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal, NamedTuple

from komadai.diagram import faces

Style = Literal["one", "two", "letters", "centre", "upper", "lower"]
"""One kanji, the whole name in kanji, Western letters; small in the middle, among the marks of the moves; a
kanji, and letters below it."""


class Place(NamedTuple):
    """The place of a character on a piece of scale 1: its middle, board units for a unit of the outline."""

    x: float
    y: float
    across: float
    down: float


def _column(across: float, down: float, *heights: float) -> tuple[Place, ...]:
    return tuple(Place(0, y, across, down) for y in heights)


def _row(size: float, y: float, *across: float) -> tuple[Place, ...]:
    return tuple(Place(x, y, size, size) for x in across)


PLACES: Final[Mapping[Style, tuple[tuple[Place, ...], ...]]] = {
    "one": (
        _column(0.0435, 0.0435, 3.2),
        _column(0.032, 0.0265, -9.5, 15.5),
        _column(0.029, 0.0185, -15, 2.5, 20),
        _column(0.026, 0.0135, -18, -5, 8, 21),
    ),
    "two": (
        _column(0.0435, 0.0435, 3.2),
        _column(0.034, 0.0275, -10, 16),
        _column(0.031, 0.0192, -15.5, 3, 21.5),
        _column(0.028, 0.0142, -18.5, -4.8, 8.9, 22.6),
    ),
    "letters": (
        _column(0.04, 0.04, 4),
        (Place(-10.5, 4, 0.028, 0.034), Place(10.5, 4, 0.028, 0.034)),
        (Place(-14.5, 5, 0.02, 0.028), Place(0, 5, 0.02, 0.028), Place(14.5, 5, 0.02, 0.028)),
        (
            Place(-10, -7, 0.025, 0.025),
            Place(10, -7, 0.025, 0.025),
            Place(-10, 16, 0.025, 0.025),
            Place(10, 16, 0.025, 0.025),
        ),
    ),
    "centre": (
        _column(0.018, 0.018, 4.6),
        _column(0.0145, 0.0115, -1, 10),
        _column(0.0145, 0.008, -4, 4.6, 13),
        _column(0.0145, 0.006, -5, 1.5, 8, 14.5),
    ),
    "upper": (
        _column(0.032, 0.032, -5.5),
        _column(0.026, 0.018, -14, 3.5),
        _column(0.024, 0.0125, -17, -5.5, 6),
        _column(0.022, 0.0095, -18.5, -9.5, -0.5, 8.5),
    ),
    "lower": (
        _column(0.0188, 0.0188, 20.4),
        _row(0.0188, 20.4, -7, 7),
        _row(0.0175, 20.4, -13, 0, 13),
        _row(0.015, 20.4, -17, -5.7, 5.7, 17),
    ),
}
"""By the number of characters, from one to four. A longer text shows its first four."""


def outlines() -> Mapping[str, str]:
    """The outline of each character that a name of a piece has, 1000 units to the em, centred."""
    return faces.glyphs("characters")


def placed(style: Style, text: str) -> list[tuple[str, Place]]:
    """The characters of a text on a piece, each with its place."""
    shown = text[:4]
    return list(zip(shown, PLACES[style][len(shown) - 1], strict=True)) if shown else []
