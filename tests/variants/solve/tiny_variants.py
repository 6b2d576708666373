"""Definitions of tiny variants, which use all the rules that the solver knows."""

from __future__ import annotations

from typing import Any, Final

from komadai.variants import Variant

KING: Final = {"id": "K", "betza": "K", "royal": True}

DOBUTSU: Final = {
    "check": "ignore",
    "try": "safe",
    "drops": True,
    "drop_stuck": True,
    "promotion": "enter",
    "promotion_forced": "always",
}


def variant(*arguments: Any, **keywords: Any) -> Variant:
    """A variant with a king and these pieces."""
    return Variant.parse(definition(*arguments, **keywords))


def definition(
    name: str,
    files: int,
    ranks: int,
    sfen: str,
    rules: dict[str, object],
    pieces: list[dict[str, object]],
    zone: int = 1,
    *,
    symmetric: bool = True,
    perpetual_check: str = "none",
) -> str:
    """The text of its definition file."""
    lines = [f"name = {name!r}", f"names = {{ en = {name!r}, ja = {name!r} }}"]
    lines += ["[board]", f"files = {files}", f"ranks = {ranks}", f"zone = {zone}", "[rules]"]
    lines += [f"{key} = {toml(value)}" for key, value in rules.items()]
    lines += [f"repetition = {{ count = 4, result = 'draw', perpetual_check = '{perpetual_check}' }}"]
    for piece in [KING, *pieces]:
        named = {"name": str(piece["id"]), "kanji": "駒", "face": "駒", "romaji": "koma"} | piece
        lines += ["[[piece]]", *(f"{key} = {toml(value)}" for key, value in named.items())]
    lines += ["[setup]", f"sfen = '{sfen} b - 1'", f"symmetric = {toml(symmetric)}"]
    return "\n".join(lines)


def toml(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return str(value) if isinstance(value, int) else f"'{value}'"


CHICK: Final[list[dict[str, object]]] = [
    {"id": "C", "betza": "fW", "promotes_to": "+C"},
    {"id": "+C", "betza": "WfF"},
]
PAWN: Final[list[dict[str, object]]] = [
    {"id": "P", "betza": "fW", "promotes_to": "+P", "max_per_file": 1},
    {"id": "+P", "betza": "R"},
]

TINY: Final = [
    variant("elephants", 3, 4, "1ke/3/3/EK1", DOBUTSU, [{"id": "E", "betza": "F"}]),
    variant("chicks", 3, 4, "1k1/1c1/1C1/1K1", DOBUTSU, CHICK),
    variant(
        "one-chick-one-giraffe",
        3,
        3,
        "1kg/3/CK1",
        DOBUTSU,
        [*CHICK, {"id": "G", "betza": "W"}],
        symmetric=False,
    ),
    variant("any-try", 3, 4, "1kg/3/3/GK1", DOBUTSU | {"try": "any"}, [{"id": "G", "betza": "W"}]),
    variant(
        "pawns",
        3,
        4,
        "1kp/3/3/PK1",
        {"check": "answer", "drops": True, "promotion": "zone", "no_moves": "draw"},
        PAWN,
    ),
    variant("rooks", 4, 3, "rk2/4/2KR", {"check": "answer", "drops": True}, [{"id": "R", "betza": "R"}]),
    variant(
        "no-drops",
        4,
        4,
        "1kp1/4/4/1PK1",
        {"check": "answer", "promotion": "enter-last", "promotion_forced": "always"},
        [{"id": "P", "betza": "mfWcfF", "promotes_to": "+P"}, {"id": "+P", "betza": "Q"}],
    ),
    variant(
        "two-faces",
        3,
        3,
        "1kt/3/TK1",
        {
            "check": "ignore",
            "drops": True,
            "drop_faces": "either",
            "promotion": "always",
            "promotion_forced": "always",
        },
        [{"id": "T", "betza": "fR", "promotes_to": "+T"}, {"id": "+T", "betza": "FbW"}],
    ),
    variant(
        "by-capture",
        3,
        3,
        "1ks/3/SK1",
        {"check": "answer", "drops": True, "promotion": "capture", "promotion_forced": "promoted-capture"},
        [{"id": "S", "betza": "FfW", "promotes_to": "+S"}, {"id": "+S", "betza": "DfW"}],
    ),
]
"""All have the same moves to the left and to the right."""

LEFT_HANDED: Final = variant(
    "left-handed", 3, 3, "nk1/3/1KN", {"check": "ignore", "drops": True}, [{"id": "N", "betza": "lWfF"}]
)
"""Its positions and their mirror images differ."""
