"""How a piece of a variant moves, as marks around it: for the move diagrams and for faces that show moves.

The marks are made from the paths of the piece, see `docs/variants.md`. Vectors are (dx, dy): dx > 0 is to the
right as the mover looks, dy > 0 is forward.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Final, Literal, NamedTuple

from komadai.diagram.shapes import disc, polygon
from komadai.variants.betza import Path, PathLeg
from komadai.variants.betza.paths import Mode

LINE_FROM: Final = 6
"""A piece that moves this number of squares or more in a direction gets a line with the number."""

Kind = Literal["step", "jump", "line", "over", "turn", "area", "stay", "anywhere"]


class MoveMark(NamedTuple):
    """One mark.

    ``step``: the neighbouring square or a line of ``max`` squares. ``jump``: a square that is reached over
    others. ``line``: any number of squares (``max`` 0), or ``max`` of them. ``over``: a line that passes over
    pieces. ``turn``: a line from which ``then`` branch off. ``area``: a square that is reached in several
    steps. ``stay``: the piece may return to its square. ``anywhere``: any square of the board.
    """

    kind: Kind
    dx: int
    dy: int
    max: int = 1
    only: Literal["", "move", "capture"] = ""
    """``move``: only to an empty square; ``capture``: only to capture."""
    then: tuple[tuple[int, int], ...] = ()


def move_marks(paths: Iterable[Path]) -> list[MoveMark]:
    """The marks of a piece with these paths, each once."""
    marks: dict[MoveMark, None] = {}
    turns: dict[tuple[int, int], dict[tuple[int, int], None]] = {}
    reached: set[tuple[int, int]] = set()
    for path in paths:
        first, last = path[0], path[-1]
        if len(path) == 1:
            marks[_single(first)] = None
        elif all(leg[2] == 1 for leg in path):
            reached.add((sum(leg[0] for leg in path), sum(leg[1] for leg in path)))
        else:
            turns.setdefault(first[:2], {})[last[:2]] = None
    shown = {(mark.dx, mark.dy) for mark in marks if mark.kind in ("step", "jump")}
    for square in sorted(reached):
        if square == (0, 0):
            marks[MoveMark("stay", 0, 0)] = None
        elif square not in shown:
            marks[MoveMark("area", *square)] = None
    for vector, branches in turns.items():
        marks[MoveMark("turn", *vector, 0, "", tuple(branches))] = None
    return list(marks)


def _single(leg: PathLeg) -> MoveMark:
    dx, dy, limit, mode = leg
    only: Literal["", "move", "capture"] = ""
    if not mode & (Mode.CAPTURE | Mode.OWN):
        only = "move"
    elif not mode & Mode.MOVE:
        only = "capture"
    if mode & Mode.ANYWHERE:
        return MoveMark("anywhere", 0, 0, 0, only)
    if mode & Mode.JUMP:
        return MoveMark("over", dx, dy, limit, only)
    adjacent = max(abs(dx), abs(dy)) == 1
    if limit == 0 or (limit >= LINE_FROM and adjacent):
        return MoveMark("line", dx, dy, limit, only)
    return MoveMark("step" if adjacent else "jump", dx, dy, limit, only)


# -- as a face

DOT, LINE, HEAD = 70, 28, 90
NEAR, FAR = 290, 440
NEAR_JUMPS, JUMP_AT = 210, 400
"""The distance of steps and of jumps on a piece that has jumps."""


def face_path(paths: Iterable[Path]) -> str:
    """The marks as an SVG path around the middle of a piece's face, 1000 units to the em, forward is up.

    A dot for a step, two or more for several, an arrow for a line, a ring for a jump, a ring in the middle
    for a piece that may stay.
    """
    marks = move_marks(paths)
    near = NEAR_JUMPS if any(mark.kind == "jump" for mark in marks) else NEAR
    return "".join(dict.fromkeys(_drawn(mark, near) for mark in marks))


def _drawn(mark: MoveMark, near: int) -> str:
    length = math.hypot(mark.dx, mark.dy)
    if length == 0:
        return disc(0, 0, 110) + disc(0, 0, 80, hole=True) if mark.kind == "stay" else ""
    ux, uy = mark.dx / length, -mark.dy / length
    corner = 1.2 if mark.dx and mark.dy else 1.0
    match mark.kind:
        case "step" if mark.max == 1:
            return disc(mark.dx * near, -mark.dy * near, DOT)
        case "step":
            return "".join(
                disc(ux * r * corner, uy * r * corner, DOT * 0.72)
                for r in _spread(near - 30, FAR, min(mark.max, 3))
            )
        case "jump":
            at = JUMP_AT / max(abs(mark.dx), abs(mark.dy))
            x, y = mark.dx * at, -mark.dy * at
            return disc(x, y, DOT) + disc(x, y, DOT - 32, hole=True)
        case "area":
            return ""
        case _:
            arrow = _arrow(ux, uy, FAR * corner)
            return arrow + (_bar(ux, uy, 235) if mark.kind in ("over", "turn") else "")


def _spread(start: float, end: float, count: int) -> list[float]:
    return [start + (end - start) * n / max(1, count - 1) for n in range(count)]


def _arrow(ux: float, uy: float, tip: float) -> str:
    neck = tip - HEAD * 1.3
    outline = ((215, -LINE), (neck, -LINE), (neck, -HEAD), (tip, 0), (neck, HEAD), (neck, LINE), (215, LINE))
    return polygon((ux * along - uy * across, uy * along + ux * across) for along, across in outline)


def _bar(ux: float, uy: float, at: float) -> str:
    """A short line across an arrow: it passes over pieces, or turns."""
    corners = ((at - 18, -95), (at + 18, -95), (at + 18, 95), (at - 18, 95))
    return polygon((ux * along - uy * across, uy * along + ux * across) for along, across in corners)
