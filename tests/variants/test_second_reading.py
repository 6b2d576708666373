"""The pieces of six large variants move as a second source says, or the difference is listed."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from komadai.variants import Board, Variant

Squares = set[tuple[int, int]]

READINGS: list[dict[str, Any]] = tomllib.loads(
    Path(__file__).with_name("second_reading.toml").read_text("utf-8")
)["reading"]
NAMES = [f"{each['variant']}: {each['source']}" for each in READINGS]
VARIANTS = ["heian", "heian-dai", "dai", "dai-dai", "maka-dai-dai", "tai"]
CLOCKWISE = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)]
"""The directions of a reading: to the right, forward."""
FAR = 40
LION = {(x, y) for x in range(-2, 3) for y in range(-2, 3)} - {(0, 0)}


def centre(variant: Variant) -> tuple[int, int]:
    """File and rank of the middle of the board."""
    return (variant.files + 1) // 2, (variant.ranks + 1) // 2


def written(variant: Variant, text: str) -> tuple[Squares, Squares]:
    """The squares that a reading gives a piece in the middle of the empty board; those that it jumps to."""
    file, rank = centre(variant)
    board = {(file - f, rank - r) for f in range(1, variant.files + 1) for r in range(1, variant.ranks + 1)}
    reach: Squares = set()
    jumps: Squares = set()

    def slide(start: tuple[int, int], step: tuple[int, int], squares: int) -> None:
        reach.update((start[0] + step[0] * n, start[1] + step[1] * n) for n in range(1, squares + 1))

    codes = text.split()
    for (x, y), code in zip(CLOCKWISE, codes[:8], strict=True):
        second, third = (2 * x, 2 * y), (3 * x, 3 * y)
        slide((0, 0), (x, y), int(code) if code.isdigit() else {"T": 3, "1J": 1, "J": 0}.get(code, FAR))
        jumps |= {"J": {second}, "1J": {second}, "XJ": {second}}.get(code, set())
        jumps |= {second, third} if "T" in code else set()
        for corner in ((x * n, y * n) for n in range(1, FAR + 1) if code == "H"):
            if corner in board:
                slide(corner, (y, -x), FAR)
                slide(corner, (-y, x), FAR)
    if "lion" in codes:
        reach |= LION
        jumps |= {each for each in LION if max(map(abs, each)) == 2}
    if "knight" in codes:
        jumps |= {(-1, 2), (1, 2)}
    return ((reach | jumps) & board) - {(0, 0)}, jumps & board


def generated(variant: Variant, id: str, *, ringed: bool) -> Squares:
    """The squares that the library gives the piece in the middle, alone or with own pawns on all sides."""
    file, rank = centre(variant)
    pieces = {(file, rank): (id, True)}
    if variant.name.startswith("heian"):  # where a king alone has lost
        other = "G" if id == "K" else "K"
        pieces |= {(2, variant.ranks): ("G", True), (2, 1): (other, False), (3, 1): ("G", False)}
    if ringed:
        pieces |= {(file + x, rank + y): ("P", True) for x, y in CLOCKWISE}
    rows = []
    for r in range(1, variant.ranks + 1):
        row = "".join(square(pieces.get((f, r))) for f in range(variant.files, 0, -1))
        rows.append(re.sub(r"1+", lambda empty: str(len(empty[0])), row))
    board = Board(variant, f"{'/'.join(rows)} b - 1")
    origin = (file - 1) * variant.ranks + rank - 1
    found = set()
    for move in board.legal_moves:
        if move.from_square == origin:
            to_file, to_rank = divmod(move.to_square, variant.ranks)
            found.add((file - 1 - to_file, rank - 1 - to_rank))
    return found - {(0, 0)}


def square(piece: tuple[str, bool] | None) -> str:
    """A square of an SFEN."""
    if piece is None:
        return "1"
    id, black = piece
    base = id.removeprefix("+") if black else id.removeprefix("+").lower()
    return ("+" if id.startswith("+") else "") + (base if len(base) == 1 else f"({base})")


@pytest.mark.parametrize("reading", READINGS, ids=NAMES)
def test_each_piece_moves_as_the_second_source_says_or_is_listed(reading: dict[str, Any]) -> None:
    variant = Variant.named(reading["variant"], **reading["options"])
    different = set()
    for kind in variant.kinds:
        if (text := reading["pieces"].get(kind.name)) is None:
            continue
        ours = generated(variant, kind.id, ringed=False), generated(variant, kind.id, ringed=True)
        if ours != written(variant, text):
            different.add(kind.name)
    assert different == set(reading["differs"])


@pytest.mark.parametrize("reading", READINGS, ids=NAMES)
def test_each_difference_is_noted_with_the_source(reading: dict[str, Any]) -> None:
    source = reading["source"].split(",")[0].removesuffix(" 0.21")
    for kind in Variant.named(reading["variant"]).kinds:
        if kind.name in reading["differs"]:
            assert source in kind.note, (kind.name, kind.note)


@pytest.mark.parametrize("name", VARIANTS)
def test_a_second_source_was_read_for_each_piece(name: str) -> None:
    read = {piece for each in READINGS if each["variant"] == name for piece in each["pieces"]}
    # Tokins are gold generals; no table can give an emperor's moves, which go anywhere.
    assert {kind.name for kind in Variant.named(name).kinds} - read <= {"Tokin", "Emperor"}
