"""Draws the pictures on the pieces: animals for children, of standard shogi and of dobutsu shogi.

    python tools/animals.py

Writes ``src/komadai/diagram/faces/animals.json``: outlines as of characters, 1000 units to the em, y
downwards, the middle of the piece at (0, 0). A hole is drawn the other way round than the shape around it,
and what stands in the hole again as the shape.

As in dobutsu shogi the king is a lion, the giraffe moves straight (rook), the elephant diagonally (bishop),
and the chick (pawn) becomes a hen. Dog, cat, rabbit and boar are gold, silver, knight and lance. A rook
becomes a dragon, a bishop a horse, and the others get wings.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable, Sequence
from itertools import pairwise
from pathlib import Path

from komadai.diagram.shapes import disc, polygon

FILE = Path(__file__).resolve().parent.parent / "src" / "komadai" / "diagram" / "faces" / "animals.json"

Point = tuple[float, float]


def curve(points: Sequence[Point], *, hole: bool = False) -> str:
    """A smooth closed line through the points; the way round follows from ``hole``, not from their order."""
    area = sum(x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in pairwise([*points, points[0]]))
    around = list(points if (area > 0) is not hole else points[::-1])
    count = len(around)
    x, y = map(round, around[0])
    parts = [f"M{x} {y}"]
    for n in range(count):
        before, start, end, after = (around[(n + step) % count] for step in (-1, 0, 1, 2))
        handles = (
            *(start[axis] + (end[axis] - before[axis]) / 6 for axis in (0, 1)),
            *(end[axis] - (after[axis] - start[axis]) / 6 for axis in (0, 1)),
        )
        parts.append("C" + " ".join(str(round(number)) for number in (*handles, *end)))
    return "".join(parts) + "z"


def mirrored(half: Sequence[Point]) -> list[Point]:
    """The points of the right half, from top to bottom, and those of the left one."""
    return [*half, *((-x, y) for x, y in reversed(half) if x != 0)]


def both(points: Iterable[Point], *, hole: bool = False, sharp: bool = False) -> str:
    """A shape on the right and its image on the left."""
    right = list(points)
    left = [(-x, y) for x, y in reversed(right)]
    if not sharp:
        return curve(right, hole=hole) + curve(left, hole=hole)
    return corners(right, hole=hole) + corners(left, hole=hole)


def corners(points: Sequence[Point], *, hole: bool = False) -> str:
    """A polygon, the way round following from ``hole``."""
    area = sum(x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in pairwise([*points, points[0]]))
    return polygon(points if (area > 0) is not hole else points[::-1])


def eyes(x: float, y: float, r: float, *, hole: bool = False) -> str:
    return disc(-x, y, r, hole=hole) + disc(x, y, r, hole=hole)


# -- heads ---------------------------------------------------------------------------------------


def lion() -> str:
    mane = disc(0, 0, 330)
    for petal in range(12):
        angle = petal * math.pi / 6
        mane += disc(330 * math.sin(angle), 330 * math.cos(angle), 95)
    nose = polygon([(-62, 55), (62, 55), (0, 112)]) + polygon([(-11, 100), (11, 100), (11, 165), (-11, 165)])
    mouth = polygon([(-90, 140), (0, 178), (90, 140), (90, 165), (0, 203), (-90, 165)])
    return mane + disc(0, 20, 232, hole=True) + eyes(92, -25, 34) + nose + mouth


def elephant() -> str:
    ears = "".join(disc(side * 285, -70, 170) + disc(side * 298, -70, 118, hole=True) for side in (-1, 1))
    head = (
        "M-225-110a225 225 0 0 1 450 0q0 170-120 240v170q20 70 100 60q-60 100-170 40q-75-45-65-150v-95"
        "q-195-60-195-265z"
    )
    return ears + head + eyes(64, -95, 34, hole=True)


def giraffe() -> str:
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
    nostrils = eyes(62, 270, 28, hole=True)
    spots = disc(0, 60, 45, hole=True) + disc(20, -160, 34, hole=True)
    return horns + ears + head + eyes(85, -80, 36, hole=True) + nostrils + spots


def chick(*, grown: bool = False) -> str:
    face = disc(0, 40, 345) + disc(0, 40, 300, hole=True)
    beak = polygon([(0, 40), (95, 100), (0, 175), (-95, 100)])
    if not grown:
        tuft = polygon([(-22, -290), (-70, -420), (-2, -330), (10, -430), (40, -325), (95, -400), (42, -285)])
        return face + eyes(120, 0, 38) + beak + tuft
    comb = disc(-120, -345, 88) + disc(0, -390, 98) + disc(120, -345, 88)
    return face + eyes(120, 0, 38) + beak + comb + eyes(38, 225, 48)


def dog() -> str:
    """A light face between two hanging ears, with its tongue out."""
    ears = both([(150, -330), (300, -330), (420, -180), (440, 40), (370, 150), (280, 90), (250, -60)])
    outer = mirrored([(0, -345), (190, -300), (300, -120), (315, 80), (240, 270), (90, 350), (0, 360)])
    inner = mirrored([(0, -300), (165, -260), (258, -110), (270, 75), (205, 240), (80, 308), (0, 316)])
    snout = curve(mirrored([(0, 20), (85, 30), (100, 80), (45, 130), (0, 142)]))
    mouth = polygon([(-12, 135), (12, 135), (12, 185), (-12, 185)])
    tongue = curve(mirrored([(0, 180), (75, 185), (80, 250), (45, 292), (0, 300)]))
    return ears + curve(outer) + curve(inner, hole=True) + eyes(115, -75, 44) + snout + mouth + tongue


def cat(*, whiskers: bool = True) -> str:
    """A dark head with pointed ears and whiskers."""
    ears = both([(70, -250), (330, -450), (350, -20)], sharp=True)
    ears += both([(185, -268), (290, -348), (300, -180)], sharp=True, hole=True)
    head = curve(mirrored([(0, -235), (210, -205), (335, -10), (300, 190), (150, 320), (0, 345)]))
    look = both([(70, -10), (150, -70), (230, -35), (210, 45), (120, 60)], hole=True)
    pupils = both([(148, -58), (172, -5), (150, 48), (128, -5)])
    nose = corners([(-52, 120), (52, 120), (0, 172)], hole=True)
    mouth = both([(6, 185), (40, 225), (110, 205), (112, 232), (40, 262), (0, 222)], hole=True, sharp=True)
    hair = both([(300, 90), (455, 50), (460, 76), (305, 122)], sharp=True)
    hair += both([(285, 165), (440, 200), (430, 226), (275, 195)], sharp=True)
    return ears + head + look + pupils + nose + mouth + (hair if whiskers else "")


def rabbit() -> str:
    """Two long ears over a light face with two teeth."""
    ears = both([(60, -150), (55, -370), (120, -480), (195, -430), (205, -290), (170, -110)])
    ears += both([(100, -190), (100, -350), (130, -415), (158, -370), (158, -270), (140, -170)], hole=True)
    face = curve(mirrored([(0, -150), (180, -125), (300, 30), (280, 220), (140, 345), (0, 365)]))
    inside = curve(mirrored([(0, -105), (158, -85), (256, 40), (238, 200), (118, 302), (0, 320)]), hole=True)
    nose = polygon([(-48, 100), (48, 100), (0, 152)])
    line = polygon([(-11, 145), (11, 145), (11, 200), (-11, 200)])
    mouth = both([(0, 190), (90, 168), (98, 192), (0, 215)], sharp=True)
    teeth = both([(8, 212), (58, 205), (58, 275), (8, 275)], sharp=True)
    return ears + face + inside + eyes(118, 35, 40) + nose + line + mouth + teeth


def boar() -> str:
    """A dark bristly head with a large snout and two tusks."""
    bristles = polygon(
        [(-190, -220), (-165, -390), (-95, -300), (-60, -440), (0, -320), (60, -440), (95, -300), (165, -390),
         (190, -220)]
    )  # fmt: skip
    ears = both([(170, -250), (370, -350), (345, -110)], sharp=True)
    head = curve(mirrored([(0, -300), (230, -240), (330, -20), (310, 180), (190, 330), (0, 370)]))
    sight = both([(85, -85), (190, -130), (185, -75), (110, -40)], hole=True, sharp=True)
    snout = curve(mirrored([(0, 40), (125, 60), (165, 150), (120, 240), (0, 262)]), hole=True)
    nostrils = both([(40, 110), (75, 105), (88, 160), (65, 195), (38, 165)])
    tusks = both([(180, 255), (250, 190), (262, 60), (330, 190), (265, 300), (205, 310)], hole=True)
    return bristles + ears + head + sight + snout + nostrils + tusks


def dragon() -> str:
    """A long head with branching horns, a mane of flames and whiskers."""
    horns = both(
        [(60, -210), (130, -330), (110, -480), (185, -390), (270, -470), (245, -340), (160, -190)],
        sharp=True,
    )
    mane = both(
        [(180, -230), (345, -290), (290, -170), (430, -130), (320, -50), (410, 60), (270, 50)], sharp=True
    )
    head = curve(mirrored([(0, -250), (170, -220), (250, -80), (215, 60), (190, 180), (215, 290), (120, 380),
                           (0, 395)]))  # fmt: skip
    sight = both([(60, -60), (175, -140), (190, -70), (120, -25)], hole=True, sharp=True)
    pupils = eyes(128, -80, 24)
    nostrils = both([(40, 195), (95, 165), (125, 205), (70, 240)], hole=True)
    teeth = both([(30, 300), (150, 275), (120, 345), (95, 300), (70, 352), (45, 310)], hole=True, sharp=True)
    whiskers = both([(200, 190), (330, 230), (390, 120), (450, 130), (400, 290), (290, 300), (200, 250)])
    return horns + mane + head + sight + pupils + nostrils + teeth + whiskers


def horse() -> str:
    """A head in profile with a flying mane."""
    head = curve(
        [(-60, -330), (30, -400), (60, -300), (170, -190), (290, 30), (340, 150), (290, 240), (170, 240),
         (90, 150), (0, 130), (20, 250), (110, 400), (-250, 400), (-240, 200), (-200, -20), (-170, -200)]
    )  # fmt: skip
    ear = polygon([(-80, -300), (20, -480), (60, -270)])
    mane = polygon(
        [(-20, -400), (-180, -430), (-150, -350), (-300, -320), (-235, -240), (-390, -160), (-280, -110),
         (-420, 20), (-300, 40), (-400, 190), (-280, 190), (-340, 330), (-220, 340), (-120, -200)]
    )  # fmt: skip
    bare = curve([(-165, -210), (-190, -20), (-225, 210), (-215, 330), (-180, 200), (-150, 0)], hole=True)
    return head + ear + mane + bare + disc(90, -125, 38, hole=True) + disc(265, 150, 24, hole=True)


def winged(head: str) -> str:
    """The head, smaller, between two wings."""
    wings = both(
        [(268, 150), (290, -60), (345, -250), (425, -370), (440, -240), (482, -200), (468, -70), (505, -10),
         (470, 90), (490, 150), (400, 205), (310, 205)],
    )  # fmt: skip
    feathers = both([(330, -70), (440, -150), (442, -124), (332, -34)], sharp=True, hole=True)
    feathers += both([(322, 40), (450, -10), (450, 18), (322, 76)], sharp=True, hole=True)
    return scaled(wings + feathers, 0.97, 40) + scaled(head, 0.74, 10)


def scaled(path: str, factor: float, down: float) -> str:
    """A path of curves, lines and discs in another size, moved downwards."""
    written = []
    for command, text, closed in re.findall(r"([MLCa])([^MLCaz]*)(z?)", path):
        numbers = [float(number) for number in re.findall(r"-?[\d.]+", text)]
        for n, number in enumerate(numbers):
            if command != "a":
                numbers[n] = number * factor + (down if n % 2 else 0)
            elif n not in (2, 3, 4):  # the turn and the flags of an arc
                numbers[n] = number * factor
        written.append(command + " ".join(str(round(number)) for number in numbers) + closed)
    return "".join(written)


def main() -> None:
    glyphs = {
        "K": lion(), "K2": lion(), "R": giraffe(), "B": elephant(), "G": dog(), "S": cat(),
        "N": scaled(rabbit(), 1.12, 20), "L": boar(), "P": chick(), "+R": dragon(), "+B": horse(),
        "+S": winged(cat(whiskers=False)), "+N": winged(rabbit()), "+L": winged(boar()),
        "+P": chick(grown=True),
    }  # fmt: skip
    content = {
        "set": "animals",
        "license": "MIT",
        "source": "The Komadai authors",
        "units": 1000,
        "glyphs": glyphs,
    }
    FILE.write_text(json.dumps(content, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
