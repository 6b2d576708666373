"""Writes what komadai-usi takes from the sources in Python: ``engine_data.py OUT`` writes OUT, a JSON file.

It has the version, the levels, the starts of handicap games, the English texts of errors, and each variant's
description and learned weights. cpp/engine/data.cpp reads it.
"""

from __future__ import annotations

import json
import sys
from dataclasses import asdict
from importlib.resources import files
from pathlib import Path

import komadai
from komadai import HANDICAPS, Infraction
from komadai.engine.levels import LEVELS
from komadai.message_texts import TEXTS, TSUME, WORDS
from komadai.variants import NAMES, Variant
from komadai.variants.definition import description
from komadai.variants.levels import LEVELS as VARIANT_LEVELS

TEXT_CODES = ("sfen-", "position-", "variant-sfen-", "move-illegal", "move-usi-expected", *TSUME)
"""The codes, or their beginnings, whose texts the engine needs."""


def variant_data(name: str) -> dict[str, object]:
    """The variant as cpp/variants reads it; the weights as their file has them, empty without one."""
    weights = files("komadai.variants") / "weights" / f"{name}.txt"
    return {
        "description": description(Variant.named(name)),
        "weights": " ".join(weights.read_text("ascii").split()) if weights.is_file() else "",
    }


def data() -> dict[str, object]:
    words = {name: {word: texts[0] for word, texts in table.items()} for name, table in WORDS.items()}
    return {
        "version": komadai.__version__,
        "levels": [level.skill() | {"resigns": level.resigns} for level in LEVELS],
        "variant_levels": [asdict(level) for level in VARIANT_LEVELS],
        "handicaps": [" ".join(handicap.sfen.split()[:3]) for handicap in HANDICAPS],
        "texts": {code: texts[0] for code, texts in TEXTS.items() if code.startswith(TEXT_CODES)},
        "words": words | {"infraction": {each.value: each.text("en") for each in Infraction}},
        "variants": {name: variant_data(name) for name in NAMES},
    }


if __name__ == "__main__":
    path, text = Path(sys.argv[1]), json.dumps(data(), ensure_ascii=False, separators=(",", ":"))
    if not path.is_file() or path.read_text("utf-8") != text:  # else nothing is built again
        path.write_text(text, "utf-8")
