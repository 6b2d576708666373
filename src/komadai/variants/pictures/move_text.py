"""How a piece of a variant moves, as a diagram in plain characters."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from komadai.variants.betza import Path
from komadai.variants.pictures.move_marks import MoveMark, move_marks

RADIUS: Final = 2
"""A diagram shows at least this number of squares in each direction."""
LARGEST: Final = 7
"""And at most this number; what reaches farther ends at the edge with the number of squares."""

LEGEND: Final = (
    ("*", "the piece; @ if it may also stay, or return, to its square", "駒。@ は元のマスに戻る手もある"),
    ("o", "moves there and captures there", "移動も、駒を取ることもできる"),
    ("m", "only moves there", "移動だけできる"),
    ("c", "only captures there", "駒を取るときだけ行ける"),
    ("j", "jumps there, whatever stands between", "間の駒を飛び越えて行ける"),
    ("| - / \\", "any number of squares along the line", "その方向に何マスでも"),
    ("#", "along the line, over pieces", "その方向に、駒を飛び越えて"),
    ("+", "along the line, then a turn", "その方向に進み、曲がれる"),
    ("a", "reached in several steps", "何歩かで行ける"),
    ("3 … 9", "and on along the line, up to this number of squares", "その先も、合わせてこのマス数まで"),
    (">", "the same, up to 10 squares or more", "同じく、10マス以上まで"),
)
"""The signs of the diagrams, with their meaning in English and Japanese."""

_LINES: Final = {(0, 1): "|", (1, 0): "-", (1, 1): "/", (1, -1): "\\"}
_PRECEDENCE: Final = r".acmo|-/\3456789>#+j"
"""The order of signs: the later one of two on a square is shown."""
_RESTRICTED: Final = {"move": "m", "capture": "c"}


def move_diagram(paths: Iterable[Path]) -> list[str]:
    """The rows of a diagram of a piece with these paths, forward is up; see :data:`LEGEND`.

    It is as large as the moves need, from 5×5 to 15×15. A piece that may go anywhere has ``o`` everywhere.
    """
    marks = move_marks(paths)
    radius = min(LARGEST, max([RADIUS, *map(_reach, marks)]))
    cells: dict[tuple[int, int], str] = {}
    for mark in marks:
        _draw(mark, radius, cells)
    stays = any(mark.kind == "stay" for mark in marks)
    cells[0, 0] = "@" if stays else "*"
    span = range(-radius, radius + 1)
    return [" ".join(cells.get((dx, -dy), ".") for dx in span) for dy in span]


def _reach(mark: MoveMark) -> int:
    """How many squares from the piece a diagram must show for the mark."""
    steps = mark.max if mark.kind in ("step", "jump") else 1
    return max(abs(mark.dx), abs(mark.dy)) * max(1, steps)


def _draw(mark: MoveMark, radius: int, cells: dict[tuple[int, int], str]) -> None:
    if mark.kind == "anywhere":
        for dx in range(-radius, radius + 1):
            for dy in range(-radius, radius + 1):
                _put(cells, (dx, dy), _RESTRICTED.get(mark.only, "o"))
        return
    if mark.kind == "stay":
        return
    sign = _sign(mark)
    count = 0
    at = mark.dx, mark.dy
    while max(map(abs, at)) <= radius and (mark.max == 0 or count < mark.max):
        count += 1
        following = at[0] + mark.dx, at[1] + mark.dy
        goes_on = mark.max > count and max(map(abs, following)) > radius
        _put(cells, at, _limit(mark.max) if goes_on else sign)
        at = following


def _sign(mark: MoveMark) -> str:
    if mark.only:
        return _RESTRICTED[mark.only]
    match mark.kind:
        case "step":
            return "o"
        case "jump":
            return "j"
        case "over":
            return "#"
        case "turn":
            return "+"
        case "area":
            return "a"
    direction = (abs(mark.dx), mark.dy if mark.dx >= 0 else -mark.dy)
    if mark.dx == 0:
        direction = (0, abs(mark.dy))
    return _LINES.get(direction, "j")


def _limit(squares: int) -> str:
    return str(squares) if squares < 10 else ">"


def _put(cells: dict[tuple[int, int], str], at: tuple[int, int], sign: str) -> None:
    """Draws a sign. Of two on a square the one that says more is shown; moving and capturing are both."""
    before = cells.get(at, ".")
    both = {before, sign} == {"m", "c"}
    cells[at] = "o" if both else max(before, sign, key=_PRECEDENCE.index)
