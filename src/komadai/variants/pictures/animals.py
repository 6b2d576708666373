"""The animals of dobutsu shogi, drawn here: outlines as of characters, 1000 units to the em, y downwards.

A hole is drawn the other way round than the shape around it, and what stands in the hole again as the shape.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Final

from komadai.diagram.shapes import disc, polygon


def _lion() -> str:
    mane = disc(0, 0, 330)
    for petal in range(12):
        angle = petal * math.pi / 6
        mane += disc(330 * math.sin(angle), 330 * math.cos(angle), 95)
    nose = polygon([(-62, 55), (62, 55), (0, 112)]) + polygon([(-11, 100), (11, 100), (11, 165), (-11, 165)])
    mouth = polygon([(-90, 140), (0, 178), (90, 140), (90, 165), (0, 203), (-90, 165)])
    return mane + disc(0, 20, 232, hole=True) + disc(-92, -25, 34) + disc(92, -25, 34) + nose + mouth


def _elephant() -> str:
    ears = "".join(disc(side * 285, -70, 170) + disc(side * 298, -70, 118, hole=True) for side in (-1, 1))
    head = (
        "M-225-110a225 225 0 0 1 450 0q0 170-120 240v170q20 70 100 60q-60 100-170 40q-75-45-65-150v-95"
        "q-195-60-195-265z"
    )
    eyes = disc(-64, -95, 34, hole=True) + disc(64, -95, 34, hole=True)
    return ears + head + eyes


def _giraffe() -> str:
    horns = "".join(
        disc(side * 95, -385, 52)
        + polygon(
            [(side * 95 - 24, -370), (side * 95 + 24, -370), (side * 95 + 24, -180), (side * 95 - 24, -180)]
        )
        for side in (-1, 1)
    )
    ears = polygon([(-150, -200), (-330, -245), (-165, -110)]) + polygon(
        [(150, -200), (165, -110), (330, -245)]
    )
    head = "M-170-200q170-80 340 0l-40 290q70 70 60 160q-30 150-190 160q-160-10-190-160q-10-90 60-160z"
    holes = (
        disc(-85, -80, 36, hole=True)
        + disc(85, -80, 36, hole=True)
        + disc(-62, 270, 28, hole=True)
        + disc(62, 270, 28, hole=True)
        + disc(0, 60, 45, hole=True)
        + disc(20, -160, 34, hole=True)
    )
    return horns + ears + head + holes


def _chick(*, grown: bool = False) -> str:
    face = disc(0, 40, 345) + disc(0, 40, 300, hole=True)
    eyes = disc(-120, 0, 38) + disc(120, 0, 38)
    beak = polygon([(0, 40), (95, 100), (0, 175), (-95, 100)])
    if not grown:
        tuft = polygon([(-22, -290), (-70, -420), (-2, -330), (10, -430), (40, -325), (95, -400), (42, -285)])
        return face + eyes + beak + tuft
    comb = disc(-120, -345, 88) + disc(0, -390, 98) + disc(120, -345, 88)
    return face + eyes + beak + comb + disc(-38, 225, 48) + disc(38, 225, 48)


PICTURES: Final[Mapping[str, Mapping[str, str]]] = {
    "dobutsu": {
        "L": _lion(),
        "E": _elephant(),
        "G": _giraffe(),
        "C": _chick(),
        "+C": _chick(grown=True),
    }
}
"""By the name of the variant, then by the id of the piece."""


def picture(variant: str, id: str) -> str:
    """The picture of a piece, or an empty text."""
    return PICTURES.get(variant, {}).get(id, "")
