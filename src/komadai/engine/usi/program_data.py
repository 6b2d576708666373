"""What the native engine takes from the sources in Python, as JSON that cpp/engine/json.h reads."""

from __future__ import annotations

import json
from dataclasses import asdict
from importlib.resources import files
from typing import Final

import komadai
from komadai.engine.levels import LEVELS, VARIED_NOISE, VARIED_PLIES
from komadai.enums import Infraction
from komadai.handicap import HANDICAPS
from komadai.message_texts import TEXTS, TSUME, WORDS
from komadai.variants.levels import LEVELS as VARIANT_LEVELS
from komadai.variants.variant import NAMES, Variant

_CODES: Final = ("sfen-", "position-", "variant-sfen-", "move-illegal", "move-usi-expected", *TSUME)
"""The codes, or their beginnings, whose texts the engine needs."""


def data() -> dict[str, object]:
    """The version, the levels, the starts of handicap games, the English texts of errors, and the variants'
    names."""
    words = {name: {word: texts[0] for word, texts in table.items()} for name, table in WORDS.items()}
    return {
        "version": komadai.__version__,
        "levels": [level.skill() | {"resigns": level.resigns} for level in LEVELS],
        "opening_variety": {"plies": VARIED_PLIES, "noise": VARIED_NOISE},
        "variant_levels": [asdict(level) for level in VARIANT_LEVELS],
        "variant_names": NAMES,
        "handicaps": [" ".join(handicap.sfen.split()[:3]) for handicap in HANDICAPS],
        "texts": {code: texts[0] for code, texts in TEXTS.items() if code.startswith(_CODES)},
        "words": words | {"infraction": {each.value: each.text("en") for each in Infraction}},
    }


def variant_data(name: str) -> dict[str, object]:
    """The variant as cpp/variants reads it; the weights as their file has them, empty without one."""
    from komadai.variants.definition import description

    weights = files("komadai.variants") / "weights" / f"{name}.txt"
    return {
        "description": description(Variant.named(name)),
        "weights": " ".join(weights.read_text("ascii").split()) if weights.is_file() else "",
    }


def as_json(value: object) -> str:
    """A value as cpp/engine/json.h reads it."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
