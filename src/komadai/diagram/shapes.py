"""Parts of SVG paths: a path is filled by the non-zero rule, so a hole runs the other way round."""

from __future__ import annotations

from collections.abc import Iterable


def disc(x: float, y: float, r: float, *, hole: bool = False) -> str:
    """A circle around (x, y), rounded to whole units."""
    left, middle, radius = round(x - r), round(y), round(r)
    sweep = 0 if hole else 1
    return (
        f"M{left} {middle}a{radius} {radius} 0 1 {sweep} {2 * radius} 0"
        f"a{radius} {radius} 0 1 {sweep} {-2 * radius} 0z"
    )


def polygon(points: Iterable[tuple[float, float]]) -> str:
    """A closed polygon, rounded to whole units."""
    return "M" + "L".join(f"{round(x)} {round(y)}" for x, y in points) + "z"
