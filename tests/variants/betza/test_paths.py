"""XBetza is expanded to the squares that pieces reach."""

import json
from pathlib import Path

import pytest

from komadai.variants.betza import BetzaError, parse, paths
from komadai.variants.betza.paths import Mode

DATA = Path(__file__).parents[4] / "shared" / "data" / "variants"

DIRECTIONS = {
    "F": (0, 1), "B": (0, -1), "L": (-1, 0), "R": (1, 0),
    "FL": (-1, 1), "FR": (1, 1), "BL": (-1, -1), "BR": (1, -1),
}  # fmt: skip


def steps(betza: str) -> dict[tuple[int, int], int]:
    """The range of each vector of moves with one leg; 0: any."""
    return {(path[0].dx, path[0].dy): path[0].max for path in paths(betza) if len(path) == 1}


@pytest.mark.parametrize(
    ("betza", "vectors"),
    [
        ("fW", {(0, 1)}),
        ("WfF", {(0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (-1, 1)}),
        ("FfW", {(1, 1), (-1, 1), (1, -1), (-1, -1), (0, 1)}),
        ("ffN", {(1, 2), (-1, 2)}),
        ("fN", {(1, 2), (-1, 2)}),
        ("bN", {(1, -2), (-1, -2)}),
        ("rN", {(2, 1), (2, -1)}),
        ("rrN", {(2, 1), (2, -1)}),
        ("sN", {(2, 1), (2, -1), (-2, 1), (-2, -1)}),
        ("fhN", {(1, 2), (-1, 2), (2, 1), (-2, 1)}),
        ("lhN", {(-1, 2), (-1, -2), (-2, 1), (-2, -1)}),
        ("frN", {(1, 2), (2, 1)}),
        ("fC", {(1, 3), (-1, 3)}),
        ("fsN", {(2, 1), (-2, 1)}),
        ("bsN", {(2, -1), (-2, -1)}),
        ("vN", {(1, 2), (-1, 2), (1, -2), (-1, -2)}),
        ("fsK", {(0, 1), (1, 0), (-1, 0), (1, 1), (-1, 1), (1, -1), (-1, -1)}),
        ("frBblB", {(1, 1), (-1, -1)}),
        ("(1,3)", {(x * i, y * j) for x, y in ((1, 3), (3, 1)) for i in (1, -1) for j in (1, -1)}),
    ],
)
def test_the_vectors_of_a_piece(betza: str, vectors: set[tuple[int, int]]) -> None:
    assert steps(betza).keys() == vectors


def test_ranges() -> None:
    assert steps("fR3bR") == {(0, 1): 3, (0, -1): 0}
    assert steps("WW") == steps("R")
    assert steps("Q2") == dict.fromkeys(steps("K"), 2)


def test_modes() -> None:
    modes = {(leg.dx, leg.dy): leg.mode for (leg,) in paths("mfWcfF")}
    assert modes == {(0, 1): Mode.MOVE, (1, 1): Mode.CAPTURE, (-1, 1): Mode.CAPTURE}


def test_the_lion_reaches_each_square_at_two_steps_and_comes_back() -> None:
    lion = paths("KNADcaKmcabK")
    assert len([path for path in lion if len(path) == 1]) == 24
    double = [path for path in lion if len(path) == 2]
    assert len(double) == 8 * 8
    igui = [(a, b) for a, b in double if (a.dx + b.dx, a.dy + b.dy) == (0, 0)]
    assert len(igui) == 8
    assert all(a.mode == Mode.MOVE | Mode.CAPTURE for a, _ in igui)


def test_a_hook_mover_turns_at_a_right_angle_after_an_empty_square() -> None:
    hooks = [path for path in paths("[R?sR]") if len(path) == 2]
    assert len(hooks) == 8
    for a, b in hooks:
        assert a.dx * b.dx + a.dy * b.dy == 0
        assert a.mode == Mode.MOVE
        assert a.max == b.max == 0


@pytest.mark.parametrize(
    ("betza", "reason", "position"),
    [
        ("", "expected a move, got an empty text", 0),
        ("fX", "unknown atom X", 1),
        ("f", "expected an atom", 1),
        ("[K?K", "expected ?, - or ]", 4),
        ("{fly}R", "expected one of {jump}, {take}, {emperor}", 0),
        ("(9,0)", "expected a leap of 1 to 8 squares", 0),
        ("R99", "expected a range of at most 36", 1),
        ("maaaaK", "expected at most 3 legs", 6),
        ("W" * 600, "expected at most 500 characters", 500),
    ],
)
def test_what_is_no_betza_is_refused_with_its_place(betza: str, reason: str, position: int) -> None:
    with pytest.raises(BetzaError) as caught:
        parse(betza)
    assert reason in caught.value.reason
    assert caught.value.position == position


@pytest.mark.parametrize(
    ("betza", "position"),
    [
        ("ffF", 2),
        ("WbbA", 3),
        ("NafN", 3),
        ("[N-fW]", 4),
        ("[W-flW]", 5),
        ("fhW", 2),
        ("fhF", 2),
        ("[W-fhW]", 5),
    ],
)
def test_a_direction_that_the_atom_does_not_have_is_refused(betza: str, position: int) -> None:
    with pytest.raises(BetzaError, match="this atom has no such direction here") as caught:
        paths(betza)
    assert caught.value.position == position


def test_a_text_cannot_stand_for_any_number_of_paths() -> None:
    with pytest.raises(BetzaError, match="expected at most 2000 paths"):
        paths("[Q?Q?Q]" + "".join(f"[Q{n}?Q{n}?Q{n}]" for n in range(2, 30)))


@pytest.mark.skipif(not DATA.exists(), reason="the gathered facts (shared/data/variants) are not here")
@pytest.mark.parametrize("name", ["wa-shogi", "heian-dai-shogi", "chu-shogi", "dai-shogi", "sho-shogi"])
def test_betza_agrees_with_the_gathered_ranges(name: str) -> None:
    for piece in json.loads((DATA / f"{name}.json").read_text("utf-8"))["pieces"]:
        plain = piece["betza"].isascii() and not piece.get("special") and not piece.get("lion_line")
        if not plain or piece.get("knight") or piece.get("jump2") or not piece["range"]:
            continue
        wanted = {DIRECTIONS[d]: 0 if n == "*" else n for d, n in piece["range"].items()}
        assert steps(piece["betza"]) == wanted, piece["name"]
