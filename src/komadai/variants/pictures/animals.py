"""The animals that are drawn on pieces: of dobutsu shogi, and of games with the pieces of standard shogi."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final

from komadai.diagram import faces
from komadai.variants.variant import Variant

DOBUTSU: Final[Mapping[str, str]] = {"L": "K", "E": "B", "G": "R", "C": "P", "+C": "+P"}
"""The pieces of standard shogi that have the same animal."""
NAMES: Final[Mapping[str, str]] = {
    "K": "玉将", "R": "飛車", "B": "角行", "G": "金将", "S": "銀将", "N": "桂馬", "L": "香車", "P": "歩兵",
    "+R": "龍王", "+B": "龍馬", "+S": "成銀", "+N": "成桂", "+L": "成香", "+P": "と金",
}  # fmt: skip
WORDS: Final[Mapping[str, tuple[str, str]]] = {
    "K": ("lion", "ライオン"), "R": ("giraffe", "きりん"), "B": ("elephant", "ぞう"),
    "G": ("dog", "いぬ"), "S": ("cat", "ねこ"), "N": ("rabbit", "うさぎ"), "L": ("boar", "いのしし"),
    "P": ("chick", "ひよこ"), "+P": ("hen", "にわとり"), "+R": ("dragon", "りゅう"), "+B": ("horse", "うま"),
    "+S": ("winged cat", "はねのあるねこ"), "+N": ("winged rabbit", "はねのあるうさぎ"),
    "+L": ("winged boar", "はねのあるいのしし"),
}  # fmt: skip
"""What the animals are called, in English and in Japanese."""


def drawn(variant: Variant) -> bool:
    """Whether the game's pieces have animals from its beginning, unless another face is chosen."""
    return variant.name == "dobutsu"


@cache
def pictures(variant: Variant) -> Mapping[str, str]:
    """The picture of each piece, by its id: of all pieces of the game, or of none."""
    glyphs = faces.glyphs("animals")
    if drawn(variant):
        return {id: glyphs[key] for id, key in DOBUTSU.items()}
    if any(NAMES.get(kind.id) != kind.kanji for kind in variant.kinds):
        return {}
    return {kind.id: glyphs[kind.id] for kind in variant.kinds}


def words(variant: Variant) -> Mapping[str, tuple[str, str]]:
    """What the pictures of the pieces show, by their ids."""
    return {id: WORDS[DOBUTSU[id] if drawn(variant) else id] for id in pictures(variant)}
