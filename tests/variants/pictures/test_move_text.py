"""Diagrams of moves in plain characters."""

from __future__ import annotations

import pytest

from komadai.variants import NAMES, Variant
from komadai.variants.betza import paths
from komadai.variants.pictures.move_text import LARGEST, LEGEND, move_diagram


def diagram(betza: str) -> list[str]:
    return [row.replace(" ", "") for row in move_diagram(paths(betza))]


@pytest.mark.parametrize(
    ("betza", "rows"),
    [
        ("FfW", [".....", ".ooo.", "..*..", ".o.o.", "....."]),
        ("fW", [".....", "..o..", "..*..", ".....", "....."]),
        ("B", ["\\.../", ".\\./.", "..*..", "./.\\.", "/...\\"]),
        ("WA", ["j...j", "..o..", ".o*o.", "..o..", "j...j"]),
        ("ffN", [".j.j.", ".....", "..*..", ".....", "....."]),
        ("mfWcfF", [".....", ".cmc.", "..*..", ".....", "....."]),
        ("mfWcfW", [".....", "..o..", "..*..", ".....", "....."]),
        ("fR3", ["...o...", "...o...", "...o...", "...*...", ".......", ".......", "......."]),
        ("[R?sR]", ["..+..", "..+..", "++*++", "..+..", "..+.."]),
        ("KNADcaKmcabK", ["jjjjj", "joooj", "jo@oj", "joooj", "jjjjj"]),
    ],
)
def test_moves_are_drawn(betza: str, rows: list[str]) -> None:
    assert diagram(betza) == rows


def test_what_reaches_beyond_the_diagram_is_marked() -> None:
    assert [row[2] for row in diagram("fR9")] == ["9", "|", "*", ".", "."]
    assert [row[2] for row in diagram("fR12")] == [">", "|", "*", ".", "."]


@pytest.mark.parametrize("name", NAMES)
def test_every_piece_has_a_square_diagram_with_known_signs(name: str) -> None:
    known = set("".join(sign for sign, _, _ in LEGEND)) | set("@.45678")
    for kind in Variant.named(name).kinds:
        rows = move_diagram(kind.paths)
        assert 5 <= len(rows) <= 2 * LARGEST + 1
        assert {len(row) for row in rows} == {2 * len(rows) - 1}
        assert set("".join(rows)) <= known
        assert "".join(rows).count("*") + "".join(rows).count("@") == 1
        assert any(sign not in " .*@" for sign in "".join(rows)), kind.id
