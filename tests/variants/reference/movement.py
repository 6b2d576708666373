"""How the pieces of the reference move: its own notation, and a plain function for each power.

This shares nothing with the package: neither the definition files nor Betza notation nor the
paths of the native engine. It is slow on purpose; every function is written to be read beside
the rule it states.

A square is (file, rank): file 1 is at Black's right, rank 1 at the top. A piece's powers are
words separated by spaces:

    F1 B* FL3       steps in a direction: one square, any number, up to three (F B L R FL FR BL BR
                    as the mover looks)
    F@2             leaps to the second square of the direction, whatever stands on the first
    F@2* F@3+2      leaps so and may slide on: without limit, or up to two squares further
    F@2>*           leaps to the second square, if it is empty, and must slide on from there
    far:F           slides, and may leap over the first one, two or three squares before
    N, NB           the knight's two leaps forward, backward
    leaps:1,2       all eight leaps of this shape
    mF1 cFL1        a step that does not capture, a step that only captures
    lion            up to two steps of a king in one turn, each of which may capture; also leaps
    line:F          the same along one line: forward, and back to where it came from
    dog:F           the lion dog: up to three steps along one line, see `lion_dog`
    area:3          up to three steps of a king over empty squares; a capture ends the move
    hook:R hook:B   a slide of the rook (bishop) and at most one turn by a right angle
    hook:FL         the same, but the first slide is in this direction only
    over:FL         slides; it captures also beyond pieces of lower rank, only pieces of lower rank
    sweep:FL        slides over pieces of lower rank, of both sides, and captures all of them
    igui:F          captures the piece on the adjacent square without moving
    over:D A@2      with O, D, A: in the four orthogonal, the four diagonal, all directions
    teleport        goes to any empty square, or captures a piece that no other protects
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from .position import Position

Square = tuple[int, int]

# Directions for Black: files grow to the left, ranks grow downwards.
DIRECTIONS: dict[str, Square] = {
    "F": (0, -1),
    "B": (0, 1),
    "L": (1, 0),
    "R": (-1, 0),
    "FL": (1, -1),
    "FR": (-1, -1),
    "BL": (1, 1),
    "BR": (-1, 1),
}
ORTHOGONAL = ("F", "B", "L", "R")
DIAGONAL = ("FL", "FR", "BL", "BR")
NEIGHBOURS = tuple(DIRECTIONS.values())
KNIGHT_LEAPS = ((1, -2), (-1, -2))


class Reach(NamedTuple):
    """One way to use a power: where the piece ends, and what else disappears."""

    target: Square
    taken: tuple[Square, ...] = ()  # squares captured on the way, in order
    written: tuple[Square, ...] = ()  # squares that the text of the move names between both ends


class Scene:
    """The board as one piece sees it: its square, its colour, and what stands where."""

    def __init__(self, position: Position, origin: Square) -> None:
        self.position = position
        self.board = position.board
        self.origin = origin
        self.colour, self.kind = position.board[origin]
        self.turned = 1 if self.colour == "b" else -1
        self.files = position.files
        self.ranks = position.ranks

    def vector(self, direction: str) -> Square:
        file, rank = DIRECTIONS[direction]
        return file * self.turned, rank * self.turned

    def inside(self, square: Square) -> bool:
        return 1 <= square[0] <= self.files and 1 <= square[1] <= self.ranks

    def empty(self, square: Square) -> bool:
        return square == self.origin or square not in self.board

    def enemy(self, square: Square) -> bool:
        return square in self.board and self.board[square][0] != self.colour

    def free(self, square: Square) -> bool:
        """Whether the piece may end its move there: inside the board and no own piece."""
        return self.inside(square) and (self.empty(square) or self.enemy(square))

    def rank_of(self, square: Square) -> int:
        return self.position.variant.kinds[self.board[square][1]].rank

    def ray(self, start: Square, vector: Square, limit: int = 0) -> Iterator[Square]:
        file, rank = start
        count = 0
        while not limit or count < limit:
            file, rank = file + vector[0], rank + vector[1]
            if not self.inside((file, rank)):
                return
            count += 1
            yield file, rank


class ProtectingScene(Scene):
    """The same, but own pieces count as enemies: what the piece reaches so, it protects."""

    def enemy(self, square: Square) -> bool:
        return square != self.origin and square in self.board


def slide(scene: Scene, start: Square, vector: Square, limit: int) -> Iterator[Reach]:
    """Steps over empty squares until a piece; an enemy piece may be captured. 0: no limit."""
    for square in scene.ray(start, vector, limit):
        if scene.empty(square):
            yield Reach(square)
            continue
        if scene.enemy(square):
            yield Reach(square)
        return


def leap(scene: Scene, vector: Square) -> Iterator[Reach]:
    target = scene.origin[0] + vector[0], scene.origin[1] + vector[1]
    if scene.free(target):
        yield Reach(target)


def leap_and_slide(
    scene: Scene, vector: Square, distance: int, further: int, *, stops: bool = True
) -> Iterator[Reach]:
    """A leap of `distance` squares, then up to `further` squares on (0: any number). If it never `stops`
    after the leap, the square to which it leaps must be empty."""
    landing = scene.origin[0] + vector[0] * distance, scene.origin[1] + vector[1] * distance
    if not scene.free(landing):
        return
    if stops:
        yield Reach(landing)
    if scene.empty(landing):
        yield from slide(scene, landing, vector, further)


def far(scene: Scene, vector: Square) -> Iterator[Reach]:
    """A slide, or a leap over the first one, two or three squares and a slide from there."""
    yield from slide(scene, scene.origin, vector, 0)
    for distance in (2, 3, 4):
        yield from leap_and_slide(scene, vector, distance, 0)


def lion(scene: Scene) -> Iterator[Reach]:
    """Two steps of a king. Leaps to every square of the 5x5 around; captures on the way;
    captures without moving (igui); and stays where it is when a neighbour is empty."""
    file, rank = scene.origin
    for file_step in range(-2, 3):
        for rank_step in range(-2, 3):
            if file_step or rank_step:
                yield from leap(scene, (file_step, rank_step))
    for first in NEIGHBOURS:
        middle = file + first[0], rank + first[1]
        if not scene.inside(middle) or not scene.enemy(middle):
            continue
        for second in NEIGHBOURS:
            target = middle[0] + second[0], middle[1] + second[1]
            if scene.free(target):
                yield Reach(target, (middle,), (middle,))
    yield from stay(scene, NEIGHBOURS)


def stay(scene: Scene, steps: tuple[Square, ...]) -> Iterator[Reach]:
    """A turn passed by a step to an empty neighbour and back. The text names the neighbour
    with the lowest square number: files from 1, in a file ranks from 1."""
    file, rank = scene.origin
    squares = [(file + step[0], rank + step[1]) for step in steps]
    squares = [square for square in squares if scene.inside(square) and scene.empty(square)]
    if squares:
        yield Reach(scene.origin, (), (min(squares),))


def lion_line(scene: Scene, vector: Square) -> Iterator[Reach]:
    """Two steps along one line: to the first or second square, with a capture on the first,
    or back from the first. Passing the turn is left to `stay`, once for all lines."""
    yield from leap(scene, vector)
    yield from leap(scene, (vector[0] * 2, vector[1] * 2))
    middle = scene.origin[0] + vector[0], scene.origin[1] + vector[1]
    if scene.inside(middle) and scene.enemy(middle):
        yield Reach(scene.origin, (middle,), (middle,))
        target = middle[0] + vector[0], middle[1] + vector[1]
        if scene.free(target):
            yield Reach(target, (middle,), (middle,))


def lion_dog(scene: Scene, vector: Square) -> Iterator[Reach]:
    """Up to three steps forward or backward along one line, never past the square where it began.
    At each step it may capture or pass over what stands there. What counts is where it ends and
    what it captured: a way that captures the same is the same move."""
    squares = [(scene.origin[0] + vector[0] * n, scene.origin[1] + vector[1] * n) for n in range(4)]

    def walk(at: int, steps: int, taken: tuple[Square, ...]) -> Iterator[Reach]:
        for following in (at - 1, at + 1):
            if not 0 <= following <= 3 or not scene.inside(squares[following]):
                continue
            here = squares[following]
            if scene.free(here) and (here != scene.origin or taken):
                captured = tuple(square for square in taken if square != here)
                yield Reach(here, captured, captured)
            if steps == 1:
                continue
            yield from walk(following, steps - 1, taken)
            if scene.enemy(here) and here not in taken:
                yield from walk(following, steps - 1, (*taken, here))

    yield from walk(0, 3, ())


def area(scene: Scene, steps: int) -> Iterator[Reach]:
    """Up to `steps` steps of a king over empty squares. The last one may capture. A step out and
    back is such a move, so that the piece may pass its turn."""
    frontier, seen = {scene.origin}, {scene.origin}
    for _ in range(steps):
        following: set[Square] = set()
        for square in frontier:
            for step in NEIGHBOURS:
                target = square[0] + step[0], square[1] + step[1]
                if target in seen or not scene.free(target):
                    continue
                seen.add(target)
                yield Reach(target)
                if scene.empty(target):
                    following.add(target)
        frontier = following
    yield from stay(scene, NEIGHBOURS)


def hook(scene: Scene, vectors: list[Square]) -> Iterator[Reach]:
    """A slide in one of these directions, and then at most one at right angles to it. Squares
    passed must be empty; the first capture ends the move. The origin counts as empty."""
    for vector in vectors:
        for reach in slide(scene, scene.origin, vector, 0):
            yield reach
            if not scene.empty(reach.target):
                continue
            for turn in ((vector[1], -vector[0]), (-vector[1], vector[0])):
                for second in slide(scene, reach.target, turn, 0):
                    if second.target != scene.origin:
                        yield second


def capture_over(scene: Scene, vector: Square) -> Iterator[Reach]:
    """Slides like any other piece. It may also capture a piece of lower rank beyond pieces of
    lower rank, and those it leaves alone."""
    own = scene.position.variant.kinds[scene.kind].rank
    passed = False
    for square in scene.ray(scene.origin, vector):
        if scene.empty(square):
            if not passed:
                yield Reach(square)
            continue
        if scene.enemy(square) and (not passed or scene.rank_of(square) < own):
            yield Reach(square)
        if scene.rank_of(square) >= own:
            return
        passed = True


def sweep(scene: Scene, vector: Square) -> Iterator[Reach]:
    """Flies over pieces of lower rank, friend or foe, and captures each of them. It neither
    passes nor captures a piece of its own rank or of a higher one."""
    own = scene.position.variant.kinds[scene.kind].rank
    passed: tuple[Square, ...] = ()
    for square in scene.ray(scene.origin, vector):
        if scene.empty(square):
            yield Reach(square, passed)
            continue
        if scene.rank_of(square) >= own:
            return
        if scene.enemy(square) or scene.position.variant.sweeps_onto_own:
            yield Reach(square, passed)
        passed = (*passed, square)


def igui(scene: Scene, vector: Square) -> Iterator[Reach]:
    middle = scene.origin[0] + vector[0], scene.origin[1] + vector[1]
    if scene.inside(middle) and scene.enemy(middle):
        yield Reach(scene.origin, (middle,), (middle,))


def teleport(scene: Scene) -> Iterator[Reach]:
    """Any empty square; an enemy piece only where no enemy piece could take back."""
    guarded = scene.position.guarded(scene.origin)
    for file in range(1, scene.files + 1):
        for rank in range(1, scene.ranks + 1):
            square = file, rank
            if square == scene.origin:
                continue
            if scene.empty(square) or (scene.enemy(square) and square not in guarded):
                yield Reach(square)


@cache
def plain(power: str) -> tuple[str, int] | None:
    """The direction and the limit (0: none) of a step or slide; None for any other power."""
    found = re.fullmatch(r"([FB]?[LR]?)(\*|\d+)", power)
    return None if found is None else (found[1], 0 if found[2] == "*" else int(found[2]))


def reaches(scene: Scene, powers: str) -> Iterator[Reach]:
    """All that a piece with these powers can do on its square. The same move may come twice."""
    lines: list[Square] = []
    for power in powers.split():
        name, _, argument = power.partition(":")
        found = plain(power)
        if found is not None:
            yield from slide(scene, scene.origin, scene.vector(found[0]), found[1])
        elif power == "lion":
            yield from lion(scene)
        elif power == "teleport":
            yield from teleport(scene)
        elif power in ("N", "NB"):
            side = scene.turned if power == "N" else -scene.turned
            for file, rank in KNIGHT_LEAPS:
                yield from leap(scene, (file * side, rank * side))
        elif name == "leaps":
            one, two = map(int, argument.split(","))
            for file, rank in {(one, two), (two, one)}:
                for turn in ((file, rank), (-file, rank), (file, -rank), (-file, -rank)):
                    yield from leap(scene, turn)
        elif power[0] in "mc":
            direction = power[1:].rstrip("0123456789")
            steps = int(power[1 + len(direction) :])
            for reach in slide(scene, scene.origin, scene.vector(direction), steps):
                if scene.empty(reach.target) == (power[0] == "m"):
                    yield reach
        elif name == "line":
            lines.append(scene.vector(argument))
            yield from lion_line(scene, scene.vector(argument))
        elif name == "dog":
            lines.append(scene.vector(argument))
            yield from lion_dog(scene, scene.vector(argument))
        elif name == "area":
            yield from area(scene, int(argument))
        elif name == "hook":
            names = {"R": ORTHOGONAL, "B": DIAGONAL}.get(argument, (argument,))
            yield from hook(scene, [scene.vector(direction) for direction in names])
        elif name == "over":
            yield from capture_over(scene, scene.vector(argument))
        elif name == "far":
            yield from far(scene, scene.vector(argument))
        elif name == "sweep":
            yield from sweep(scene, scene.vector(argument))
        elif name == "igui":
            yield from igui(scene, scene.vector(argument))
        elif "@" in power:
            direction, _, rest = power.partition("@")
            vector = scene.vector(direction)
            if rest.endswith(">*"):
                yield from leap_and_slide(scene, vector, int(rest[:-2]), 0, stops=False)
            elif rest.endswith("*"):
                yield from leap_and_slide(scene, vector, int(rest[:-1]), 0)
            elif "+" in rest:
                distance, further = rest.split("+")
                yield from leap_and_slide(scene, vector, int(distance), int(further))
            else:
                yield from leap(scene, (vector[0] * int(rest), vector[1] * int(rest)))
        else:
            raise ValueError(f"unknown power {power!r}")
    if lines:
        yield from stay(scene, tuple(lines))
