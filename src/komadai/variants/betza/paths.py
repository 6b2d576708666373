"""The moves of a piece step by step: the paths that the native engine compiles.

A path is a tuple of legs; a leg is a vector for Black (to the right, forward), the number of times it may be
repeated (0: any number of times) and a bit mask of what it may do.
"""

from __future__ import annotations

from enum import IntFlag
from typing import NamedTuple

from komadai.variants.betza.parser import BetzaError, Leg, Term, parse

MAX_PATHS = 2000


class Mode(IntFlag):
    """The ways in which a leg may end."""

    MOVE = 1
    """End on an empty square."""
    CAPTURE = 2
    """End on an enemy piece and capture it."""
    OWN = 4
    """End on an own piece and capture it."""
    JUMP = 8
    """Pass over pieces of lower jump rank."""
    TAKE = 16
    """Capture the pieces that it passes."""
    UNPROTECTED = 32
    """Capture only what no other enemy piece protects."""
    ANYWHERE = 64
    """Go to any square."""
    LOWER = 128
    """Capture only pieces of lower jump rank."""


class PathLeg(NamedTuple):
    """A leg of a path."""

    dx: int
    dy: int
    max: int
    mode: int


Path = tuple[PathLeg, ...]

_MODES = {"m": Mode.MOVE, "c": Mode.CAPTURE, "d": Mode.OWN}
_EXTENSIONS = {
    "": Mode(0),
    "jump": Mode.JUMP | Mode.CAPTURE | Mode.LOWER,
    "take": Mode.JUMP | Mode.TAKE | Mode.MOVE | Mode.CAPTURE | Mode.OWN | Mode.LOWER,
}


def paths(betza: str) -> tuple[Path, ...]:
    """The paths of a text in XBetza, without repetitions. Raises BetzaError."""
    found: dict[Path, None] = {}
    for term in parse(betza):
        for path in _term_paths(term, betza):
            found[path] = None
            if len(found) > MAX_PATHS:
                raise BetzaError(f"expected at most {MAX_PATHS} paths", betza, 0)
    return tuple(found)


def _term_paths(term: Term, betza: str) -> list[Path]:
    if term.legs[0].extension == "emperor":
        return [(PathLeg(0, 0, 1, Mode.MOVE | Mode.CAPTURE | Mode.UNPROTECTED | Mode.ANYWHERE),)]
    all_paths: list[Path] = []
    beginnings: list[Path] = [()]
    for i, leg in enumerate(term.legs):
        if term.optional[i]:
            # The move may end here as a last leg does; in order to go on, the square must be empty.
            ending = leg._replace(modes="mc") if leg.modes == "m" else leg
            all_paths += [(*path, step) for path in beginnings for step in _steps(ending, path)]
        beginnings = [(*path, step) for path in beginnings for step in _steps(leg, path)]
        if not beginnings:
            raise BetzaError(f"{leg.directions}: this atom has no such direction here", betza, leg.position)
        if len(beginnings) > MAX_PATHS:
            raise BetzaError(f"expected at most {MAX_PATHS} paths", betza, leg.position)
    return all_paths + beginnings


def _steps(leg: Leg, before: Path) -> list[PathLeg]:
    mode = int(_EXTENSIONS[leg.extension])
    if not leg.extension:
        for letter in leg.modes:
            mode |= _MODES[letter]
    steps: list[PathLeg] = []
    for vector, repeat in leg.atoms:
        if before:
            vectors = _relative(vector, leg.directions, before[-1])
        else:
            vectors = _absolute(vector, leg.directions)
        steps += [PathLeg(dx, dy, repeat, mode) for dx, dy in vectors]
    return steps


def _symmetric(vector: tuple[int, int]) -> list[tuple[int, int]]:
    small, large = vector
    both = {(small, large), (large, small)}
    return sorted({(x * sx, y * sy) for x, y in both for sx in (1, -1) for sy in (1, -1)})


def _absolute(vector: tuple[int, int], directions: str) -> list[tuple[int, int]]:
    """The vectors of a leaper in the directions, from Black's view."""
    vectors = _symmetric(vector)
    if not directions:
        return vectors
    small, large = vector
    if "h" in directions and small in (0, large):  # only oblique leaps have halves
        return []
    if small == 0:
        return [v for v in vectors if _orthogonal(v) & set(_expanded(directions))]
    names, pairs = (_diagonal, _PAIRS) if small == large else (_oblique, _PAIRS | _OBLIQUE_PAIRS)
    chosen: list[tuple[int, int]] = []
    for word in _words(directions, pairs):
        chosen += [v for v in vectors if word in names(v)]
    return [v for v in vectors if v in chosen]


def _expanded(directions: str) -> str:
    return directions.replace("s", "lr").replace("v", "fb")


def _orthogonal(v: tuple[int, int]) -> set[str]:
    return {"f" if v[1] > 0 else "b"} if v[1] else {"r" if v[0] > 0 else "l"}


def _words(directions: str, pairs: set[str]) -> list[str]:
    """Directions as pairs (``fl``: forward and to the left at once) and single letters."""
    words: list[str] = []
    i = 0
    while i < len(directions):
        pair = directions[i : i + 2]
        if pair in pairs:
            words.append(pair)
            i += 2
        else:
            words.append(directions[i])
            i += 1
    return words


_PAIRS = {"fl", "fr", "bl", "br", "lf", "rf", "lb", "rb", "ff", "bb", "ll", "rr"}
_OBLIQUE_PAIRS = {"fs", "bs", "fh", "bh", "lh", "rh"}


def _diagonal(v: tuple[int, int]) -> set[str]:
    """The words that name a diagonal direction."""
    forward, side = "f" if v[1] > 0 else "b", "r" if v[0] > 0 else "l"
    return {forward, side, "s", "v", forward + side, side + forward}


def _oblique(v: tuple[int, int]) -> set[str]:
    """The words that name an oblique leap.

    ``f`` (or ``ff``) are the two that go farther forward than to the side, ``fs`` the two that go forward and
    farther to the side, ``fh`` (half) all four.
    """
    forward, side = "f" if v[1] > 0 else "b", "r" if v[0] > 0 else "l"
    words = {forward + "h", side + "h", forward + side, side + forward}
    if abs(v[1]) > abs(v[0]):
        return words | {forward, forward * 2, "v"}
    return words | {side, side * 2, "s", forward + "s"}


_COMPASS = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)]
_TURNS = {"f": (0,), "b": (4,), "l": (6,), "r": (2,), "s": (2, 6), "v": (0, 4),
          "fl": (7,), "fr": (1,), "bl": (5,), "br": (3,)}  # fmt: skip


def _relative(vector: tuple[int, int], directions: str, before: PathLeg) -> list[tuple[int, int]]:
    """The vectors of a leaper in directions relative to the leg before, in eighths of a turn."""
    size = max(abs(before.dx), abs(before.dy))
    if (before.dx % size, before.dy % size) != (0, 0):  # an oblique leap: no direction of the compass
        return _symmetric(vector) if not directions else []
    heading = _COMPASS.index((before.dx // size, before.dy // size))
    small, large = vector
    if small not in (0, large):
        return _symmetric(vector) if not directions else []
    if "h" in directions:
        return []
    if directions:
        turns = {turn for word in _words(directions, _PAIRS) for turn in _TURNS.get(word, ())}
    else:
        turns = {0, 1, 2, 3, 5, 6, 7}
    units = [_COMPASS[(heading + turn) % 8] for turn in sorted(turns)]
    return [(x * large, y * large) for x, y in units if (x == 0 or y == 0) == (small == 0)]
